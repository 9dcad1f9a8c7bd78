/** A line of a text: `text.slice(start, end)`, without its line feed. */
export interface Line {
  start: number;
  end: number;
}

export function* linesOf(text: string): Generator<Line> {
  for (let start = 0; start <= text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    yield { start, end };
    start = end + 1;
  }
}
