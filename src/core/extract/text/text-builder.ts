import { DOCUMENT_TEXT_MAX } from '../../limits.ts';
import {
  type Block,
  type BlockKind,
  type DocumentKind,
  type Extracted,
  ExtractFailure,
  type ExtractWarning,
  type Place,
} from '../extracted.ts';
import { cleanText } from './clean-text.ts';

/** The maximum number of warnings. Further ones rarely say anything new. */
const WARNINGS_MAX = 100;

/** The metadata of a document, known once its text is complete. */
interface About {
  title: string | null;
  pages?: number | null;
  /** What people can do if the document has no text. */
  ifEmpty?: string;
}

/** Builds a document's text block by block, up to the maximum length. */
export class TextBuilder {
  readonly #kind: DocumentKind;
  readonly #textMax: number;
  readonly #parts: string[] = [];
  readonly #blocks: Block[] = [];
  readonly #warnings: ExtractWarning[] = [];
  #length = 0;
  #tail = '';

  constructor(kind: DocumentKind, textMax = DOCUMENT_TEXT_MAX) {
    this.#kind = kind;
    this.#textMax = textMax;
  }

  /** The number of blocks. */
  get size(): number {
    return this.#blocks.length;
  }

  /**
   * Appends a block after an empty line; with `isTight`, on the next line. Blank text adds nothing.
   * @throws ExtractFailure when the document has too much text
   */
  add(kind: BlockKind, written: string, place: Place, { isTight = false } = {}): void {
    const text = trimmed(cleanText(written));
    if (text === '') return;
    const gap = this.#length === 0 ? '' : isTight ? '\n' : '\n\n';
    const start = this.#length + gap.length;
    const end = start + text.length;
    if (end > this.#textMax) throw tooMuchText(this.#textMax);
    this.#parts.push(gap, text);
    this.#length = end;
    this.#blocks.push({ ...place, start, end, kind });
    // Merged regularly, because a million short strings take many times the memory of their text.
    if (this.#parts.length > 20_000) {
      this.#tail += this.#parts.join('');
      this.#parts.length = 0;
    }
  }

  warn(warning: ExtractWarning): void {
    if (this.#warnings.length < WARNINGS_MAX) this.#warnings.push(warning);
  }

  /** @throws ExtractFailure when there is no text */
  build({ title, pages = null, ifEmpty = 'The document contains no text.' }: About): Extracted {
    if (this.#length === 0) throw new ExtractFailure('empty', ifEmpty);
    return {
      kind: this.#kind,
      title: cleanTitle(title),
      text: this.#tail + this.#parts.join(''),
      blocks: this.#blocks,
      pages,
      warnings: this.#warnings,
    };
  }
}

export function tooMuchText(textMax: number): ExtractFailure {
  const detail = `The document has more than ${textMax.toLocaleString('en-US')} characters of text. Split it into smaller files.`;
  return new ExtractFailure('too_large', detail);
}

const TITLE_MAX = 300;

export function cleanTitle(title: string | null | undefined): string | null {
  const text = cleanText(title ?? '')
    .slice(0, 10 * TITLE_MAX)
    .replace(/\s+/g, ' ')
    .trim();
  return text.slice(0, TITLE_MAX).toWellFormed().trim() || null;
}

/** Trims empty lines at both ends. Keeps the first line's indentation, which matters in code. */
function trimmed(text: string): string {
  const end = text.trimEnd();
  const first = end.search(/\S/);
  if (first <= 0) return end;
  return end.slice(end.lastIndexOf('\n', first) + 1);
}
