// The text of a model, to read: CodeMirror with verdicts and messages at their lines.  It makes its own style sheets;
// within a shadow root it hands them to the browser as objects, which the content policy allows, and not as elements,
// which it does not.
import { defaultKeymap } from '@codemirror/commands';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic as Mark } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorSelection, EditorState, RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, drawSelection, EditorView, gutter, GutterMarker, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, WidgetType } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { language_of } from './language';
import { verdict_mark, type Diagnostic, type InlineLine, type InlineName, type Property, type Value } from './report';

// The page's own colours, which know light and dark, reach into the shadow root as variables.
const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: "var(--mono)", lineHeight: '20px' },
  '.cm-gutters': { color: 'var(--faint)', backgroundColor: 'var(--sunken)', borderRight: '1px solid var(--line)' },
  '.cm-lineNumbers .cm-gutterElement': { cursor: 'pointer' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--accent-soft)', color: 'var(--text)' },
  '.cm-activeLine span': { color: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft) !important' },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--warn-soft)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '.cm-verdicts .cm-gutterElement': { padding: '0 4px', fontWeight: '700', cursor: 'pointer' },
  '.holds': { color: 'var(--good)' }, '.violated': { color: 'var(--bad)' }, '.undecided': { color: 'var(--warn)' },
  '.value': { color: 'var(--accent)', backgroundColor: 'var(--accent-soft)', borderRadius: '3px', padding: '0 4px', marginLeft: '3px', fontSize: '11px' },
  '.cm-panels, .cm-tooltip': { color: 'var(--text)', backgroundColor: 'var(--sunken)', borderColor: 'var(--line)' },
  '.cm-panel input, .cm-panel button': { color: 'var(--text)', background: 'var(--surface)', border: '1px solid var(--line)', borderRadius: '5px' },
  '.cm-panel button[name=close]': { color: 'var(--text)', border: 'none' },
});
const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--faint)', fontStyle: 'italic' },
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.number, color: 'var(--good)' },
  { tag: tags.string, color: 'var(--warn)' },
]);

class Verdict extends GutterMarker {
  constructor(readonly property: Property) {
    super();
  }
  override eq(other: Verdict): boolean {
    return other.property === this.property;
  }
  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.className = this.property.verdict ?? 'value';
    mark.textContent = verdict_mark(this.property);
    mark.title = `${this.property.name} ${this.property.verdict ?? ''}`;
    return mark;
  }
}
const set_verdicts = StateEffect.define<RangeSet<Verdict>>();
const verdicts = StateField.define<RangeSet<Verdict>>({
  create: () => RangeSet.empty,
  update: (value, { effects }) => effects.reduce((set, effect) => (effect.is(set_verdicts) ? effect.value : set), value),
});

// A value behind a name: of the step that somebody looks at.
class Shown extends WidgetType {
  constructor(readonly text: string, readonly title = '') {
    super();
  }
  override eq(other: Shown): boolean {
    return other.text === this.text && other.title === this.title;
  }
  override toDOM(): HTMLElement {
    const value = document.createElement('span');
    value.className = 'value';
    value.textContent = this.text;
    value.title = this.title;
    return value;
  }
}
const set_values = StateEffect.define<DecorationSet>();
const values = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (value, { effects }) => effects.reduce((set, effect) => (effect.is(set_values) ? effect.value : set), value),
  provide: (field) => EditorView.decorations.from(field),
});
const most_values = 2000;

// Columns count bytes.
const letters_before = (text: string, column: number): number =>
  new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, Math.max(0, column - 1))).length;

export interface EditorActs {
  line(number: number): void; // was chosen
  property(name: string): void; // is to be looked at
}

export class Editor {
  private readonly view: EditorView;

  constructor(host: HTMLElement, private readonly file: string, text: string, acts: EditorActs) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const at_line = (view: EditorView, act: (property: Property | undefined, line: number) => void, from = view.state.selection.main.head): boolean => {
      const line = view.state.doc.lineAt(from);
      let found: Property | undefined;
      view.state.field(verdicts).between(line.from, line.from, (_, __, mark) => void (found = mark.property));
      act(found, line.number);
      return true;
    };
    const open = (found: Property | undefined, line: number) => (found ? acts.property(found.name) : acts.line(line));
    this.view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': `text of ${file}`, spellcheck: 'false' }),
          verdicts,
          values,
          gutter({ class: 'cm-verdicts', markers: (view) => view.state.field(verdicts), domEventHandlers: { click: (view, block) => at_line(view, open, block.from) } }),
          lineNumbers({ domEventHandlers: { click: (view, block) => at_line(view, (_, line) => acts.line(line), block.from) } }),
          lintGutter(),
          language_of(file),
          syntaxHighlighting(colours),
          theme,
          drawSelection(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          highlightSelectionMatches(),
          search({ top: true }),
          keymap.of([{ key: 'Enter', run: (view) => at_line(view, open) }, ...searchKeymap, ...lintKeymap, ...defaultKeymap]),
        ],
      }),
    });
  }

  /** Ends it; the line where its cursor was. */
  destroy(): number {
    const { doc, selection } = this.view.state;
    this.view.destroy();
    return doc.lineAt(selection.main.head).number;
  }

  /** Verdicts where the properties stand, messages where they belong. */
  mark(properties: Property[], diagnostics: Diagnostic[]): void {
    const { doc } = this.view.state;
    const there = (line: number | undefined): line is number => line !== undefined && line >= 1 && line <= doc.lines;
    const placed = properties.filter((p) => there(p.line)).map((p) => new Verdict(p).range(doc.line(p.line!).from));
    const marks = diagnostics.filter((d) => there(d.line) && (!d.file || this.file.endsWith(d.file) || d.file.endsWith(this.file))).map((d): Mark => {
      const line = doc.line(d.line!);
      const from = Math.min(line.to, line.from + letters_before(line.text, d.column ?? 1));
      const word = /^[\w$#.]+|^\S+/.exec(line.text.slice(from - line.from))?.[0].length ?? 0;
      return { from, to: from + word, severity: d.severity === 'error' ? 'error' : d.severity === 'warning' ? 'warning' : 'info', message: d.message + (d.help ? ` (${d.help})` : '') };
    });
    this.view.dispatch({ effects: set_verdicts.of(RangeSet.of(placed, true)) }, setDiagnostics(this.view.state, marks));
  }

  private put(found: { from: number; text: string; title?: string }[]): void {
    this.view.dispatch({ effects: set_values.of(Decoration.set(found.map(({ from, text, title }) => Decoration.widget({ widget: new Shown(text, title), side: 1 }).range(from)), true)) });
  }

  /** Puts values where the program says they belong: of a name in several instances, all that differ. */
  values_at(lines: InlineLine[], written: (value: Value) => string): void {
    const { doc } = this.view.state;
    const found = new Map<number, InlineName[]>();
    for (const { line: number, names } of lines.filter(({ line }) => line >= 1 && line <= doc.lines)) {
      const line = doc.line(number);
      for (const name of names) {
        const at = Math.min(line.to, line.from + letters_before(line.text, name.end_column));
        found.set(at, [...(found.get(at) ?? []), name]);
      }
    }
    this.put([...found].slice(0, most_values).map(([from, names]) => ({
      from,
      text: [...new Set(names.map(({ value }) => written(value)))].slice(0, 4).join(' · '),
      title: names.map(({ name, value, ahead }) => `${name}${ahead ? ' in the next step' : ''} = ${written(value)}`).join('\n'),
    })));
  }

  /** Puts values behind the names that have one, comments left out: without the program, by the words alone. */
  values(known: ReadonlyMap<string, string>): void {
    const found: { from: number; text: string }[] = [];
    const { doc } = this.view.state;
    for (let number = 1; known.size && number <= doc.lines && found.length < most_values; number++) {
      const line = doc.line(number), code = line.text.replace(/(--|\/\/|#).*$/, '');
      for (const name of code.matchAll(/[A-Za-z_][\w$#.\[\]]*/g)) {
        const value = known.get(name[0]);
        if (value !== undefined) found.push({ from: line.from + name.index + name[0].length, text: value });
      }
    }
    this.put(found);
  }

  /** Puts the cursor on a line, in the middle of what is seen. */
  show(number: number): void {
    const { doc } = this.view.state;
    if (number < 1 || number > doc.lines) return;
    const at = doc.line(number).from;
    if (doc.lineAt(this.view.state.selection.main.head).number === number) return;
    this.view.dispatch({ selection: EditorSelection.cursor(at), effects: EditorView.scrollIntoView(at, { y: 'center' }) });
  }
}
