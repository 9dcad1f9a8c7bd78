import { onceFor } from '../cache/once-for.ts';
import { imageSize } from '../image/image-size.ts';
import type { InputFile } from '../task/input/files.ts';

/** Providers scale images down to about this many tokens. */
const IMAGE_TOKENS_MAX = 1600;
const PIXELS_PER_TOKEN = 750;
const PAGE_TOKENS = 2000;
/** For a document whose pages can't be counted because its objects are compressed. */
const PAGE_BYTES = 50_000;
/** An object of type Page, but not of type Pages. */
const PAGE = /\/Type\s*\/Page(?![a-z])/gi;

/** Estimates the tokens of an image (by its size) or a document (by its pages) in a prompt. */
export const fileTokens = onceFor((file: InputFile) =>
  file.mediaType.startsWith('image/') ? tokensOfImage(file) : tokensOfDocument(file),
);

function tokensOfImage({ base64 }: InputFile): number {
  const size = imageSize(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
  if (!size) return IMAGE_TOKENS_MAX;
  const tokens = Math.ceil((size.width * size.height) / PIXELS_PER_TOKEN);
  return Math.min(tokens, IMAGE_TOKENS_MAX);
}

function tokensOfDocument({ base64, bytes }: InputFile): number {
  const pages = atob(base64).match(PAGE)?.length ?? Math.ceil(bytes / PAGE_BYTES);
  return pages * PAGE_TOKENS;
}
