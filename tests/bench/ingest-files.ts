import { randomBytes } from 'node:crypto';
import { parseDocument } from 'htmlparser2';
import mammoth from 'mammoth';
import { extractText, getDocumentProxy } from 'unpdf';
import { docx, type PdfLine, pdf, wordParagraph } from '#core/extract/testing-files.ts';
import { words } from './words.ts';

/** A kind of document, and what reads it without Taskloom. */
export interface Kind {
  extension: string;
  /** @param paragraphs of 60 words */
  file(paragraphs: number): Uint8Array;
  /** The bare library. */
  bare(bytes: Uint8Array): Promise<unknown>;
}

const WORDS = 60;
const PARAGRAPHS_EACH = 6;

export const KINDS: Readonly<Record<string, Kind>> = {
  'Markdown, decoded': {
    extension: 'md',
    file: (paragraphs) => bytesOf(sectionsOf(paragraphs).map(asMarkdown).join('\n\n')),
    bare: async (bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes),
  },
  'HTML, htmlparser2': {
    extension: 'html',
    file: (paragraphs) => bytesOf(page(sectionsOf(paragraphs).map(asHtml).join(''))),
    bare: async (bytes) => parseDocument(new TextDecoder().decode(bytes)),
  },
  'DOCX, mammoth': {
    extension: 'docx',
    file: (paragraphs) => docx(sectionsOf(paragraphs).map(asWord).join('')),
    bare: async (bytes) => mammoth.convertToHtml({ buffer: Buffer.from(bytes) }),
  },
  'PDF, unpdf': {
    extension: 'pdf',
    file: (paragraphs) => pdf(sectionsOf(paragraphs).map(asPdfPage)),
    bare: async (bytes) => extractText(await getDocumentProxy(new Uint8Array(bytes))),
  },
};

interface Section {
  title: string;
  paragraphs: string[];
}

function sectionsOf(paragraphs: number): Section[] {
  return Array.from({ length: Math.ceil(paragraphs / PARAGRAPHS_EACH) }, () => ({
    title: words(4),
    paragraphs: Array.from({ length: PARAGRAPHS_EACH }, () => words(WORDS)),
  }));
}

function asMarkdown({ title, paragraphs }: Section): string {
  return [`## ${title}`, ...paragraphs].join('\n\n');
}

function asHtml({ title, paragraphs }: Section): string {
  return `<h2>${title}</h2>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`;
}

function page(body: string): string {
  return `<!doctype html><title>${words(4)}</title><body><article>${body}</article></body>`;
}

function asWord({ title, paragraphs }: Section): string {
  const heading = wordParagraph(title, '<w:pStyle w:val="H2"/>');
  return heading + paragraphs.map((text) => wordParagraph(text)).join('');
}

function asPdfPage({ title, paragraphs }: Section): PdfLine[] {
  const lines = paragraphs.flatMap((text) => [...(text.match(/.{1,90}(?:\s|$)/g) ?? []), '']);
  return [
    [50, 760, 16, title],
    ...lines.map((text, at): PdfLine => [50, 730 - at * 12, 10, text.trim()]),
  ];
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Large files of this size by name, each built when it is needed. */
export function largeFiles(size: number): Readonly<Record<string, () => Uint8Array>> {
  return {
    'log.txt': () => repeated(`${words(15)}\n`, size),
    'rows.csv': () => repeated(`${words(15).replaceAll(' ', ',')}\n`, size),
    'pictures.docx': () => {
      const picture = { 'word/media/image1.png': randomBytes(size - 100_000) };
      return docx(sectionsOf(60).map(asWord).join(''), picture);
    },
    'scan.pdf': () => scan(size, 200),
  };
}

/** A PDF of scanned pages whose text was recognised. */
function scan(size: number, pages: number): Uint8Array {
  const image = randomBytes(Math.floor((size - 2_000_000) / pages));
  const objects = ['<</Type/Catalog/Pages 2 0 R>>'].map((text): Uint8Array[] => [
    Buffer.from(text),
  ]);
  const kids = Array.from({ length: pages }, (_, at) => `${3 + at * 3} 0 R`).join(' ');
  objects.push([Buffer.from(`<</Type/Pages/Count ${pages}/Kids[${kids}]>>`)]);
  for (let page = 0; page < pages; page += 1) {
    const own = objects.length + 1;
    const text = `BT /F 10 Tf 50 700 Td (${words(80)}) Tj ET q 600 0 0 800 0 0 cm /I Do Q`;
    const resources = `<</Font<</F ${FONT}>>/XObject<</I ${own + 2} 0 R>>>>`;
    const picture = `/Subtype/Image/Width 600/Height 800/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode`;
    objects.push(
      [
        Buffer.from(
          `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${own + 1} 0 R/Resources${resources}>>`,
        ),
      ],
      streamOf('', Buffer.from(text)),
      streamOf(`/Type/XObject${picture}`, image),
    );
  }
  return pdfOf(objects);
}

const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';

function streamOf(entries: string, content: Uint8Array): Uint8Array[] {
  const head = `<<${entries}/Length ${content.length}>>stream\n`;
  return [Buffer.from(head), content, Buffer.from('\nendstream')];
}

function pdfOf(objects: readonly (readonly Uint8Array[])[]): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]?.length ?? 0;
  const offsets: number[] = [];
  for (const [at, object] of objects.entries()) {
    offsets.push(length);
    const written = [Buffer.from(`${at + 1} 0 obj\n`), ...object, Buffer.from('\nendobj\n')];
    parts.push(...written);
    length += written.reduce((sum, part) => sum + part.length, 0);
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  const trailer = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF`;
  return Buffer.concat([...parts, Buffer.from(table + trailer)]);
}

function repeated(line: string, size: number): Uint8Array {
  return Buffer.alloc(size, line);
}
