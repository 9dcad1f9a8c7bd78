import { imageType } from '../../image/image-size.ts';
import type { AssembledArticle } from './assemble.ts';
import { type Block, parseMarkdown } from './blocks.ts';
import { type Inline, safeImage } from './inline.ts';

/** An image's contents. */
export interface ImageFile {
  bytes: Uint8Array;
  /** Detected from the file's contents. */
  mediaType: string;
}

/** The loaded images, by URL. */
export type ImageFiles = ReadonlyMap<string, ImageFile>;

/** Loads an image; undefined if that fails, in which case the export links to it. */
export type LoadImage = (url: string) => Promise<Uint8Array | undefined>;

/** The most images in an export, and their most bytes in total, so that the file can be opened. Others become links. */
const IMAGES_MAX = 50;
const BYTES_MAX = 40 * 1024 * 1024;

/** Loads the images of an article, one after another. */
export async function loadImages(
  { sections, origin }: Pick<AssembledArticle, 'sections' | 'origin'>,
  load: LoadImage,
): Promise<ImageFiles> {
  const found = sections.flatMap((section) => imagesIn(parseMarkdown(section)));
  const urls = new Set(found.flatMap((url) => safeImage(url, origin) ?? []));
  const images = new Map<string, ImageFile>();
  let size = 0;
  for (const url of [...urls].slice(0, IMAGES_MAX)) {
    const bytes = await load(url).catch(() => undefined);
    const mediaType = bytes && imageType(bytes);
    if (!mediaType || size + bytes.length > BYTES_MAX) continue;
    size += bytes.length;
    images.set(url, { bytes, mediaType });
  }
  return images;
}

/** The URLs of all images. */
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
