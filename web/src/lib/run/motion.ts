// A sheet while it moves: one picture of what is in sight, painted anew for each frame, above the cells.  These take on
// what is to be seen when it rests; to style and lay out hundreds of them for every frame would make it stutter.
import { Look, head_height, row_height, type CellLook, type SheetModel, type SheetPlace } from './sheet';

const colour_names = ['surface', 'line', 'text', 'muted', 'faint', 'accent', 'accent-soft', 'on-accent', 'bad', 'bad-soft', 'good', 'warn', 'loop', 'other', 'other-soft', 'seg', 'seg-line', 'wave', 'wave-fill'] as const;
type Colour = (typeof colour_names)[number];
const level_top = [18, 16, 13, 11, 8, 5, 3, 0];
const letter = 7.6, pad = 6;
// Where a text stands: beside the line of a number, else in the middle.
const beside = (level: number): number => (level === 0 ? 15 : level > 4 ? 20 : 9);

const shortened = (text: string, letters: number): string => (text.length <= letters ? text : letters < 2 ? '' : `${text.slice(0, letters - 1)}…`);

export class Motion {
  private readonly canvas = document.createElement('canvas');
  private readonly pen: CanvasRenderingContext2D;
  private readonly colours = {} as Record<Colour, string>;
  private readonly cell: CellLook = { text: '', looks: 0 };
  private fonts = { plain: '', bold: '', small: '', note: '' };
  private width = 0;
  private height = 0;

  constructor(private readonly pane: HTMLElement) {
    this.canvas.className = 'moving';
    this.canvas.setAttribute('aria-hidden', 'true');
    this.canvas.hidden = true;
    this.pen = this.canvas.getContext('2d', { alpha: false })!;
    pane.append(this.canvas);
  }

  get shown(): boolean {
    return !this.canvas.hidden;
  }
  rest(): void {
    this.canvas.hidden = true;
  }

  // Colours and letters are those of the page as it looks now.
  private begin(): void {
    const style = getComputedStyle(this.pane);
    for (const name of colour_names) this.colours[name] = style.getPropertyValue(`--${name}`).trim();
    const family = style.fontFamily;
    this.fonts = { plain: `${style.fontSize} ${family}`, bold: `600 ${style.fontSize} ${family}`, small: `600 11px ${style.getPropertyValue('--sans')}`, note: `12px ${style.getPropertyValue('--sans')}` };
    this.canvas.hidden = false;
  }

  paint(model: SheetModel, place: SheetPlace, left: number, top: number, width: number, height: number): void {
    if (!this.shown) this.begin();
    const sharp = devicePixelRatio;
    if (this.width !== width * sharp || this.height !== height * sharp) {
      this.canvas.width = this.width = width * sharp;
      this.canvas.height = this.height = height * sharp;
    }
    const { pen } = this;
    pen.setTransform(sharp, 0, 0, sharp, 0, 0);
    pen.textBaseline = 'middle';
    this.box('surface', 0, 0, width, height);
    const rows: [number, number] = [Math.floor(top / row_height), Math.min(model.rows, Math.ceil((top + height - head_height) / row_height))];
    const columns: [number, number] = [Math.floor(left / model.cell_width), Math.min(model.columns, Math.ceil((left + width - model.name_width) / model.cell_width))];
    for (let row = rows[0]; row < rows[1]; row++)
      for (let column = columns[0]; column < columns[1]; column++) {
        const { cell } = this;
        cell.text = '';
        cell.looks = 0;
        model.cell(row, column, cell, column === columns[0]);
        if (cell.text || cell.looks) this.paint_cell(model.name_width + column * model.cell_width - left, head_height + row * row_height - top, model.cell_width);
      }
    this.paint_marks(model, place, left, top, width, height);
    this.paint_names(model, rows, top, height);
    this.paint_heads(model, place, columns, left, width);
  }

  private box(colour: Colour, x: number, y: number, width: number, height: number): void {
    this.pen.fillStyle = this.colours[colour];
    this.pen.fillRect(x, y, width, height);
  }
  private say(text: string, colour: Colour, font: keyof typeof this.fonts, x: number, y: number): void {
    const { pen } = this;
    if (pen.font !== this.fonts[font]) pen.font = this.fonts[font];
    pen.fillStyle = this.colours[colour];
    pen.fillText(text, x, y);
  }

  private paint_cell(x: number, y: number, width: number): void {
    const { looks } = this.cell, is = (look: number) => (looks & look) !== 0;
    const ghost = is(Look.ghost), line: Colour = ghost ? 'other' : 'wave', fill: Colour = ghost ? 'other-soft' : 'wave-fill', level = looks >> 14;
    if (is(Look.seg)) {
      this.box(ghost ? 'other' : 'seg-line', x, y + 4, width, 22);
      this.box(ghost ? 'other-soft' : 'seg', x + (is(Look.start) ? 1 : 0), y + 5, width, 20);
    }
    if (is(Look.high)) this.box(fill, x, y + 4, width, 22);
    if (is(Look.high)) this.box(line, x, y + 4, width, 2);
    if (is(Look.low)) this.box(line, x, y + 24, width, 2);
    if (is(Look.high | Look.low) && is(Look.start)) this.box(line, x, y + 4, 2, 22);
    if (level) {
      const at = y + 4 + level_top[level - 1]!;
      this.box('wave-fill', x, at, width, y + 26 - at);
      this.box('wave', x, at, width, 2);
    }
    if (is(Look.no)) this.box('bad-soft', x, y + 6, width, 18);
    if (is(Look.yes)) this.box('good', x, y + 20, width, 2);
    if (is(Look.cause)) this.box('bad-soft', x, y + 4, width, 22);
    if (is(Look.fact)) this.box('accent-soft', x, y + 4, width, 22);
    if (is(Look.cause | Look.fact | Look.chosen)) {
      this.pen.strokeStyle = this.colours[is(Look.fact | Look.chosen) ? 'accent' : 'bad'];
      this.pen.strokeRect(x + 0.5, y + 4.5, width - 1, 21);
    }
    this.paint_text(x, y, width);
  }

  private paint_text(x: number, y: number, width: number): void {
    const { text, looks } = this.cell, is = (look: number) => (looks & look) !== 0;
    if (!text || (is(Look.high | Look.low))) return;
    let colour: Colour = is(Look.start | Look.cause | Look.fact) ? 'text' : 'faint';
    if (is(Look.yes)) colour = 'good';
    else if (is(Look.no)) colour = 'bad';
    else if (is(Look.ghost)) colour = 'other';
    const fits = is(Look.long) ? shortened(text, Math.floor((width - 2 * pad) / letter)) : text;
    this.say(fits, colour, is(Look.changed) ? 'bold' : 'plain', x + (width < 26 ? 1 : pad), y + beside(looks >> 14));
  }

  private paint_marks(model: SheetModel, { row, column }: SheetPlace, left: number, top: number, width: number, height: number): void {
    this.pen.globalAlpha = 0.09;
    this.box('accent', model.name_width + column * model.cell_width - left, head_height, model.cell_width, height);
    this.pen.globalAlpha = 0.45;
    const y = head_height + row * row_height - top;
    if (row >= 0) for (const at of [y, y + row_height - 1]) this.box('accent', 0, at, width, 1);
    this.pen.globalAlpha = 1;
  }

  private paint_names(model: SheetModel, rows: [number, number], top: number, height: number): void {
    this.box('surface', 0, head_height, model.name_width, height);
    this.box('line', model.name_width - 1, head_height, 1, height);
    for (let row = rows[0]; row < rows[1]; row++) {
      const { text, looks, depth } = model.name(row), y = head_height + row * row_height - top + row_height / 2;
      const heading = looks.includes('group') || looks.includes('fold'), x = 12 + depth * 14;
      const colours: [string, Colour][] = [['fold', 'accent'], ['ghost', 'other'], ['group', 'muted'], ['formula', 'muted']];
      const colour = colours.find(([word]) => looks.includes(word))?.[1] ?? 'text';
      this.say(shortened(text, Math.floor((model.name_width - x - 8) / letter)), colour, heading ? 'small' : 'plain', x, y);
    }
  }

  private paint_heads(model: SheetModel, { band, flags }: SheetPlace, columns: [number, number], left: number, width: number): void {
    const x = (column: number) => model.name_width + column * model.cell_width - left;
    this.box('surface', 0, 0, width, head_height);
    this.box('line', 0, head_height - 1, width, 1);
    if (band) {
      this.pen.strokeStyle = this.colours.loop;
      this.pen.strokeRect(x(band[0] + 0.5) - 6, 5, Math.max(14, (band[1] - band[0] - 1) * model.cell_width + 12), 60);
      this.box('surface', 0, 22, width, head_height - 23);
    }
    for (let column = columns[0]; column < columns[1]; column++) {
      const { text, looks } = model.head(column), now = looks.includes('now');
      if (now) this.box('accent', x(column), 22, model.cell_width, 24);
      if (text) this.say(text, now ? 'on-accent' : looks.includes('looping') ? 'loop' : 'text', 'plain', x(column) + pad, 34);
    }
    const flag_colours: Record<string, Colour> = { fails: 'bad', sealed: 'warn' };
    for (const flag of flags) {
      const last = flag.column >= model.columns - 1 && model.columns > 1;
      this.pen.textAlign = last ? 'right' : 'center';
      this.say(flag.looks === 'loops' ? flag.text : `${flag.text} ▼`, flag_colours[flag.looks] ?? 'loop', 'small', x(last ? model.columns : flag.column + 0.5) - (last ? 4 : 0), 10);
    }
    this.pen.textAlign = 'left';
    this.box('surface', 0, 0, model.name_width, head_height - 1);
    this.say('step', 'muted', 'note', 12, 34);
  }
}
