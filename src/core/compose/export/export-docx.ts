import type { IParagraphOptions, IRunOptions, ParagraphChild } from 'docx';
import { imageSize } from '../../image/image-size.ts';
import type { AssembledArticle } from './assemble.ts';
import { type Block, parseMarkdown } from './blocks.ts';
import type { ImageFiles } from './images.ts';
import { type Inline, safeImage, safeUrl } from './inline.ts';
import { isRightToLeft, languageTag } from './language.ts';
import { footnoteText, wordsOf } from './words.ts';

/** The width of the text area of a page, in pixels. */
const WIDTH = 600;
const HEIGHT = 800;
const INDENT = 720;
const TYPES: Readonly<Record<string, 'png' | 'jpg' | 'gif'>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
};

/**
 * Exports an article as a Word document, with footnotes on each page and a list of sources at the end. This module is
 * large, so load it on demand.
 * @param images the images to embed; all others, and those in formats that Word doesn't support, become links
 */
export async function toDocx(
  article: AssembledArticle,
  images: ImageFiles = new Map(),
): Promise<Uint8Array<ArrayBuffer>> {
  const docx = await import('docx');
  const { Document, HeadingLevel, LevelFormat, Packer, Paragraph, TextRun } = docx;
  const { title, seo, footnotes, language } = article;
  const isReversed = isRightToLeft(language);
  const tag = languageTag(language);
  const words = wordsOf(language);
  const plain = (text: string, options: IParagraphOptions = {}) =>
    new Paragraph({
      ...options,
      bidirectional: isReversed,
      children: [new TextRun({ text: clean(text), rightToLeft: isReversed })],
    });
  const writer = createWriter(docx, article, images);
  // The ordered lists have to be declared, and are collected while the text is written.
  const text = writer.write(article.sections.flatMap(parseMarkdown));
  const sources = footnotes.map((note) =>
    plain(`${note.number}. ${footnoteText(note, words)}`, { spacing: { after: 120 } }),
  );
  const document = new Document({
    title: clean(seo.title || title),
    description: clean(seo.description),
    keywords: clean(seo.keywords.join(', ')),
    creator: '',
    // The language of Word's spell checker.
    ...(tag && {
      styles: { default: { document: { run: { language: { value: tag, bidirectional: tag } } } } },
    }),
    numbering: {
      config: writer.lists.map((reference) => ({
        reference,
        levels: [0, 1, 2, 3, 4, 5, 6, 7].map((level) => ({
          level,
          format: LevelFormat.DECIMAL,
          text: `%${level + 1}.`,
          style: { paragraph: { indent: { left: INDENT * (level + 1), hanging: INDENT / 2 } } },
        })),
      })),
    },
    footnotes: Object.fromEntries(
      footnotes.map((note) => [note.number, { children: [plain(footnoteText(note, words))] }]),
    ),
    sections: [
      {
        children: [
          plain(title, { heading: HeadingLevel.TITLE }),
          ...text,
          ...(sources.length > 0
            ? [plain(words.sources, { heading: HeadingLevel.HEADING_2 }), ...sources]
            : []),
        ],
      },
    ],
  });
  return new Uint8Array(await Packer.toArrayBuffer(document));
}

type Docx = typeof import('docx');

function createWriter(
  docx: Docx,
  { origin, language }: Pick<AssembledArticle, 'origin' | 'language'>,
  images: ImageFiles,
) {
  const { Table, TableCell, TableRow, TextRun, HeadingLevel, WidthType } = docx;
  const isReversed = isRightToLeft(language);
  const headings = [
    HeadingLevel.HEADING_1,
    HeadingLevel.HEADING_2,
    HeadingLevel.HEADING_3,
    HeadingLevel.HEADING_4,
    HeadingLevel.HEADING_5,
    HeadingLevel.HEADING_6,
  ];
  /** The names of ordered lists. Each list needs its own, so that its numbers start again. */
  const lists: string[] = [];

  const paragraph = (options: IParagraphOptions) =>
    new docx.Paragraph({ ...options, bidirectional: isReversed });

  function write(blocks: readonly Block[], options: IParagraphOptions = {}, depth = 0) {
    return blocks.flatMap((block) => writeBlock(block, options, depth));
  }

  function writeBlock(
    block: Block,
    options: IParagraphOptions,
    depth: number,
  ): (InstanceType<Docx['Paragraph']> | InstanceType<Docx['Table']>)[] {
    switch (block.type) {
      case 'heading': {
        const heading = headings[block.level - 1] ?? HeadingLevel.HEADING_6;
        return [paragraph({ ...options, heading, children: runs(block.children) })];
      }
      case 'paragraph':
        return [paragraph({ ...options, children: runs(block.children) })];
      case 'code':
        return block.text.split('\n').map((line) => {
          const run = new TextRun({ text: clean(line), font: 'Courier New' });
          return paragraph({ ...options, children: [run] });
        });
      case 'quote':
        return write(
          block.blocks,
          { ...options, indent: { left: INDENT * (depth + 1) } },
          depth + 1,
        );
      case 'list': {
        const reference = block.start === null ? undefined : `list-${lists.length + 1}`;
        if (reference) lists.push(reference);
        return block.items.flatMap((item) => {
          const [first, ...rest] = item;
          const mark = reference
            ? { numbering: { reference, level: depth } }
            : { bullet: { level: depth } };
          const inner = { indent: { left: INDENT * (depth + 1) } };
          const others = write(rest, inner, depth + 1);
          if (first?.type !== 'paragraph') return [...write(item, inner, depth + 1)];
          return [paragraph({ ...mark, children: runs(first.children) }), ...others];
        });
      }
      case 'table': {
        const row = (cells: readonly Inline[][], isHead: boolean) =>
          new TableRow({
            tableHeader: isHead,
            children: cells.map((cell, index) => {
              const alignment = block.alignments[index] ?? undefined;
              const children = runs(cell, { bold: isHead, rightToLeft: isReversed });
              return new TableCell({ children: [paragraph({ alignment, children })] });
            }),
          });
        const rows = [row(block.head, true), ...block.rows.map((cells) => row(cells, false))];
        return [
          new Table({
            rows,
            width: { size: 100, type: WidthType.PERCENTAGE },
            visuallyRightToLeft: isReversed,
          }),
        ];
      }
      case 'rule':
        return [paragraph({ ...options, thematicBreak: true })];
    }
  }

  function runs(
    parts: readonly Inline[],
    style: IRunOptions = isReversed ? { rightToLeft: true } : {},
  ): ParagraphChild[] {
    return parts.flatMap((part): ParagraphChild[] => {
      switch (part.type) {
        case 'text':
          return [new TextRun({ ...style, text: clean(part.text) })];
        case 'code':
          return [new TextRun({ ...style, text: clean(part.text), font: 'Courier New' })];
        case 'strong':
          return runs(part.children, { ...style, bold: true });
        case 'emphasis':
          return runs(part.children, { ...style, italics: true });
        case 'strike':
          return runs(part.children, { ...style, strike: true });
        case 'break':
          return [new TextRun({ break: 1 })];
        case 'note':
          return part.numbers.map((number) => new docx.FootnoteReferenceRun(number));
        case 'image':
          return [picture(part.url, part.alt)];
        default: {
          const link = safeUrl(part.url, origin);
          if (!link || link.startsWith('#')) return runs(part.children, style);
          const children = runs(part.children, { ...style, style: 'Hyperlink' });
          return [new docx.ExternalHyperlink({ link, children })];
        }
      }
    });
  }

  /** An image no wider than the text, or its URL if it can't be embedded. */
  function picture(source: string, alt: string): ParagraphChild {
    const url = safeImage(source, origin);
    const file = url === undefined ? undefined : images.get(url);
    const type = TYPES[file?.mediaType ?? ''];
    const size = file && imageSize(file.bytes);
    if (!file || !type || !size) {
      const text = new TextRun({ text: clean(alt || url || ''), style: 'Hyperlink' });
      if (!url || url.startsWith('data:')) return new TextRun(clean(alt));
      return new docx.ExternalHyperlink({ link: url, children: [text] });
    }
    const scale = Math.min(1, WIDTH / size.width, HEIGHT / size.height);
    return new docx.ImageRun({
      type,
      data: file.bytes,
      transformation: {
        width: Math.max(1, Math.round(size.width * scale)),
        height: Math.max(1, Math.round(size.height * scale)),
      },
      altText: { name: clean(alt), title: clean(alt), description: clean(alt) },
    });
  }

  return { lists, write };
}

/** Removes characters that XML can't contain. */
function clean(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML can't contain
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  );
}
