import { readBook } from './book/package.ts';
import type { Extracted } from './extracted.ts';
import { addHtml } from './html/add-html.ts';
import { parsePage } from './html/parse-html.ts';
import { HeadingPath } from './text/heading-path.ts';
import { TextBuilder } from './text/text-builder.ts';
import { Zip } from './zip/zip.ts';

/** An EPUB: its chapters in reading order, each below a heading. */
export function extractEpub(bytes: Uint8Array, textMax?: number): Extracted {
  const zip = new Zip(bytes);
  const book = readBook(zip);
  const builder = new TextBuilder('epub', textMax);
  const headings = new HeadingPath();
  let missing = 0;
  for (const part of new Set(book.spine)) {
    if (!zip.has(part)) {
      missing += 1;
      continue;
    }
    const { body } = parsePage(zip.text(part), { isXml: true });
    const chapter = book.chapters.get(part);
    // A part that begins with a heading needs no title from the table of contents. A part without either continues the
    // previous chapter.
    if (chapter !== undefined && body.querySelector('h1,h2') === null)
      builder.add('heading', chapter, { heading_path: headings.enter(1, chapter) });
    addHtml(body, { builder, headings });
  }
  if (missing > 0) builder.warn({ message: missingParts(missing) });
  return builder.build({ title: book.title, ifEmpty: 'The book contains no text.' });
}

function missingParts(count: number): string {
  return count === 1
    ? '1 part of the book is missing in the file'
    : `${count} parts of the book are missing in the file`;
}
