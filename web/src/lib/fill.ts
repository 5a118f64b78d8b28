// The cells of one row of a big table, drawn by hand: elements are reused and only what differs is touched, which is
// several times cheaper than a component for each of a thousand cells at every turn of the wheel.
export interface CellLook {
  text: string;
  looks: string; // its classes
  title: string;
  column: number; // counted from 1, the row's header included
}

export function fill(row: HTMLElement, cells: CellLook[]) {
  const draw = (list: CellLook[]) => {
    while (row.childElementCount > list.length) row.lastElementChild!.remove();
    while (row.childElementCount < list.length) {
      const element = document.createElement('span');
      element.setAttribute('role', 'gridcell');
      row.append(element);
    }
    let element = row.firstElementChild as HTMLElement | null;
    for (const cell of list) {
      if (!element) break;
      if (element.textContent !== cell.text) element.textContent = cell.text;
      if (element.className !== cell.looks) element.className = cell.looks;
      if (element.title !== cell.title) element.title = cell.title;
      element.ariaColIndex = String(cell.column);
      element = element.nextElementSibling as HTMLElement | null;
    }
  };
  draw(cells);
  return { update: draw };
}
