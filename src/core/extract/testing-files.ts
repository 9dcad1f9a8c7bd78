import { strToU8, type Zippable, zipSync } from 'fflate';

/** Builders of test documents, so that tests show the content beside the expectations. */

export const bytes = (text: string) => new TextEncoder().encode(text);

/** Encodes a text as Latin-1. */
export const binary = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

export function zipOf(parts: Record<string, string | Uint8Array>): Uint8Array {
  const files: Zippable = {};
  for (const [name, content] of Object.entries(parts)) {
    files[name] = typeof content === 'string' ? strToU8(content) : content;
  }
  return zipSync(files, { level: 1 });
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function relations(list: readonly (readonly [id: string, type: string, target: string])[]): string {
  const all = list.map(
    ([id, type, target]) =>
      `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;
}

const TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>';
const core = (title: string) =>
  `<cp:coreProperties xmlns:cp="x" xmlns:dc="y"><dc:title>${title}</dc:title></cp:coreProperties>`;

/** A Word document of paragraphs, as XML. */
export function docx(body: string, parts: Record<string, string | Uint8Array> = {}): Uint8Array {
  return zipOf({
    '[Content_Types].xml': TYPES,
    '_rels/.rels': relations([['r1', 'officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': relations([
      ['s', 'styles', 'styles.xml'],
      ['n', 'numbering', 'numbering.xml'],
    ]),
    'word/styles.xml': `<w:styles xmlns:w="${WORD}"><w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style></w:styles>`,
    'word/numbering.xml': `<w:numbering xmlns:w="${WORD}"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
    'docProps/core.xml': core('A letter'),
    ...parts,
  });
}
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

export function wordParagraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** A workbook: the XML of each sheet's rows, by name. */
export function xlsx(
  sheets: Record<string, string>,
  { strings = [] as string[], attributes = '' } = {},
): Uint8Array {
  const names = Object.keys(sheets);
  const list = names.map(
    (name, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="r${n + 1}" ${attributes}/>`,
  );
  const parts: Record<string, string> = {
    '[Content_Types].xml': TYPES,
    '_rels/.rels': relations([['r1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="m" xmlns:r="r"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...names.map((_, n) => [`r${n + 1}`, 'worksheet', `worksheets/sheet${n + 1}.xml`] as const),
      ['s', 'sharedStrings', 'sharedStrings.xml'],
      ['t', 'styles', 'styles.xml'],
    ]),
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="d\\.m\\.yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="22"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  };
  names.forEach((name, n) => {
    parts[`xl/worksheets/sheet${n + 1}.xml`] =
      `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`;
  });
  return zipOf(parts);
}

/** A sheet row of inline strings and numbers, as XML. */
export function row(number: number, ...cells: (string | number)[]): string {
  const all = cells.map((cell, column) => {
    const r = `${String.fromCharCode(65 + column)}${number}`;
    return typeof cell === 'number'
      ? `<c r="${r}"><v>${cell}</v></c>`
      : `<c r="${r}" t="inlineStr"><is><t>${cell}</t></is></c>`;
  });
  return `<row r="${number}">${all.join('')}</row>`;
}

/** A presentation: the XML of each slide's shapes, and its notes. */
export function pptx(slides: { shapes: string; notes?: string }[]): Uint8Array {
  const parts: Record<string, string> = {
    '[Content_Types].xml': TYPES,
    '_rels/.rels': relations([['r1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${slides.map((_, n) => `<p:sldId id="${256 + n}" r:id="r${n}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    // The slides' files are numbered in reverse, because only the presentation determines the order.
    'ppt/_rels/presentation.xml.rels': relations(
      slides.map((_, n) => [`r${n}`, 'slide', `slides/slide${slides.length - n}.xml`] as const),
    ),
  };
  slides.forEach(({ shapes, notes }, n) => {
    const file = `slide${slides.length - n}.xml`;
    parts[`ppt/slides/${file}`] =
      `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
    if (notes === undefined) return;
    parts[`ppt/slides/_rels/${file}.rels`] = relations([
      ['n', 'notesSlide', `../notesSlides/n${n}.xml`],
    ]);
    parts[`ppt/notesSlides/n${n}.xml`] =
      `<p:notes xmlns:p="p" xmlns:a="a">${shape(notes, { type: 'body' })}${shape('7', { type: 'sldNum' })}</p:notes>`;
  });
  return zipOf(parts);
}

export function shape(text: string, { type = '', x = 0, y = 0 } = {}): string {
  const paragraphs = text.split('\n').map((one) => `<a:p><a:r><a:t>${one}</a:t></a:r></a:p>`);
  const holder = type === '' ? '' : `<p:nvPr><p:ph type="${type}"/></p:nvPr>`;
  return `<p:sp>${holder}<p:spPr><a:xfrm><a:off x="${x}" y="${y}"/></a:xfrm></p:spPr><p:txBody>${paragraphs.join('')}</p:txBody></p:sp>`;
}

/** A book: the XHTML of each chapter, and their names in the table of contents. */
export function epub(
  chapters: { body: string; name?: string }[],
  parts: Record<string, string> = {},
): Uint8Array {
  const ids = chapters.map((_, n) => `c${n}`);
  const nav = chapters.map(({ name }, n) =>
    name ? `<li><a href="text/c${n}.xhtml">${name}</a></li>` : '',
  );
  const files = chapters.map(({ body }, n) => [
    `OEBPS/text/c${n}.xhtml`,
    `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x.js"/></head><body>${body}</body></html>`,
  ]);
  return zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<package xmlns:dc="d"><metadata><dc:title>The River</dc:title></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav"/>${ids.map((id) => `<item id="${id}" href="text/${id}.xhtml"/>`).join('')}</manifest><spine><itemref idref="nav"/>${[...ids].map((id) => `<itemref idref="${id}"/>`).join('')}</spine></package>`,
    'OEBPS/nav.xhtml': `<html><body><nav><ol>${nav.join('')}</ol></nav></body></html>`,
    ...Object.fromEntries(files),
    ...parts,
  });
}

/** A line of a PDF: position, font size and text. */
export type PdfLine = readonly [x: number, y: number, size: number, text: string];

const HELVETICA = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';

/** A PDF whose pages contain lines of text in Helvetica. `drawn` pages contain a rectangle and no text. */
export function pdf(
  pages: (readonly PdfLine[] | 'drawn')[],
  { trailer = '', font = HELVETICA } = {},
): Uint8Array {
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', ''];
  const kids: string[] = [];
  for (const page of pages) {
    const content = page === 'drawn' ? '10 10 100 100 re f' : page.map(pdfLine).join('\n');
    const id = objects.length + 1;
    kids.push(`${id} 0 R`);
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${id + 1} 0 R/Resources<</Font<</F ${font}>>>>>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream`,
    );
  }
  objects[1] = `<</Type/Pages/Count ${pages.length}/Kids[${kids.join(' ')}]>>`;
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  text += `trailer<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF`;
  return binary(text);
}

function pdfLine([x, y, size, text]: PdfLine): string {
  return `BT /F ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;
}
