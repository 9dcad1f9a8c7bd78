import { cleanText, oneLine } from './clean-text.ts';

/** The maximum length of a heading. Longer ones are really paragraphs, and would be repeated in every chunk. */
const HEADING_MAX = 200;

/** The headings above the current place, outermost first. */
export class HeadingPath {
  #open: { level: number; text: string }[] = [];
  #path: string[] = [];

  /** Shared by all blocks below the same headings, so it must not be modified. */
  get path(): string[] {
    return this.#path;
  }

  /** Adds a heading of this level (1 is the outermost). It replaces those of the same and deeper levels. */
  enter(level: number, heading: string): string[] {
    const text = headingText(heading);
    this.#open = this.#open.filter((one) => one.level < level);
    if (text !== '') this.#open.push({ level, text });
    this.#path = this.#open.map((one) => one.text);
    return this.#path;
  }
}

export function headingText(heading: string): string {
  const text = oneLine(cleanText(heading.slice(0, 10 * HEADING_MAX)));
  return text.slice(0, HEADING_MAX).toWellFormed().trim();
}
