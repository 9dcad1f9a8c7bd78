import { DOCUMENT_TEXT_MAX } from '../limits.ts';
import type { Extracted } from './extracted.ts';
import { headingSizes, isNumberedHeading } from './pdf/headings.ts';
import { mendPageBreaks } from './pdf/page-breaks.ts';
import { hyphenatedWords, paragraphsOf } from './pdf/paragraphs.ts';
import { type PdfPages, readPages } from './pdf/read-pages.ts';
import { withoutRunningLines } from './pdf/running-lines.ts';
import { HeadingPath } from './text/heading-path.ts';
import { TextBuilder } from './text/text-builder.ts';

/**
 * A PDF: its paragraphs page by page, without headers, footers and line-end hyphens. Text that is larger than the body
 * text is a heading. A sentence that crosses a page break belongs to the page that it begins on.
 */
export async function extractPdf(
  bytes: Uint8Array,
  textMax = DOCUMENT_TEXT_MAX,
): Promise<Extracted> {
  const read = await readPages(bytes, textMax);
  const lines = withoutRunningLines(read.pages);
  const hyphenated = hyphenatedWords(lines);
  const pages = lines.map((page) => paragraphsOf(page, hyphenated));
  mendPageBreaks(pages);
  const levelOf = headingSizes(pages);
  const headings = new HeadingPath();
  const builder = new TextBuilder('pdf', textMax);
  let title = read.title;
  for (const [index, paragraphs] of pages.entries()) {
    for (const paragraph of paragraphs) {
      const level = levelOf(paragraph) || (isNumberedHeading(paragraph) ? 6 : 0);
      const heading_path = level > 0 ? headings.enter(level, paragraph.text) : headings.path;
      const kind = level > 0 ? 'heading' : paragraph.isItem ? 'list' : 'paragraph';
      builder.add(kind, paragraph.text, { page: index + 1, heading_path });
      if (level === 1 && index === 0) title ??= paragraph.text;
    }
  }
  for (const warning of read.warnings) builder.warn(warning);
  return builder.build({ title, pages: read.pages.length, ifEmpty: emptyDetail(read) });
}

function emptyDetail({ images, unknown }: PdfPages): string {
  const recognise = 'Run text recognition (OCR) on it and upload it again.';
  if (unknown > 0) return `The PDF's fonts have no character mapping. ${recognise}`;
  return images > 0 ? `The PDF contains only images. ${recognise}` : 'The PDF contains no text.';
}
