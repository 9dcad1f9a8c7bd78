import type { IParagraphOptions, IRunOptions, ParagraphChild } from 'docx';
import { imageSize } from '../../image/image-size.ts';
import type { AssembledArticle } from './assemble.ts';
import { type Block, parseMarkdown } from './blocks.ts';
import { footnoteText } from './export-markdown.ts';
import { type Inline, safeImage, safeUrl } from './inline.ts';

/** An image's contents. */
export interface ImageFile {
  bytes: Uint8Array;
  mediaType: string;
}

/** The text's width on a page, in pixels. */
const WIDTH = 600;
const HEIGHT = 800;
/** Images in one document, so that it can be opened. Others are links. */
const IMAGES_MAX = 50;
const INDENT = 720;
const TYPES: Readonly<Record<string, 'png' | 'jpg' | 'gif'>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
};

/**
 * An article as a Word document, with its images, and footnotes at the bottom of the pages. Load this module when it is
 * needed: it is large.
 * @param loadImage gets an image; undefined if it can't. Then the document links to it, as it does to images in formats
 * that Word doesn't know.
 */
export async function toDocx(
  article: AssembledArticle,
  loadImage: (url: string) => Promise<ImageFile | undefined> = async () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const docx = await import('docx');
  const { Document, HeadingLevel, LevelFormat, Packer, Paragraph, TextRun } = docx;
  const { title, seo, footnotes } = article;
  const blocks = article.sections.flatMap(parseMarkdown);
  const writer = createWriter(docx, article, await loadImages(blocks, article.origin, loadImage));
  const document = new Document({
    title: clean(seo.title || title),
    description: clean(seo.description),
    keywords: clean(seo.keywords.join(', ')),
    creator: '',
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
      footnotes.map((note) => [
        note.number,
        { children: [new Paragraph({ children: [new TextRun(clean(footnoteText(note)))] })] },
      ]),
    ),
    sections: [
      {
        children: [
          new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(clean(title))] }),
          ...writer.write(blocks),
        ],
      },
    ],
  });
  return new Uint8Array(await Packer.toArrayBuffer(document));
}

type Docx = typeof import('docx');
type Images = ReadonlyMap<string, ImageFile>;

/** Gets the images of an article, one after another. */
async function loadImages(
  blocks: readonly Block[],
  origin: string,
  load: (url: string) => Promise<ImageFile | undefined>,
): Promise<Images> {
  const urls = new Set(imagesIn(blocks).flatMap((url) => safeImage(url, origin) ?? []));
  const images = new Map<string, ImageFile>();
  for (const url of [...urls].slice(0, IMAGES_MAX)) {
    const image = await load(url).catch(() => undefined);
    if (image) images.set(url, image);
  }
  return images;
}

function imagesIn(blocks: readonly Block[]): string[] {
  const inline = (parts: readonly Inline[]): string[] =>
    parts.flatMap((part) => {
      if (part.type === 'image') return [part.url];
      return 'children' in part ? inline(part.children) : [];
    });
  return blocks.flatMap((block) => {
    switch (block.type) {
      case 'heading':
      case 'paragraph':
        return inline(block.children);
      case 'quote':
        return imagesIn(block.blocks);
      case 'list':
        return block.items.flatMap(imagesIn);
      case 'table':
        return [block.head, ...block.rows].flat().flatMap(inline);
      default:
        return [];
    }
  });
}

function createWriter(docx: Docx, { origin }: AssembledArticle, images: Images) {
  const { Paragraph, Table, TableCell, TableRow, TextRun, HeadingLevel, WidthType } = docx;
  const headings = [
    HeadingLevel.HEADING_1,
    HeadingLevel.HEADING_2,
    HeadingLevel.HEADING_3,
    HeadingLevel.HEADING_4,
    HeadingLevel.HEADING_5,
    HeadingLevel.HEADING_6,
  ];
  /** The names of ordered lists: each counts from one. */
  const lists: string[] = [];

  function write(blocks: readonly Block[], options: IParagraphOptions = {}, depth = 0) {
    return blocks.flatMap((block) => writeBlock(block, options, depth));
  }

  function writeBlock(
    block: Block,
    options: IParagraphOptions,
    depth: number,
  ): (InstanceType<typeof Paragraph> | InstanceType<typeof Table>)[] {
    switch (block.type) {
      case 'heading': {
        const heading = headings[block.level - 1] ?? HeadingLevel.HEADING_6;
        return [new Paragraph({ ...options, heading, children: runs(block.children) })];
      }
      case 'paragraph':
        return [new Paragraph({ ...options, children: runs(block.children) })];
      case 'code':
        return block.text.split('\n').map((line) => {
          const run = new TextRun({ text: clean(line), font: 'Courier New' });
          return new Paragraph({ ...options, children: [run] });
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
          return [new Paragraph({ ...mark, children: runs(first.children) }), ...others];
        });
      }
      case 'table': {
        const row = (cells: readonly Inline[][], isHead: boolean) =>
          new TableRow({
            tableHeader: isHead,
            children: cells.map(
              (cell) =>
                new TableCell({
                  children: [new Paragraph({ children: runs(cell, { bold: isHead }) })],
                }),
            ),
          });
        const rows = [row(block.head, true), ...block.rows.map((cells) => row(cells, false))];
        return [new Table({ rows, width: { size: 100, type: WidthType.PERCENTAGE } })];
      }
      case 'rule':
        return [new Paragraph({ ...options, thematicBreak: true })];
    }
  }

  function runs(parts: readonly Inline[], style: IRunOptions = {}): ParagraphChild[] {
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

  /** An image no wider than the text; its address if it can't be shown. */
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

/** Without characters that XML can't contain. */
function clean(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML can't contain
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  );
}
