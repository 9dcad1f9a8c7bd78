import { DOCUMENT_TEXT_MAX } from '../limits.ts';
import { decodeText } from './decode.ts';
import { type DocumentKind, type Extracted, ExtractFailure } from './extracted.ts';
import { extractMarkdown } from './markdown.ts';
import { isText, sniff } from './sniff.ts';
import { htmlCharset } from './sniff-text.ts';
import { cleanTitle, tooMuchText } from './text/text-builder.ts';

interface ExtractOptions {
  /** The maximum length of a document's text, in characters. */
  textMax?: number;
}

type Reader = (bytes: Uint8Array, textMax: number) => Extracted | Promise<Extracted>;

/** Extractors by kind, each loaded with the first document of its kind. */
const READERS: Readonly<Record<Exclude<DocumentKind, 'image'>, () => Promise<Reader>>> = {
  pdf: async () => (await import('./pdf.ts')).extractPdf,
  docx: async () => (await import('./docx.ts')).extractDocx,
  xlsx: async () => (await import('./xlsx.ts')).extractXlsx,
  pptx: async () => (await import('./pptx.ts')).extractPptx,
  epub: async () => (await import('./epub.ts')).extractEpub,
  html: async () => ofText((await import('./html.ts')).extractHtml),
  markdown: async () => ofText(extractMarkdown),
  csv: async () => ofText((await import('./csv.ts')).extractCsv),
  json: async () => ofText((await import('./json.ts')).extractJson),
  text: async () => ofText((await import('./text.ts')).extractText),
};

/**
 * Extracts a document's text and structure. The kind of document is detected from its content. Extraction is slow, so
 * the server calls it in a thread, with a deadline.
 * @param name the file's name; used as the title if the document has none
 * @throws ExtractFailure
 */
export async function extract(
  bytes: Uint8Array,
  name = '',
  { textMax = DOCUMENT_TEXT_MAX }: ExtractOptions = {},
): Promise<Extracted> {
  const { kind } = await sniff(bytes, name);
  if (kind === 'image')
    return { kind, title: titleOfName(name), text: '', blocks: [], pages: null, warnings: [] };
  const read = await READERS[kind]();
  const extracted = await guarded(() => read(bytes, textMax));
  return { ...extracted, title: extracted.title ?? titleOfName(name) };
}

/** A vision model's description of an image, in Markdown. */
export function fromDescription(description: string, name = ''): Extracted {
  const extracted = extractMarkdown(description);
  return { ...extracted, kind: 'image', title: extracted.title ?? titleOfName(name) };
}

/** Any error of a library means that it can't read the file. */
async function guarded(read: () => Extracted | Promise<Extracted>): Promise<Extracted> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ExtractFailure) throw error;
    const detail = "The file is damaged and can't be read. Save it again and retry.";
    throw new ExtractFailure('unreadable', detail, { cause: error });
  }
}

/**
 * Refuses a text that is too long by its size and its beginning, so that the rest of it is never read.
 * @throws ExtractFailure
 */
export function refuseLongText(
  head: Uint8Array,
  size: number,
  { textMax = DOCUMENT_TEXT_MAX }: ExtractOptions = {},
): void {
  if (isTooLong(size, textMax) && isText(head)) throw tooMuchText(textMax);
}

/** No encoding needs more than four bytes for a character, and as many for its byte-order mark. */
function isTooLong(size: number, textMax: number): boolean {
  return size > textMax * 4 + 4;
}

function ofText(read: (text: string, textMax: number) => Extracted): Reader {
  return (bytes, textMax) => {
    if (isTooLong(bytes.length, textMax)) throw tooMuchText(textMax);
    const { text, encoding, isDamaged } = decodeText(bytes, htmlCharset(bytes));
    const extracted = read(text, textMax);
    if (!isDamaged) return extracted;
    const message = `Some characters aren't valid in the encoding of the file (${encoding})`;
    return { ...extracted, warnings: [...extracted.warnings, { message }] };
  };
}

/** `Annual_report-2024.pdf` is “Annual report-2024”. */
function titleOfName(name: string): string | null {
  const file =
    name
      .replace(/[?#].*$/, '')
      .split(/[\\/]/)
      .at(-1) ?? '';
  return cleanTitle(file.replace(/\.\w{1,10}$/, '').replaceAll('_', ' '));
}
