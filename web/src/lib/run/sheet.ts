// A timeline of any size, drawn by hand: rows are lanes, columns are steps.  Only as many cells exist as fit in sight; they stay where they are, in a pane that
// sticks to the scrolling box, and take on what is to be seen there.  Nothing is created, measured or laid out anew
// while scrolling: texts and classes that differ are set, and whole rows are moved by a fraction of a cell.  While a large
// one moves without a pause, a picture stands in for the cells (Motion).
import { Motion } from './motion';

export interface SheetModel {
  rows: number;
  columns: number;
  cell_width: number;
  name_width: number;
  name(row: number): { text: string; looks: string; address: string; depth: number };
  head(column: number): { text: string; looks: string };
  cell(row: number, column: number, into: CellLook, leading: boolean): void; // leading: the first one in sight
  title(row: number, column: number): string;
}
export interface CellLook {
  text: string;
  looks: number; // the sum of Look
}
export interface SheetPlace {
  row: number; // -1: none
  column: number;
  band: [number, number] | null; // the columns of the loop
  flags: Flag[]; // what stands above a column
  arrows: SheetArrow[]; // from cell to cell
  line: number; // the column before which a line is drawn; -1: none
}
export interface Flag {
  column: number;
  text: string;
  looks: string;
}
export interface SheetArrow {
  from: [row: number, column: number];
  to: [row: number, column: number];
  looks: string;
}

// Marks, then what a lane looks like here: a stretch of one value, a wave that is high or low, a number by its height.
export const Look = {
  changed: 1, cause: 2, fact: 4, differs: 8, long: 16, faded: 32, yes: 64, no: 128, seg: 256, start: 512, high: 1024, low: 2048, ghost: 4096, chosen: 8192,
} as const;
export const level_look = (eighth: number): number => (eighth + 1) << 14;
const known_classes = new Map<number, string>();
function class_of(sum: number): string {
  const known = known_classes.get(sum);
  if (known) return known;
  const level = sum >> 14;
  const made = ['cell', ...Object.entries(Look).filter(([, bit]) => sum & bit).map(([name]) => name), ...(level ? [`level l${level - 1}`] : [])].join(' ');
  known_classes.set(sum, made);
  return made;
}

interface Slot {
  row: HTMLElement;
  name: HTMLElement;
  link: HTMLAnchorElement; // in it, to the source
  shift: HTMLElement;
  cells: HTMLElement[];
  texts: Text[];
  shown: string[];
  looks: number[];
  at: number; // the row that it shows; -1: none
  label: string;
  ends: string; // the width of its cells when the last column is in sight
  from: number; // the first column that it shows
}

export const row_height = 30, head_height = 48;
let sheets = 0;
const soon = 150, at_rest = 110, many_cells = 120; // milliseconds between two moves, and after the last one
const svg = 'http://www.w3.org/2000/svg';

function element<K extends keyof HTMLElementTagNameMap>(tag: K, looks: string, role: string, parent: Element): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = looks;
  if (role) made.setAttribute('role', role);
  parent.append(made);
  return made;
}

const empty_cell = document.createElement('span');
empty_cell.className = 'cell';
empty_cell.setAttribute('role', 'gridcell');
empty_cell.append(document.createTextNode(''));

export class Sheet {
  private readonly id = `sheet${++sheets}`;
  private readonly canvas: HTMLElement;
  private readonly pane: HTMLElement;
  private readonly corner: HTMLElement;
  private readonly head_shift: HTMLElement;
  private readonly body: HTMLElement;
  private readonly band: HTMLElement;
  private readonly column_mark: HTMLElement;
  private readonly row_mark: HTMLElement;
  private readonly line_mark: HTMLElement;
  private readonly flag_box: HTMLElement;
  private readonly drawn: SVGSVGElement;
  private readonly drawn_arrows: SVGGElement;
  private readonly observer: ResizeObserver;
  private heads: { button: HTMLElement; text: string; looks: string }[] = [];
  private slots: Slot[] = [];
  private model: SheetModel | null = null;
  private place: SheetPlace = { row: -1, column: 0, band: null, flags: [], arrows: [], line: -1 };
  private readonly cell: CellLook = { text: '', looks: 0 }; // one for all: nothing is made anew while drawing
  private width = 0;
  private height = 0;
  private first_row = 0;
  private first_column = 0;
  private readonly motion: Motion;
  private moved = { left: 0, top: 0, cell_width: 0, when: -Infinity };
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly box: HTMLElement,
    private readonly on_head: (column: number) => void,
    private readonly on_cell: (row: number, column: number) => void,
    private readonly on_name: (row: number) => void = () => {},
    private readonly on_scroll: (left: number, width: number) => void = () => {},
  ) {
    this.canvas = element('div', 'canvas', 'presentation', box);
    this.pane = element('div', 'pane', 'presentation', this.canvas);
    const clip = element('div', 'clip', 'presentation', this.pane);
    this.body = element('div', 'body', 'presentation', clip);
    this.column_mark = element('div', 'column-mark', 'presentation', this.pane);
    this.row_mark = element('div', 'row-mark', 'presentation', this.pane);
    this.line_mark = element('div', 'line-mark', 'presentation', this.pane);
    this.drawn = this.pane.appendChild(document.createElementNS(svg, 'svg'));
    this.drawn.setAttribute('class', 'arrows');
    this.drawn.setAttribute('aria-hidden', 'true');
    this.drawn_arrows = this.drawn.appendChild(document.createElementNS(svg, 'g'));
    const heads = element('div', 'heads', 'row', this.pane);
    heads.setAttribute('aria-rowindex', '1');
    this.head_shift = element('div', 'shift', 'presentation', heads);
    this.corner = element('span', 'corner', 'columnheader', heads);
    this.corner.textContent = 'step';
    this.flag_box = element('div', 'flags', 'presentation', heads);
    this.band = element('div', 'band', 'presentation', this.flag_box);
    this.flag_box.setAttribute('aria-hidden', 'true');
    this.motion = new Motion(this.pane);
    box.addEventListener('scroll', () => this.scrolled(), { passive: true });
    this.body.addEventListener('click', (event) => this.from_cell(event, (row, column) => this.on_cell(row, column)));
    this.body.addEventListener('click', (event) => this.from_name(event));
    // Titles are found when somebody points at a cell.
    this.body.addEventListener('mouseover', (event) =>
      this.from_cell(event, (row, column, cell) => (cell.title = this.model?.title(row, column) ?? '')),
    );
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(box);
  }

  destroy(): void {
    clearTimeout(this.resting);
    this.observer.disconnect();
  }

  show(model: SheetModel, place: SheetPlace): void {
    const anew = model !== this.model;
    const wider = this.model?.cell_width !== model.cell_width || this.model?.name_width !== model.name_width;
    const left = this.box.scrollLeft, top = this.box.scrollTop; // read before anything is written: a layout less
    this.model = model;
    this.place = place;
    if (anew) {
      this.canvas.style.width = `${model.name_width + model.columns * model.cell_width}px`;
      this.canvas.style.height = `${head_height + model.rows * row_height}px`;
      for (const slot of this.slots) slot.at = -1;
    }
    if (!this.width) return this.resize();
    const most = model.name_width + model.columns * model.cell_width - this.width, lowest = head_height + model.rows * row_height - this.height;
    const to = { left: Math.max(0, Math.min(left, most)), top: Math.max(0, Math.min(top, lowest)) };
    if (this.goes_on_moving(to.left, to.top, model)) return this.paint(to.left, to.top, model);
    this.place_flags(model);
    this.place_arrows(model);
    if (wider) this.lay_out(model);
    this.draw(to.left, to.top);
  }

  // Whether this is one of several moves in a row, too many cells to follow each of them.
  private goes_on_moving(left: number, top: number, model: SheetModel): boolean {
    const { moved } = this, { cell_width } = model;
    const now = performance.now(), moves = moved.left !== left || moved.top !== top || moved.cell_width !== cell_width;
    const quick = now - moved.when < soon;
    if (moves) this.moved = { left, top, cell_width, when: now };
    return this.motion.shown || (moves && quick && this.slots.length * this.heads.length > many_cells);
  }
  private paint(left: number, top: number, model: SheetModel): void {
    this.motion.paint(model, this.place, left, top, this.width, this.height);
    this.on_scroll(left, this.width);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(), at_rest);
  }
  private rest(): void {
    const model = this.model;
    if (!model) return;
    this.place_flags(model);
    this.place_arrows(model);
    this.lay_out(model);
    this.draw(this.box.scrollLeft, this.box.scrollTop);
    this.motion.rest();
  }
  private scrolled(): void {
    const { scrollLeft, scrollTop } = this.box, model = this.model;
    if (model && this.goes_on_moving(scrollLeft, scrollTop, model)) this.paint(scrollLeft, scrollTop, model);
    else this.draw(scrollLeft, scrollTop);
  }

  // Flags and arrows are made where they belong in the whole; scrolling moves all of them at once.
  private place_flags(model: SheetModel): void {
    const { band, flags } = this.place;
    const made = flags.map(({ column, text, looks }) => {
      const flag = document.createElement('span');
      const last = column >= model.columns - 1 && model.columns > 1; // there is no room to its right
      flag.className = `flag ${looks}${last ? ' last' : ''}`;
      flag.textContent = text;
      flag.style.left = `${last ? model.columns * model.cell_width : (column + 0.5) * model.cell_width}px`;
      return flag;
    });
    this.band.hidden = !band;
    if (band) {
      this.band.style.left = `${(band[0] + 0.5) * model.cell_width - 6}px`;
      this.band.style.width = `${Math.max(14, (band[1] - band[0] - 1) * model.cell_width + 12)}px`;
    }
    this.flag_box.replaceChildren(this.band, ...made);
  }
  private place_arrows(model: SheetModel): void {
    const x = (column: number) => (column + 0.5) * model.cell_width, y = (row: number) => (row + 0.5) * row_height;
    this.drawn_arrows.replaceChildren(...this.place.arrows.flatMap(({ from, to, looks }) => {
      const x1 = x(from[1]), x2 = x(to[1]) - Math.min(14, model.cell_width / 2), y1 = y(from[0]), y2 = y(to[0]), bend = Math.max(16, (x2 - x1) * 0.5);
      const path = document.createElementNS(svg, 'path'), tip = document.createElementNS(svg, 'path'), root = document.createElementNS(svg, 'circle');
      path.setAttribute('d', from[0] === to[0] ? `M${x1} ${y1 - 6}Q${(x1 + x2) / 2} ${y1 - 20} ${x2} ${y2 - 4}` : `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`);
      path.setAttribute('class', `way ${looks}`);
      tip.setAttribute('d', `M${x2 - 7} ${y2 - (from[0] === to[0] ? 9 : 4)}L${x2 + 1} ${y2 - (from[0] === to[0] ? 4 : 0)}L${x2 - 7} ${y2 + 4}z`);
      tip.setAttribute('class', `end ${looks}`);
      root.setAttribute('cx', String(x1));
      root.setAttribute('cy', String(from[0] === to[0] ? y1 - 6 : y1));
      root.setAttribute('r', '3');
      root.setAttribute('class', `end ${looks}`);
      return [path, tip, root];
    }));
  }

  /** The id of the cell at a place, when it is in sight. */
  cell_id(row: number, column: number): string {
    return `${this.id}-${row - this.first_row}-${column - this.first_column}`;
  }

  private from_cell(event: Event, act: (row: number, column: number, cell: HTMLElement) => void): void {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[role=gridcell]');
    const place = cell?.id.split('-');
    if (cell && place) act(this.first_row + Number(place[1]), this.first_column + Number(place[2]), cell);
  }

  private from_name(event: Event): void {
    const name = (event.target as HTMLElement).closest<HTMLElement>('[role=rowheader]');
    const slot = (event.target as HTMLElement).closest('a[href]') ? undefined : this.slots.find((one) => one.name === name);
    if (slot && slot.at >= 0) this.on_name(slot.at);
  }

  private resize(): void {
    if (!this.model) return;
    this.place_flags(this.model);
    this.place_arrows(this.model);
    this.width = this.box.clientWidth;
    this.height = this.box.clientHeight;
    this.lay_out(this.model);
    this.draw(this.box.scrollLeft, this.box.scrollTop);
  }

  // As many rows and columns as can be in sight at once; what is there is kept.
  private lay_out(model: SheetModel): void {
    this.pane.style.width = `${this.width}px`;
    this.pane.style.height = `${this.height}px`;
    this.corner.style.width = `${model.name_width}px`;
    this.head_shift.style.left = this.flag_box.style.left = this.drawn.style.left = `${model.name_width}px`;
    this.body.style.setProperty('--cell', `${model.cell_width}px`);
    const rows = Math.ceil(this.height / row_height) + 1;
    const columns = Math.ceil(Math.max(0, this.width - model.name_width) / model.cell_width) + 1;
    for (const head of this.heads.splice(columns)) head.button.remove();
    while (this.heads.length < columns) this.heads.push(this.make_head(this.heads.length));
    this.heads.forEach(({ button }, i) => {
      button.style.left = `${i * model.cell_width}px`;
      button.style.width = `${model.cell_width}px`;
    });
    for (const slot of this.slots.splice(rows)) slot.row.remove();
    while (this.slots.length < rows) this.slots.push(this.make_slot(this.slots.length));
    this.slots.forEach((slot, i) => {
      slot.name.style.width = slot.shift.style.left = `${model.name_width}px`;
      this.fill(slot, i, columns);
    });
  }

  // So many cells in a row.
  private fill(slot: Slot, row: number, columns: number): void {
    for (const cell of slot.cells.splice(columns)) cell.remove();
    for (const list of [slot.texts, slot.shown, slot.looks]) list.length = Math.min(list.length, columns);
    const made: HTMLElement[] = [];
    for (let k = slot.cells.length; k < columns; k++) {
      const cell = empty_cell.cloneNode(true) as HTMLElement;
      cell.id = `${this.id}-${row}-${k}`;
      slot.cells.push(cell);
      slot.texts.push(cell.firstChild as Text);
      slot.shown.push('');
      slot.looks.push(0);
      made.push(cell);
    }
    slot.shift.append(...made);
  }

  private make_head(i: number) {
    const button = element('span', 'head', 'columnheader', this.head_shift); // the grid itself takes the keys
    button.addEventListener('click', () => this.on_head(this.first_column + i));
    return { button, text: '', looks: '' };
  }

  private make_slot(i: number): Slot {
    const row = element('div', 'row', 'row', this.body);
    row.style.top = `${i * row_height}px`;
    const name = element('span', 'name', 'rowheader', row), link = element('a', '', '', name);
    link.tabIndex = -1;
    const shift = element('div', 'shift', 'presentation', row);
    return { row, name, link, shift, cells: [], texts: [], shown: [], looks: [], at: -1, label: '', ends: '', from: -1 };
  }

  private draw(left: number, top: number): void {
    const model = this.model;
    if (!model || !this.slots.length) return;
    this.first_row = Math.floor(top / row_height);
    this.first_column = Math.floor(left / model.cell_width);
    const shift = `translateX(${-(left % model.cell_width)}px)`;
    this.body.style.transform = `translateY(${-(top % row_height)}px)`;
    this.head_shift.style.transform = shift;
    this.flag_box.style.transform = `translateX(${-left}px)`;
    this.drawn_arrows.setAttribute('transform', `translate(${-left} ${-top})`);
    this.heads.forEach((head, i) => this.draw_head(head, this.first_column + i, model));
    // Nothing is drawn past the last column.
    const left_over = model.columns - this.first_column;
    const ends = left_over < this.heads.length ? `${left_over * model.cell_width}px` : '';
    this.slots.forEach((slot, i) => this.draw_row(slot, this.first_row + i, shift, ends, model));
    this.draw_marks(left, top, model);
    this.on_scroll(left, this.width);
  }

  private draw_head(head: (typeof this.heads)[number], column: number, model: SheetModel): void {
    const inside = column < model.columns;
    const { text, looks } = inside ? model.head(column) : { text: '', looks: ' none' }; // some are too narrow for a number
    if (head.text !== text) head.button.textContent = head.text = text;
    if (head.looks !== looks) head.button.className = `head${(head.looks = looks)}`;
  }

  private draw_row(slot: Slot, row: number, shift: string, ends: string, model: SheetModel): void {
    const inside = row < model.rows;
    if (slot.at !== row || !inside) {
      slot.row.hidden = !inside;
      slot.at = row;
      if (!inside) return;
      slot.row.setAttribute('aria-rowindex', String(row + 2));
      this.draw_name(slot, model.name(row));
    }
    slot.shift.style.transform = shift;
    if (slot.ends !== ends) {
      slot.shift.style.width = slot.ends = ends;
      slot.shift.className = ends ? 'shift ends' : 'shift';
    }
    if (slot.from !== this.first_column) slot.row.setAttribute('aria-colindex', String((slot.from = this.first_column) + 2));
    for (let i = 0; i < slot.cells.length; i++) {
      const column = this.first_column + i;
      const cell = this.cell;
      cell.text = '';
      cell.looks = 0;
      if (column < model.columns) model.cell(row, column, cell, i === 0);
      const { text, looks } = cell;
      if (slot.shown[i] !== text) slot.texts[i]!.data = slot.shown[i] = text;
      if (slot.looks[i] !== looks) slot.cells[i]!.className = class_of((slot.looks[i] = looks));
    }
  }

  private draw_name(slot: Slot, name: ReturnType<SheetModel['name']>): void {
    const label = `${name.text}\n${name.looks}\n${name.depth}`;
    if (slot.label === label) return;
    slot.label = label;
    slot.link.textContent = name.text;
    slot.name.className = `name${name.looks}`;
    slot.name.title = name.text;
    slot.name.style.paddingLeft = `${12 + name.depth * 14}px`;
    slot.row.className = name.looks.includes('group') ? 'row heading' : 'row';
    if (name.address) slot.link.href = name.address;
    else slot.link.removeAttribute('href');
  }

  // The loop, the chosen step and the chosen row are each one element above the cells.
  private draw_marks(left: number, top: number, model: SheetModel): void {
    const put = (mark: HTMLElement, from: number, to: number) => {
      const begin = Math.max(0, from * model.cell_width - left), end = Math.min(this.width - model.name_width, to * model.cell_width - left);
      mark.hidden = end <= begin;
      if (mark.hidden) return;
      mark.style.transform = `translateX(${model.name_width + begin}px)`;
      mark.style.width = `${end - begin}px`;
    };
    const { column, row, line } = this.place;
    put(this.column_mark, column, column + 1);
    put(this.line_mark, line, line < 0 ? line : line + 1);
    const y = head_height + row * row_height - top;
    this.row_mark.hidden = row < 0 || y < head_height || y > this.height;
    this.row_mark.style.transform = `translateY(${y}px)`;
  }
}
