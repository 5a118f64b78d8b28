// Values as a person reads them: words of bits as numbers, in the radix that the page or a lane is set to.
import { untrack } from 'svelte';
import { spell, type Value } from './report';

export const ways = ['dec', 'hex', 'bin', 'ipv4', 'ascii'] as const;
export type Way = (typeof ways)[number];

const literal = /(-?)0([us]?)([bodh])(\d*)_([0-9a-fA-F_]+)/;
const whole = new RegExp(`^${literal.source}$`);
const within = new RegExp(`(?<!\\w|(?<!\\.)\\.)${literal.source}`, 'g'); // of 4..0ud3_5 too
const bare_address = /(?<![\w.])\d{8,10}(?![\w.]*\w)/g; // numbers of that size are addresses where a model is about them
const bases: Record<string, bigint> = { b: 2n, o: 8n, d: 10n, h: 16n };

function number_in(base: bigint, digits: string): bigint {
  let value = 0n;
  for (const digit of digits.replaceAll('_', '')) value = value * base + BigInt(parseInt(digit, 16));
  return value;
}

const bytes = (value: bigint, bits: number): number[] => Array.from({ length: Math.ceil(bits / 8) }, (_, i, all = Math.ceil(bits / 8)) => Number((value >> BigInt(8 * (all - 1 - i))) & 255n));

/** A number of so many bits; a radix that does not suit it is not used. */
export function written_as(value: bigint, bits: number, way: Way): string {
  const sign = value < 0n ? '-' : '', size = value < 0n ? -value : value;
  if (way === 'hex') return `${sign}0x${size.toString(16).padStart(Math.ceil(bits / 4), '0')}`;
  if (way === 'bin') return `${sign}${size.toString(2).padStart(bits, '0')}`;
  if (way === 'ipv4' && bits === 32 && !sign) return bytes(value, 32).join('.');
  const text = way === 'ascii' && bits >= 8 && !sign ? bytes(value, bits) : [];
  if (text.length && text.every((byte) => byte === 0 || (byte > 31 && byte < 127))) return `'${String.fromCharCode(...text.filter(Boolean))}'`;
  return value.toString();
}

function shown_word([, sign, , base, bits, digits]: RegExpMatchArray | string[], way: Way): string {
  const value = number_in(bases[base!] ?? 10n, digits!);
  return written_as(sign ? -value : value, Number(bits || 0), way);
}

/** A value; texts that stand for words of bits are numbers. */
export function shown(value: Value | undefined, way: Way = radix.way): string {
  if (typeof value === 'number' && (way === 'hex' || way === 'bin') && Number.isInteger(value)) return written_as(BigInt(value), 0, way);
  if (typeof value !== 'string') return typeof value === 'object' && value !== null ? said(spell(value), way) : spell(value);
  const word = value.length > 3 ? whole.exec(value) : null;
  return word ? shown_word(word, way) : value;
}

/** A formula or a sentence, with its words of bits as numbers. */
export function said(text: string, way: Way = radix.way): string {
  const words = text.replace(within, (...found) => shown_word(found as string[], way));
  return way === 'ipv4' ? words.replace(bare_address, (number) => (BigInt(number) < 1n << 32n ? written_as(BigInt(number), 32, 'ipv4') : number)) : words;
}

class Radix {
  usual: Way = 'dec'; // of this model
  way = $state<Way>('dec');

  /** What a model is read with at first: addresses of networks as such. */
  begin(usual: Way): void {
    if (usual === this.usual) return;
    if (untrack(() => this.way) === this.usual) this.way = usual;
    this.usual = usual;
  }
}
export const radix = new Radix();
