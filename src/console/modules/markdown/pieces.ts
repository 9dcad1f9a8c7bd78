/** The least length of a piece: about a millisecond of parsing. */
const PIECE = 1000;
/**
 * What may reach across blank lines, or be used elsewhere in the text: definitions, HTML, and code in lists and quotes.
 * A false match only makes editing slower.
 */
const SPANNING = /\]:|<(?:pre|script|style|textarea|[?!])|^[ \t>*+\d.)-]+(?:`{3}|~{3})/im;
const FENCE = /^(`{3,}|~{3,})(.*)$/;
const BLANK = /^[ \t]*$/;
/** The start of a paragraph or heading. After a blank line, it can't belong to the block above. */
const START = /^(?:\p{L}|#{1,6} )/u;

/**
 * Splits a long text between blocks, so that editing it re-renders only the piece that changed. Parsing the pieces gives
 * the same blocks as parsing the whole text.
 * @param least the length of a piece, except for the last one, which may be shorter
 */
export function piecesOf(text: string, least = PIECE): string[] {
  if (text.length < 2 * least || SPANNING.test(text)) return [text];
  const pieces: string[] = [];
  let fence: string | null = null;
  let start = 0;
  let at = 0;
  let isAfterBlank = false;
  for (const ended of text.split('\n')) {
    const line = ended.replace(/\r$/, '');
    if (fence === null && isAfterBlank && at - start >= least && START.test(line)) {
      pieces.push(text.slice(start, at));
      start = at;
    }
    fence = fenceAfter(fence, line);
    isAfterBlank = BLANK.test(line);
    at += ended.length + 1;
  }
  pieces.push(text.slice(start));
  return pieces;
}

/** The fence of the code block that is open after a line; null if none is. */
function fenceAfter(open: string | null, line: string): string | null {
  const [, marks = '', info = ''] = FENCE.exec(line) ?? [];
  if (marks === '') return open;
  if (open === null) return marks[0] === '`' && info.includes('`') ? null : marks;
  const closes = marks[0] === open[0] && marks.length >= open.length && info.trim() === '';
  return closes ? null : open;
}
