import mammoth from 'mammoth';
import { type Extracted, ExtractFailure } from './extracted.ts';
import { addHtml } from './html/add-html.ts';
import { parsePage } from './html/parse-html.ts';
import { mainPart, titleOf } from './office/package.ts';
import { HeadingPath } from './text/heading-path.ts';
import { TextBuilder } from './text/text-builder.ts';
import { readXml } from './zip/xml.ts';
import { Zip } from './zip/zip.ts';

/** Mammoth builds trees that take about 75 times the memory of the XML. A book has 5 MB of XML. */
const XML_MAX = 25_000_000;

const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Code'] => pre:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "p[style-name='Source Code'] => pre:separator('\\n')",
];

/** A Word document: headings, paragraphs, lists and tables; footnotes at the end. */
export async function extractDocx(bytes: Uint8Array, textMax?: number): Promise<Extracted> {
  const zip = new Zip(bytes);
  check(zip);
  const builder = new TextBuilder('docx', textMax);
  const html = await htmlOf(zip);
  addHtml(parsePage(html).body, { builder, headings: new HeadingPath() });
  if (/<img\b/.test(html)) builder.warn({ message: 'Text in pictures is not included.' });
  return builder.build({ title: titleOf(zip) });
}

/** The main part must not be too large for a tree. */
function check(zip: Zip): void {
  const main = mainPart(zip, 'word/document.xml');
  const xml = zip.text(main);
  if (xml.length > XML_MAX) {
    const detail = 'The document is too long to be read. Split it into smaller files.';
    throw new ExtractFailure('too_large', detail);
  }
  let isDocument = false;
  readXml(xml, {
    open(name) {
      isDocument ||= name === 'body';
    },
  });
  if (!isDocument) throw unreadable();
}

async function htmlOf(zip: Zip): Promise<string> {
  const options = {
    styleMap: STYLES,
    convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
    externalFileAccess: false,
    // A document must not control how it is converted.
    includeEmbeddedStyleMap: false,
  };
  try {
    // Mammoth reads through our bounded archive, because its own unzipping has no limits.
    const input = { file: archiveOf(zip) } as unknown as { arrayBuffer: ArrayBuffer };
    const { value } = await mammoth.convertToHtml(input, options);
    // Backlinks from footnotes are useless in plain text.
    return value.replace(/<a href="#(?:foot|end)note-ref-[^"]*">↑<\/a>/g, '');
  } catch (error) {
    if (error instanceof ExtractFailure) throw error;
    throw unreadable(error);
  }
}

/** The part of an archive's interface that Mammoth uses. */
function archiveOf(zip: Zip) {
  return {
    exists: (name: string) => zip.has(name),
    read: async (name: string, encoding?: string) => {
      if (!zip.has(name)) throw new Error(`There is no ${name}`);
      if (encoding === undefined) return zip.read(name);
      if (encoding === 'base64') return '';
      return zip.text(name);
    },
  };
}

function unreadable(cause?: unknown): ExtractFailure {
  const detail = 'The Word document is damaged. Open it in Word, save it again and retry.';
  return new ExtractFailure('unreadable', detail, { cause });
}
