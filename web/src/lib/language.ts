// Colours for source text.  One small reader serves all the languages here: comments, strings, numbers and words look
// much alike in them, so each is a row of the table below.
import { StreamLanguage, type StreamParser } from '@codemirror/language';

interface Looks {
  line: string[]; // what begins a comment to the end of the line
  block?: [string, string];
  words: string;
  capitals?: boolean; // words in capitals are keywords
}

const smv: Looks = {
  line: ['--'], block: ['/--', '--/'], capitals: true,
  words: 'case esac next init self mod union in xor xnor boolean array of word signed unsigned process integer bool word1 extend resize toint count abs min max',
};
const looks: Record<string, Looks> = {
  smv,
  pred: { ...smv, words: `${smv.words} predicate before` },
  ots: {
    line: ['//', '--'], block: ['/*', '*/'],
    words: 'ots sort enum loose list set bag map observer transition when op eq ceq var vars invariant lemma scope expect states and or not xor if then else forall exists',
  },
  pds: {
    line: ['#'],
    words: 'pds init proc entry call ret return var property state initial final on else do when events map states event rule control stack',
  },
  lua: {
    line: ['--'], block: ['--[[', ']]'],
    words: 'and break do else elseif end false for function goto if in local nil not or repeat return then true until while',
  },
  c: {
    line: ['//', '#'], block: ['/*', '*/'],
    words: 'auto break case char const continue default do double else enum extern float for goto if int long register return short signed sizeof static struct switch typedef union unsigned void volatile while',
  },
};
looks.v = {
  line: ['//', '`'], block: ['/*', '*/'],
  words: 'module endmodule input output inout wire reg logic bit integer parameter localparam assign always always_ff always_comb always_latch initial begin end if else case casez casex endcase default for generate endgenerate genvar posedge negedge or function endfunction task endtask signed unsigned typedef enum struct packed assert assume cover property endproperty disable iff s_eventually',
};
looks.pyv = {
  line: ['#'],
  words: 'sort mutable immutable relation constant function init transition modifies axiom safety invariant new old definition sat unsat trace assert any forall exists if then else let in distinct true false',
};
const same_as: Record<string, string> = { efsa: 'pds', sv: 'v', h: 'c' };

function reader({ line, block, words, capitals }: Looks): StreamParser<{ inside: boolean }> {
  const known = new Set(words.split(' '));
  return {
    startState: () => ({ inside: false }),
    token(stream, state) {
      if (block && (state.inside || stream.match(block[0]))) {
        state.inside = !stream.skipTo(block[1]);
        if (state.inside) stream.skipToEnd();
        else stream.match(block[1]);
        return 'comment';
      }
      if (line.some((begin) => stream.match(begin))) {
        stream.skipToEnd();
        return 'comment';
      }
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
      if (stream.match(/^(?:0[us]?[bodh]\d*_[0-9a-fA-F_]+|\d+)/)) return 'number';
      // A dash belongs to a name only between its letters.
      const word = stream.match(/^[A-Za-z_](?:[\w$#]|-(?=\w))*/) as RegExpMatchArray | null;
      if (word) return known.has(word[0]) || (capitals && /^[A-Z][A-Z_]+$/.test(word[0])) ? 'keyword' : null;
      stream.next();
      return null;
    },
  };
}

export function language_of(file: string): StreamLanguage<unknown> {
  const suffix = /\.(\w+)$/.exec(file)?.[1] ?? '';
  return StreamLanguage.define(reader(looks[same_as[suffix] ?? suffix] ?? smv));
}
