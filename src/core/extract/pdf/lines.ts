/** A piece of text as drawn on a PDF page. */
export interface TextItem {
  str: string;
  /** [a, b, c, d, x, y]: maps its coordinates to the page's, whose origin is at the bottom left. */
  transform: number[];
  width: number;
  hasEOL: boolean;
}

/** A line of text on a page or in a column. */
export interface Line {
  text: string;
  /** Font size, in points. */
  size: number;
  left: number;
  right: number;
  /** The y-coordinate of its baseline, which decreases down the page. */
  y: number;
}

/** As a multiple of the font size. */
const SAME_LINE = 0.45;
const SPACE = 0.18;
/** If a larger share of lines is above the previous one, drawing order isn't reading order. */
const DISORDERED = 0.3;

/**
 * The lines of a page in reading order. Usually that is drawing order, which keeps columns apart; if that is chaotic,
 * lines are sorted by position.
 */
export function linesOfPage(items: readonly TextItem[]): Line[] {
  const drawn = joinItems(items);
  let upwards = 0;
  for (const [index, line] of drawn.entries()) {
    const before = drawn[index - 1];
    if (before !== undefined && line.y > before.y + before.size) upwards += 1;
  }
  if (drawn.length < 4 || upwards <= drawn.length * DISORDERED) return drawn;
  const pieces = drawn.sort((one, other) => other.y - one.y || one.left - other.left);
  return joinPieces(pieces);
}

function joinItems(items: readonly TextItem[]): Line[] {
  const lines: Line[] = [];
  let open: Line | undefined;
  for (const item of items) {
    const piece = pieceOf(item);
    if (piece !== undefined) {
      if (open !== undefined && isSameLine(open, piece) && piece.left >= open.left)
        append(open, piece);
      else {
        if (open !== undefined) lines.push(open);
        open = piece;
      }
    }
    if (item.hasEOL && open !== undefined) {
      lines.push(open);
      open = undefined;
    }
  }
  if (open !== undefined) lines.push(open);
  return lines.filter((line) => line.text.trim() !== '');
}

/** Joins pieces, sorted from top to bottom, into lines. Pieces of one line are first sorted from left to right. */
function joinPieces(pieces: readonly Line[]): Line[] {
  const rows: Line[][] = [];
  for (const piece of pieces) {
    const row = rows.at(-1);
    if (row?.[0] !== undefined && isSameLine(row[0], piece)) row.push(piece);
    else rows.push([piece]);
  }
  return rows.map((row) => {
    const [first, ...others] = row.sort((one, other) => one.left - other.left);
    const line = { ...first } as Line;
    for (const piece of others) append(line, piece);
    return line;
  });
}

function pieceOf({ str, transform, width }: TextItem): Line | undefined {
  if (str === '') return undefined;
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform;
  const size = Math.hypot(c, d) || Math.hypot(a, b);
  // Vertical text is read as if the page were rotated.
  if (Math.abs(b) > Math.abs(a)) {
    const [left, base] = b > 0 ? [y, -x] : [-y, x];
    return { text: str, size, left, right: left + width, y: base };
  }
  return { text: str, size, left: x, right: x + width, y };
}

function isSameLine(one: Line, other: Line): boolean {
  return Math.abs(one.y - other.y) < SAME_LINE * Math.max(one.size, other.size);
}

function append(line: Line, piece: Line): void {
  const isApart = piece.left - line.right > SPACE * piece.size;
  const hasSpace = /\s$/.test(line.text) || /^\s/.test(piece.text);
  line.text += isApart && !hasSpace ? ` ${piece.text}` : piece.text;
  // Superscripts and spaces don't affect a line's font size.
  if (piece.text.trim() !== '' && piece.size > line.size) line.size = piece.size;
  line.right = Math.max(line.right, piece.right);
}
