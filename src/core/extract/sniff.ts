import { fileTypeFromBuffer } from 'file-type';
import { looksLikeText } from './decode.ts';
import { type DocumentKind, ExtractFailure } from './extracted.ts';
import { sniffText } from './sniff-text.ts';
import { Zip } from './zip/zip.ts';

/** The kind of a file, detected from its content. */
export interface Sniffed {
  kind: DocumentKind;
  /** Its media type, as far as it is known. */
  media_type: string;
}

const MEDIA_TYPES: Readonly<Record<Exclude<DocumentKind, 'image'>, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  epub: 'application/epub+zip',
  html: 'text/html',
  markdown: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  text: 'text/plain',
};
/** The image types that vision models accept. */
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** A PDF may begin with a few unrelated bytes. */
const PDF_SEARCHED = 1024;

export const SUPPORTED =
  'Upload PDF, DOCX, XLSX, PPTX, EPUB, HTML, Markdown, CSV, JSON or plain text.';

/**
 * Detects the kind of a file from its content. Its name only decides between ambiguous kinds of text.
 * @throws ExtractFailure when it is empty, encrypted, or of a kind without extractable text
 */
export async function sniff(bytes: Uint8Array, name = ''): Promise<Sniffed> {
  if (bytes.length === 0) throw new ExtractFailure('empty', 'The file is empty.');
  const kind = kindOf(bytes, name);
  if (kind !== undefined) return { kind, media_type: MEDIA_TYPES[kind] };
  const type = await fileTypeFromBuffer(bytes.subarray(0, 64 * 1024)).catch(() => undefined);
  if (type !== undefined && IMAGES.has(type.mime)) return { kind: 'image', media_type: type.mime };
  throw unsupported(type === undefined ? 'This type of file' : `${type.ext.toUpperCase()} files`);
}

/** Whether a file is read as a text of some kind: plain text, Markdown, HTML, CSV or JSON. Its beginning is enough. */
export function isText(head: Uint8Array): boolean {
  const isOther =
    isZip(head) ||
    isPdf(head) ||
    [LEGACY_OFFICE, RTF, POSTSCRIPT].some((start) => startsWith(head, start));
  return !isOther && looksLikeText(head);
}

const LEGACY_OFFICE = '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1';
const RTF = '{\\rtf';
const POSTSCRIPT = '%!PS';

function isZip(bytes: Uint8Array): boolean {
  return startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, 'PK\x05\x06');
}

function isPdf(bytes: Uint8Array): boolean {
  return ascii(bytes.subarray(0, PDF_SEARCHED)).includes('%PDF-');
}

function kindOf(bytes: Uint8Array, name: string): Exclude<DocumentKind, 'image'> | undefined {
  if (isZip(bytes)) return kindOfZip(bytes);
  if (startsWith(bytes, LEGACY_OFFICE)) throw legacyOffice(bytes);
  if (isPdf(bytes)) return 'pdf';
  if (startsWith(bytes, RTF)) throw unsupported('RTF files', 'Save the document as DOCX.');
  if (startsWith(bytes, POSTSCRIPT))
    throw unsupported('PostScript files', 'Save the document as PDF.');
  return looksLikeText(bytes) ? sniffText(bytes, name) : undefined;
}

function kindOfZip(bytes: Uint8Array): 'docx' | 'xlsx' | 'pptx' | 'epub' {
  const zip = new Zip(bytes);
  const has = (start: string) => zip.names.some((name) => name.startsWith(start));
  const type = zip.has('mimetype') ? ascii(zip.read('mimetype').subarray(0, 200)).trim() : '';
  if (type === 'application/epub+zip' || zip.has('META-INF/container.xml')) return 'epub';
  if (type.startsWith('application/vnd.oasis.opendocument'))
    throw unsupported('OpenDocument files', 'Save the document as DOCX, XLSX or PPTX.');
  if (zip.has('xl/workbook.bin'))
    throw unsupported('Binary workbooks (XLSB)', 'Save the workbook as XLSX.');
  if (has('word/')) return 'docx';
  if (has('xl/')) return 'xlsx';
  if (has('ppt/')) return 'pptx';
  throw unsupported('Archives', 'Unzip the archive and upload the documents in it.');
}

/** OLE files: Office documents before 2007, and newer encrypted ones, which are wrapped in this format. */
function legacyOffice(bytes: Uint8Array): ExtractFailure {
  const has = (name: string) => includes(bytes, utf16(name));
  if (has('EncryptedPackage')) {
    const detail =
      'The file is protected with a password. Remove the password and upload it again.';
    return new ExtractFailure('encrypted', detail);
  }
  if (has('WordDocument')) return unsupported('Word files before 2007 (DOC)', 'Save it as DOCX.');
  if (has('Workbook') || has('Book'))
    return unsupported('Excel files before 2007 (XLS)', 'Save it as XLSX.');
  if (has('PowerPoint Document'))
    return unsupported('PowerPoint files before 2007 (PPT)', 'Save it as PPTX.');
  return unsupported('This type of file');
}

function unsupported(what: string, instead = SUPPORTED): ExtractFailure {
  return new ExtractFailure('unsupported', `${what} can't be read. ${instead}`);
}

function startsWith(bytes: Uint8Array, start: string): boolean {
  return ascii(bytes.subarray(0, start.length)) === start;
}

function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function utf16(text: string): number[] {
  return [...text].flatMap((letter) => [letter.charCodeAt(0), 0]);
}

function includes(bytes: Uint8Array, wanted: readonly number[]): boolean {
  const first = wanted[0] ?? 0;
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}
