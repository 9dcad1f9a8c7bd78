/** A Markdown table as rows of cells; null if the text isn't a table. */
export function tableRows(text: string): string[][] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isTable = lines.length >= 2 && lines.every((line) => line.trimStart().startsWith('|'));
  if (!isTable) return null;
  const rows = lines.map(cellsOf);
  return rows.filter((cells, row) => row !== 1 || !cells.every((cell) => /^:?-+:?$/.test(cell)));
}

/** Lines such as `Price: 99 euros` as names and values; null if the text has other lines. */
export function recordFields(text: string): { name: string; value: string }[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const fields = lines.map((line) => /^([^:]{1,80}): (.*)$/.exec(line));
  if (fields.length === 0 || fields.some((field) => field === null)) return null;
  return fields.map((field) => ({ name: field?.[1] ?? '', value: field?.[2] ?? '' }));
}

/** The text of a heading without its Markdown marks. */
export function headingText(text: string): string {
  return text.replace(/^#{1,6}\s+/, '').replace(/\s+#+$/, '');
}

/** Code without its fence. */
export function codeText(text: string): string {
  return text.replace(/^(```|~~~)[^\n]*\n/, '').replace(/\n?(```|~~~)\s*$/, '');
}

/** Splits a list item into its number or bullet and the text after it, at `offset`; null if it isn't a list item. */
export function listItem(text: string): { marker: string; text: string; offset: number } | null {
  const [all, marker] = /^\s*([-*+•]|\d{1,9}[.)])[ \t]+/.exec(text) ?? [];
  if (all === undefined || marker === undefined) return null;
  return {
    marker: /\d/.test(marker) ? marker : '•',
    text: text.slice(all.length),
    offset: all.length,
  };
}

/** Whether a line of Markdown is a horizontal rule. */
export function isRule(text: string): boolean {
  return /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(text);
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
