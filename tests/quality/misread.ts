import type { Place } from '#core/extract/extracted.ts';
import { cellsOf, type TestDocument } from './documents.ts';
import { flat, type TestQuestion } from './questions.ts';

/** A block of text that was found in a document, and where. */
export interface FoundBlock extends Pick<Place, 'page' | 'sheet' | 'slide'> {
  text: string;
}

/**
 * What should have been found in a document and was not: its lines and rows, each on its page, sheet or slide, and the
 * passages that questions ask for.
 */
export function misread(
  document: TestDocument,
  blocks: readonly FoundBlock[],
  questions: readonly TestQuestion[],
): string[] {
  const found = blocks.map((block) => ({ ...block, text: flat(block.text) }));
  const whole = found.map(({ text }) => text).join(' ');
  const passages = questions
    .flatMap(({ answers }) => answers)
    .filter((answer) => answer.document === document.name)
    .map(({ passage }) => flat(passage));
  const missing = passages.filter((passage) => !whole.includes(passage));
  // How JSON is laid out is the reader's choice.
  if (document.type === 'json') return missing;
  const lines = document.parts.flatMap(({ name, lines }, at) => {
    const here = found.filter((block) => isOf(document, block, at, name));
    const cells = lines.map((line) => cellsOf(line).map(flat).filter(Boolean));
    const isFound = (all: readonly string[]) =>
      here.some(({ text }) => all.every((cell) => text.includes(cell)));
    return cells.filter((all) => !isFound(all)).map((all) => `part ${at + 1}: ${all.join(', ')}`);
  });
  return [...missing, ...lines];
}

/** Whether a block is of this part of the document, as far as its kind has parts. */
function isOf({ type }: TestDocument, block: FoundBlock, at: number, name: string | null): boolean {
  if (type === 'pdf') return block.page === at + 1;
  if (type === 'pptx') return block.slide === at + 1;
  if (type === 'xlsx') return block.sheet === name;
  return true;
}
