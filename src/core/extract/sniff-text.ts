import { csvRows } from '../evaluation/csv.ts';
import { tryJson } from '../json/parse-json.ts';
import { decodeText } from './decode.ts';

type TextKind = 'html' | 'markdown' | 'csv' | 'json' | 'text';

/** Enough to detect the kind of a text. */
const SAMPLE_BYTES = 32 * 1024;
const SAMPLE_ROWS = 30;

const NAMES: readonly [kind: TextKind, name: RegExp][] = [
  ['html', /\.(?:x?html?|xht)$/i],
  ['markdown', /\.(?:md|mdx|markdown|mdown|mkd)$/i],
  ['csv', /\.(?:csv|tsv|tab)$/i],
  ['json', /\.(?:json|jsonl|ndjson|geojson)$/i],
];

/** Detects the kind of a text file. If it is ambiguous, the file's name decides. */
export function sniffText(bytes: Uint8Array, name: string): TextKind {
  const { text } = decodeText(bytes.subarray(0, SAMPLE_BYTES), htmlCharset(bytes));
  const isWhole = bytes.length <= SAMPLE_BYTES;
  const head = text.trimStart();
  const named = NAMES.find(([, pattern]) => pattern.test(name))?.[0];
  if (HTML.test(head)) return named === 'markdown' && !DOCUMENT.test(head) ? 'markdown' : 'html';
  if (JSON_START.test(head) && (named === 'json' || isJson(head, isWhole))) return 'json';
  if (named === 'markdown') return 'markdown';
  const marks = markdownMarks(text);
  if (named !== 'csv' && marks >= 3) return 'markdown';
  const columns = columnsOf(text, isWhole);
  if (columns > 1 && (named === 'csv' || columns > 2 || !/\.\w+$/.test(name))) return 'csv';
  if (named === 'csv') return 'csv';
  if (named === 'html' && /<\w+[^>]*>/.test(head)) return 'html';
  return marks >= 2 && named === undefined ? 'markdown' : 'text';
}

/** The encoding declared by a page, used only if the bytes don't determine it. */
export function htmlCharset(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  return (
    /<meta\b[^>]{0,500}?\bcharset\s*=\s*["']?\s*([\w-]+)/i.exec(start)?.[1] ??
    /^\s*<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([\w-]+)/i.exec(start)?.[1]
  );
}

const DOCUMENT =
  /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i;
const HTML =
  /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|script|style|div|p|table|h[1-6]|ul|ol|section|article|main|header|nav|span|center)\b[^>]*>/i;
const JSON_START = /^(?:\{\s*(?:"|\})|\[\s*(?:["{[\d\]-]|true|false|null))/;

function isJson(head: string, isWhole: boolean): boolean {
  if (!isWhole)
    return /^[{[]\s*(?:["{[\d\]-]|true|false|null)/.test(head) && !/^\[[^\]"{]*\]\s*\S/.test(head);
  const first = head.split('\n', 1)[0]?.trim() ?? '';
  return canParse(head) || (/^\{.*\}$/.test(first) && canParse(first));
}

function canParse(text: string): boolean {
  // Deep nesting is rejected with a message when the file is extracted.
  return tryJson(text) !== undefined || /^[[{\s]{1000}/.test(text);
}

/** The number of different Markdown features in a text. */
function markdownMarks(text: string): number {
  const features = [
    /^#{1,6} \S/m,
    /^(?:```|~~~)/m,
    /\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/,
    /^\|?(?:\s*:?-{3,}:?\s*\|)+/m,
    /^(?:[-*+]|\d{1,3}\.) \S/m,
    /(?:^|\s)(?:\*\*|__)\S[^*_\n]{0,200}(?:\*\*|__)/m,
    /^> \S/m,
    /^\S[^\n]{0,200}\n(?:={3,}|-{3,})\s*$/m,
  ];
  return features.filter((feature) => feature.test(text)).length;
}

/** The number of columns that nearly all rows have; 0 if it isn't a table. */
function columnsOf(text: string, isWhole: boolean): number {
  const widths: number[] = [];
  for (const { cells } of csvRows(text)) {
    widths.push(cells.length);
    if (widths.length === SAMPLE_ROWS) break;
  }
  // The sample may end in the middle of a row.
  if (!isWhole && widths.length < SAMPLE_ROWS) widths.pop();
  const width = widths[0] ?? 0;
  const same = widths.filter((one) => one === width).length;
  const isProse = /[.!?]["”’)]?\s+\p{Lu}\p{Ll}/u.test(text.split('\n', 1)[0] ?? '');
  return widths.length > 1 && same >= widths.length * 0.9 && !isProse ? width : 0;
}
