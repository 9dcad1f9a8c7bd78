import Papa from 'papaparse';

/** A row's cells, and whether one of them begins with a quote that doesn't end where a cell does. */
export interface CsvRow {
  cells: string[];
  isBroken: boolean;
}

/** Enough text to detect the delimiter. */
const SAMPLE = 20_000;
const SAMPLE_ROWS = 20;

/** Reads CSV lazily, row by row, in linear time however the quotes are placed. Empty rows are skipped. */
export function* csvRows(text: string): Generator<CsvRow, undefined> {
  const delimiter = delimiterOf(text);
  const ends = new RegExp(`[${delimiter}\r\n]`, 'g');
  let at = 0;
  while (at < text.length) {
    const row: CsvRow = { cells: [], isBroken: false };
    for (let isOver = false; !isOver; ) {
      const cell = text[at] === '"' ? quotedCell(text, at, delimiter) : plainCell(text, at, ends);
      row.cells.push(cell.value);
      row.isBroken ||= cell.isBroken;
      isOver = text[cell.end] !== delimiter;
      at = cell.end + (text.startsWith('\r\n', cell.end) ? 2 : 1);
    }
    if (row.cells.some((cell) => cell.trim() !== '')) yield row;
  }
}

function delimiterOf(text: string): string {
  const sample = Papa.parse(text.slice(0, SAMPLE), {
    preview: SAMPLE_ROWS,
    // Papa counts the line after the last line break as a row of one cell.
    skipEmptyLines: true,
  });
  return sample.meta.delimiter || ',';
}

interface Cell {
  value: string;
  /** The offset of the next delimiter, line break or end of the text. */
  end: number;
  isBroken: boolean;
}

function plainCell(text: string, start: number, ends: RegExp): Cell {
  ends.lastIndex = start;
  const end = ends.exec(text)?.index ?? text.length;
  return { value: text.slice(start, end), end, isBroken: false };
}

/** Two quotes are an escaped quote. A quote that isn't followed by a delimiter or line break is part of the text. */
function quotedCell(text: string, start: number, delimiter: string): Cell {
  let isBroken = false;
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote === -1) {
      const value = unescaped(text.slice(start + 1));
      return { value, end: text.length, isBroken: true };
    }
    if (text[quote + 1] === '"') {
      from = quote + 2;
      continue;
    }
    const end = afterSpaces(text, quote + 1);
    if (end >= text.length || text[end] === delimiter || /[\r\n]/.test(text[end] ?? '')) {
      return { value: unescaped(text.slice(start + 1, quote)), end, isBroken };
    }
    isBroken = true;
    from = quote + 1;
  }
}

function afterSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at += 1;
  return at;
}

function unescaped(text: string): string {
  return text.replaceAll('""', '"');
}
