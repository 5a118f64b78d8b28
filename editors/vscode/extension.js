// Starts `whynot lsp` for the four languages; everything else is the server's.
const { workspace, window } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

exports.activate = () => {
  const command = workspace.getConfiguration('whynot').get('program');
  const selector = ['smv', 'ots', 'pds', 'efsa'].map((language) => ({ scheme: 'file', language }));
  client = new LanguageClient('whynot', 'whynot', { command, args: ['lsp'] }, { documentSelector: selector });
  return client.start().catch(() => window.showErrorMessage(`whynot: cannot start ${command}`));
};

exports.deactivate = () => client && client.stop();
