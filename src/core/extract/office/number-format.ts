import { DAY_MS } from '../../limits.ts';
/** The kind of value that a spreadsheet number represents, by its number format. */
export type NumberKind = 'number' | 'percent' | 'date';

/** The built-in formats of dates and times, and of percentages. */
const DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]);
const PERCENTS = new Set([9, 10]);

/** @param code the custom format, such as `d.m.yyyy`; undefined for built-in ones */
export function kindOfFormat(id: number, code: string | undefined): NumberKind {
  if (DATES.has(id)) return 'date';
  if (PERCENTS.has(id)) return 'percent';
  // Literals, colours and conditions in a format contain letters too.
  const plain = (code ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
  if (plain.includes('%')) return 'percent';
  return /[ymdhs]/i.test(plain) && !/general|[#0?]/i.test(plain.replace(/s\.0+/gi, ''))
    ? 'date'
    : 'number';
}

/** Days from a spreadsheet's epoch to 1970. The epoch is 1904, or 1900 with a non-existent 29 February. */
const EPOCH = { since1900: 25_569, since1904: 24_107 };

/** Formats a number for people; dates as `2024-05-31 14:30`. */
export function formatNumber(written: string, kind: NumberKind, is1904 = false): string {
  const value = Number(written);
  if (written.trim() === '' || !Number.isFinite(value)) return written;
  if (kind === 'percent') return `${rounded(value * 100)}%`;
  if (kind === 'number') return rounded(value);
  const days = value - (is1904 ? EPOCH.since1904 : EPOCH.since1900);
  const date = new Date(Math.round((days * DAY_MS) / 1000) * 1000);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return rounded(value);
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T');
  const clock = time.endsWith(':00') ? time.slice(0, 5) : time;
  if (value >= 0 && value < 1) return clock;
  return Number.isInteger(value) ? day : `${day} ${clock}`;
}

/** Spreadsheets show 15 significant digits: 0.1 + 0.2 is 0.3. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(15)));
}
