// Colours for source text: comments, words in capitals or known to be keywords, numbers.  One line at a time, so a
// comment that spans lines is not seen as one.
export interface Token {
  kind: '' | 'comment' | 'keyword' | 'number';
  text: string;
}

const keywords = new Set(
  'case esac next init self mod union in xor xnor boolean array of word signed unsigned process sort op ops eq ceq var vars observer action transition effect invariant pds rule control stack property events event trans end if then else'.split(' '),
);
const pattern = /(--.*$|\/\/.*$)|([A-Za-z_][\w$#-]*)|(0[us]?[bodh]\d*_[0-9a-fA-F]+|\d+)|([^A-Za-z_\d]+?(?=--|\/\/|[A-Za-z_\d]|$))/g;

export function tokens(line: string): Token[] {
  if (line.length > 2000) return [{ kind: '', text: line }];
  const found: Token[] = [];
  for (const [text, comment, word, number] of line.matchAll(pattern)) {
    const keyword = word && (keywords.has(word) || /^[A-Z][A-Z_]+$/.test(word));
    found.push({ kind: comment ? 'comment' : keyword ? 'keyword' : number ? 'number' : '', text });
  }
  return found;
}
