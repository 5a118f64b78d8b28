// A table of any size, drawn by hand.  Only as many cells exist as fit in sight; they stay where they are, in a pane that
// sticks to the scrolling box, and take on what is to be seen there.  Nothing is created, measured or laid out anew
// while scrolling: texts and classes that differ are set, and whole rows are moved by a fraction of a cell.
export interface SheetModel {
  rows: number;
  columns: number;
  cell_width: number;
  name_width: number;
  name(row: number): { text: string; looks: string; address: string; depth: number };
  head(column: number): { text: string; looks: string };
  cell(row: number, column: number, into: CellLook): void;
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
}

export const Look = { changed: 1, cause: 2, fact: 4, differs: 8, long: 16, faded: 32, yes: 64, no: 128 } as const;
const classes = Array.from({ length: 256 }, (_, sum) => ['cell', ...Object.entries(Look).filter(([, bit]) => sum & bit).map(([name]) => name)].join(' '));

interface Slot {
  row: HTMLElement;
  name: HTMLAnchorElement;
  shift: HTMLElement;
  cells: HTMLElement[];
  texts: Text[];
  shown: string[];
  looks: number[];
  at: number; // the row that it shows; -1: none
  label: string;
  ends: string; // the width of its cells when the last column is in sight
}

export const row_height = 26;
let sheets = 0;

function element<K extends keyof HTMLElementTagNameMap>(tag: K, looks: string, role: string, parent: Element): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = looks;
  if (role) made.setAttribute('role', role);
  parent.append(made);
  return made;
}

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
  private readonly observer: ResizeObserver;
  private heads: { button: HTMLButtonElement; text: string; looks: string }[] = [];
  private slots: Slot[] = [];
  private model: SheetModel | null = null;
  private place: SheetPlace = { row: -1, column: 0, band: null };
  private readonly cell: CellLook = { text: '', looks: 0 }; // one for all: nothing is made anew while drawing
  private width = 0;
  private height = 0;
  private first_row = 0;
  private first_column = 0;

  constructor(
    private readonly box: HTMLElement,
    private readonly on_head: (column: number) => void,
    private readonly on_cell: (row: number, column: number) => void,
  ) {
    this.canvas = element('div', 'canvas', 'presentation', box);
    this.pane = element('div', 'pane', 'presentation', this.canvas);
    const clip = element('div', 'clip', 'presentation', this.pane);
    this.body = element('div', 'body', 'presentation', clip);
    this.band = element('div', 'band', 'presentation', this.pane);
    this.column_mark = element('div', 'column-mark', 'presentation', this.pane);
    this.row_mark = element('div', 'row-mark', 'presentation', this.pane);
    const heads = element('div', 'heads', 'row', this.pane);
    heads.setAttribute('aria-rowindex', '1');
    this.head_shift = element('div', 'shift', 'presentation', heads);
    this.corner = element('span', 'corner', 'columnheader', heads);
    this.corner.textContent = 'step';
    box.addEventListener('scroll', this.draw, { passive: true });
    this.body.addEventListener('click', (event) => this.from_cell(event, (row, column) => this.on_cell(row, column)));
    // Titles are found when somebody points at a cell.
    this.body.addEventListener('mouseover', (event) =>
      this.from_cell(event, (row, column, cell) => (cell.title = this.model?.title(row, column) ?? '')),
    );
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(box);
  }

  destroy(): void {
    this.observer.disconnect();
  }

  show(model: SheetModel, place: SheetPlace): void {
    const anew = model !== this.model;
    const wider = this.model?.cell_width !== model.cell_width || this.model?.name_width !== model.name_width;
    this.model = model;
    this.place = place;
    if (anew) {
      this.canvas.style.width = `${model.name_width + model.columns * model.cell_width}px`;
      this.canvas.style.height = `${(model.rows + 1) * row_height}px`;
      for (const slot of this.slots) slot.at = -1;
    }
    if (wider) this.resize();
    else this.draw();
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

  // As many rows and columns as can be in sight at once.
  private resize(): void {
    const model = this.model;
    if (!model) return;
    this.width = this.box.clientWidth;
    this.height = this.box.clientHeight;
    this.pane.style.width = `${this.width}px`;
    this.pane.style.height = `${this.height}px`;
    this.corner.style.width = `${model.name_width}px`;
    this.head_shift.style.left = `${model.name_width}px`;
    const rows = Math.ceil(this.height / row_height) + 1;
    const columns = Math.ceil(Math.max(0, this.width - model.name_width) / model.cell_width) + 1;
    this.body.replaceChildren();
    this.head_shift.replaceChildren();
    this.heads = Array.from({ length: columns }, (_, i) => this.make_head(i, model));
    this.slots = Array.from({ length: rows }, (_, i) => this.make_slot(i, columns, model));
    this.draw();
  }

  private make_head(i: number, model: SheetModel) {
    const button = element('button', 'head', 'columnheader', this.head_shift);
    button.tabIndex = -1; // the grid itself takes the keys
    button.style.left = `${i * model.cell_width}px`;
    button.style.width = `${model.cell_width}px`;
    button.addEventListener('click', () => this.on_head(this.first_column + i));
    return { button, text: '', looks: '' };
  }

  private make_slot(i: number, columns: number, model: SheetModel): Slot {
    const row = element('div', 'row', 'row', this.body);
    row.style.top = `${i * row_height}px`;
    const name = element('a', 'name', 'rowheader', row);
    name.style.width = `${model.name_width}px`;
    const shift = element('div', 'shift', 'presentation', row);
    shift.style.left = `${model.name_width}px`;
    const cells = Array.from({ length: columns }, (_, k) => {
      const cell = element('span', 'cell', 'gridcell', shift);
      cell.id = `${this.id}-${i}-${k}`;
      cell.style.width = `${model.cell_width}px`;
      return cell;
    });
    const texts = cells.map((cell) => cell.appendChild(document.createTextNode('')));
    return { row, name, shift, cells, texts, shown: cells.map(() => ''), looks: cells.map(() => 0), at: -1, label: '', ends: '' };
  }

  private readonly draw = (): void => {
    const model = this.model;
    if (!model || !this.slots.length) return;
    const left = this.box.scrollLeft, top = this.box.scrollTop;
    this.first_row = Math.floor(top / row_height);
    this.first_column = Math.floor(left / model.cell_width);
    const shift = `translateX(${-(left % model.cell_width)}px)`;
    this.body.style.transform = `translateY(${-(top % row_height)}px)`;
    this.head_shift.style.transform = shift;
    this.heads.forEach((head, i) => this.draw_head(head, this.first_column + i, model));
    // Nothing is drawn past the last column.
    const left_over = model.columns - this.first_column;
    const ends = left_over < this.heads.length ? `${left_over * model.cell_width}px` : '';
    this.slots.forEach((slot, i) => this.draw_row(slot, this.first_row + i, shift, ends, model));
    this.draw_marks(left, top, model);
  };

  private draw_head(head: (typeof this.heads)[number], column: number, model: SheetModel): void {
    const inside = column < model.columns;
    const { text, looks } = inside ? model.head(column) : { text: '', looks: ' none' };
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
    slot.row.setAttribute('aria-colindex', String(this.first_column + 2));
    for (let i = 0; i < slot.cells.length; i++) {
      const column = this.first_column + i;
      const cell = this.cell;
      if (column < model.columns) model.cell(row, column, cell);
      else (cell.text = ''), (cell.looks = 0);
      const { text, looks } = cell;
      if (slot.shown[i] !== text) slot.texts[i]!.data = slot.shown[i] = text;
      if (slot.looks[i] !== looks) slot.cells[i]!.className = classes[(slot.looks[i] = looks)]!;
    }
  }

  private draw_name(slot: Slot, name: ReturnType<SheetModel['name']>): void {
    const label = `${name.text}\n${name.looks}\n${name.depth}`;
    if (slot.label === label) return;
    slot.label = label;
    slot.name.textContent = name.text;
    slot.name.className = `name${name.looks}`;
    slot.name.title = name.text;
    slot.name.tabIndex = -1;
    slot.name.style.paddingLeft = `${8 + name.depth * 14}px`;
    if (name.address) slot.name.href = name.address;
    else slot.name.removeAttribute('href');
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
    const { band, column, row } = this.place;
    put(this.column_mark, column, column + 1);
    if (band) put(this.band, band[0], band[1]);
    else this.band.hidden = true;
    const y = (row + 1) * row_height - top;
    this.row_mark.hidden = row < 0 || y < row_height || y > this.height;
    this.row_mark.style.transform = `translateY(${y}px)`;
  }
}
