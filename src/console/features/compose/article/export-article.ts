import { fetchUploaded } from '#console/api/http/fetch-uploaded.ts';
import type { AssembledArticle } from '#core/compose/export/assemble.ts';
import { loadImages } from '#core/compose/export/images.ts';
import { imageType } from '#core/image/image-size.ts';

/** Exports the article as an HTML page with its uploaded images embedded. */
export async function htmlFile(article: AssembledArticle): Promise<string> {
  const { toHtml } = await import('#core/compose/export/export-html.ts');
  return toHtml(article, { images: await loadImages(article, fetchUploaded) });
}

/** Exports the article as a Word document with its uploaded images embedded. */
export async function docxFile(article: AssembledArticle): Promise<Uint8Array<ArrayBuffer>> {
  const { toDocx } = await import('#core/compose/export/export-docx.ts');
  return toDocx(article, await loadImages(article, uploadedForWord));
}

/** Word doesn't support WebP. */
async function uploadedForWord(url: string): Promise<Uint8Array | undefined> {
  const bytes = await fetchUploaded(url);
  if (!bytes || imageType(bytes) !== 'image/webp') return bytes;
  const picture = await createImageBitmap(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  try {
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    const png = await canvas.convertToBlob({ type: 'image/png' });
    return new Uint8Array(await png.arrayBuffer());
  } finally {
    picture.close();
  }
}
