// A drawing of the page as a file: its styles go into it, so that it looks the same anywhere.
import { download } from './api';

const inherited = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-opacity', 'stroke-linejoin', 'paint-order', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'opacity'];

/** The largest drawing that is to be seen. */
export function picture_of(): SVGSVGElement | null {
  const size = (svg: SVGSVGElement) => svg.clientWidth * svg.clientHeight;
  const all = [...document.querySelectorAll<SVGSVGElement>('#view svg')].filter((svg) => size(svg) > 10_000);
  return all.sort((a, b) => size(b) - size(a))[0] ?? null;
}

function drawn(svg: SVGSVGElement): { text: string; width: number; height: number } {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll<SVGElement>('*')], to = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  from.forEach((element, i) => {
    const style = getComputedStyle(element), target = to[i]!;
    for (const name of inherited) target.setAttribute(name, style.getPropertyValue(name));
    for (const name of ['class', 'tabindex', 'role', 'style']) target.removeAttribute(name);
  });
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const back = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const { x, y, width: wide, height: high } = svg.viewBox.baseVal;
  for (const [name, value] of Object.entries({ x, y, width: wide || width, height: high || height, fill: getComputedStyle(document.documentElement).getPropertyValue('--surface').trim() })) back.setAttribute(name, String(value));
  copy.prepend(back);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

export async function save_picture(svg: SVGSVGElement, name: string, as: 'svg' | 'png'): Promise<void> {
  const { text, width, height } = drawn(svg);
  if (as === 'svg') return download(`${name}.svg`, new Blob([text], { type: 'image/svg+xml' }));
  const image = new Image(), canvas = document.createElement('canvas'), twice = 2;
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  canvas.width = width * twice;
  canvas.height = height * twice;
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const data = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (data) download(`${name}.png`, data);
}
