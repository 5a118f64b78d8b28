-- Neovim 0.7 or later: copy this file to ~/.config/nvim/plugin/, or `:luafile` it.
-- `vim.filetype.add` does nothing in 0.7 unless it is switched on: plain autocommands do the same everywhere.
vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
  pattern = { '*.smv', '*.ots', '*.pds', '*.efsa' },
  callback = function(event) vim.bo[event.buf].filetype = vim.fn.fnamemodify(event.file, ':e') end,
})

vim.api.nvim_create_autocmd('FileType', {
  pattern = { 'smv', 'ots', 'pds', 'efsa' },
  callback = function(event)
    local id = vim.g.whynot_client
    if not id or not vim.lsp.get_client_by_id(id) then
      id = vim.lsp.start_client({
        name = 'whynot',
        cmd = { vim.g.whynot_program or 'whynot', 'lsp' },
        root_dir = vim.fn.fnamemodify(event.file, ':p:h'),
      })
      vim.g.whynot_client = id
    end
    vim.lsp.buf_attach_client(event.buf, id)
  end,
})
