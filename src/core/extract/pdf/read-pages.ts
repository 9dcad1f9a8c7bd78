import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { DOCUMENT_PAGES_MAX } from '../../limits.ts';
import { ExtractFailure, type ExtractWarning } from '../extracted.ts';
import { CMaps } from './cmaps.ts';
import { type Line, linesOfPage, type TextItem } from './lines.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

export interface PdfPages {
  title: string | null;
  /** The lines of each page. */
  pages: Line[][];
  warnings: ExtractWarning[];
  /** The number of pages with images only. */
  images: number;
  /** The number of pages whose fonts have no Unicode mapping. */
  unknown: number;
}

/** Images are never decoded: they may be enormous, and contain no text. */
const OPTIONS = {
  verbosity: 0,
  maxImageSize: 1,
  isEvalSupported: false,
  disableFontFace: true,
  enableXfa: false,
  cMapPacked: false,
  useWorkerFetch: false,
  BinaryDataFactory: CMaps,
};

/** @throws ExtractFailure when the file is encrypted or damaged, or has too many pages or too much text */
export async function readPages(bytes: Uint8Array, textMax: number): Promise<PdfPages> {
  const pdf = await open(bytes);
  try {
    if (pdf.numPages > DOCUMENT_PAGES_MAX) throw tooManyPages();
    return await pagesOf(pdf, textMax);
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    // PDF.js takes over the buffer, so it gets a copy.
    return await getDocumentProxy(new Uint8Array(bytes), OPTIONS);
  } catch (error) {
    const isProtected = error instanceof Error && error.name === 'PasswordException';
    if (!isProtected) throw unreadable(error);
    const detail = 'The PDF is protected with a password. Remove the password and upload it again.';
    throw new ExtractFailure('encrypted', detail);
  }
}

async function pagesOf(pdf: Pdf, textMax: number): Promise<PdfPages> {
  const title = await titleOf(pdf);
  const read: PdfPages = { title, pages: [], warnings: [], images: 0, unknown: 0 };
  let [length, broken] = [0, 0];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    let lines: Line[] = [];
    try {
      const page = await pdf.getPage(number);
      lines = await linesOf(page);
      if (lines.length === 0) await warnOfEmpty(read, page, number);
      page.cleanup();
    } catch (error) {
      broken += 1;
      // If the first page is broken, the others usually are too.
      if (broken === pdf.numPages) throw unreadable(error);
      read.warnings.push({ message: `Page ${number} is damaged and can't be read`, page: number });
    }
    read.pages.push(lines);
    for (const line of lines) length += line.text.length;
    if (length > textMax * 2) break;
  }
  return read;
}

async function linesOf(page: Page): Promise<Line[]> {
  const { items } = await page.getTextContent();
  return linesOfPage(items.filter((item): item is TextItem & typeof item => 'str' in item));
}

/** Adds a warning if a page without text isn't blank. */
async function warnOfEmpty(read: PdfPages, page: Page, number: number): Promise<void> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray } = await page.getOperatorList();
  if (fnArray.length === 0) return;
  const { items } = await page.getTextContent();
  if (items.length === 0 && fnArray.includes(OPS.showText)) {
    read.unknown += 1;
    const message = `Page ${number} has text in a font without a character mapping`;
    read.warnings.push({ message, page: number });
  } else {
    read.images += 1;
    const message = `Page ${number} is an image and contains no text`;
    read.warnings.push({ message, page: number });
  }
}

async function titleOf(pdf: Pdf): Promise<string | null> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const title = 'Title' in info && typeof info.Title === 'string' ? info.Title.trim() : '';
  // Default titles that programs write.
  const isName =
    /^(?:untitled|microsoft \w+ - .*|.*\.(?:docx?|pdf|tex|dvi|indd|qxd|pptx?|xlsx?))$/i.test(title);
  return title === '' || isName ? null : title;
}

function tooManyPages(): ExtractFailure {
  const detail = `The PDF has more than ${DOCUMENT_PAGES_MAX.toLocaleString('en-US')} pages. Split it into smaller files.`;
  return new ExtractFailure('too_large', detail);
}

function unreadable(cause: unknown): ExtractFailure {
  const detail = "The PDF is damaged and can't be read. Open it, save it again and retry.";
  return new ExtractFailure('unreadable', detail, { cause });
}
