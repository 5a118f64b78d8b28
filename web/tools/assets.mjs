// After `vite build`: single.html, the whole page in one file.  Its policy allows exactly that one script, by its hash;
// <!--REPORT--> is where the program puts a report.  Also says what the page weighs.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const read = (name) => readFileSync(`dist/${name}`, 'utf8');
const script = read('app.js').replaceAll('</script', '<\\/script');
const style = read('app.css').replaceAll('</style', '<\\/style');
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`;

const single = read('index.html')
  .replace(/<script[^>]*src="[^"]*"[^>]*><\/script>/, '')
  .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
  .replace('<meta charset="utf-8" />', () => `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`)
  .replace('</body>', () => `<!--REPORT-->\n    <script type="module">${script}</script>\n  </body>`);
if (!single.includes('<style>') || !single.includes('<!--REPORT-->')) throw new Error('the page is not as expected');
writeFileSync('dist/single.html', single);

const weight = ['index.html', 'app.js', 'app.css'].reduce((sum, name) => sum + gzipSync(readFileSync(`dist/${name}`)).length, 0);
console.log(`page weight: ${(weight / 1024).toFixed(1)} KiB gzipped`);
if (weight > 300 * 1024) throw new Error('the page weighs more than 300 KiB gzipped');
