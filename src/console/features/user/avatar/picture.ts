import { ShownError } from '#console/api/error-message.ts';
import { imageSize } from '#core/image/image-size.ts';
import {
  AVATAR_MAX_BYTES,
  AVATAR_MAX_MB,
  AVATAR_SOURCE_MAX_MB,
  AVATAR_SOURCE_MAX_PIXELS,
} from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import { type Crop, sourceOf } from './crop.ts';

/** The accepted file types. The server checks the bytes themselves. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** The side of the uploaded picture, in pixels. */
const uploadSide = 512;

/** The frame header of a JPEG comes after its metadata and thumbnails. */
const headerBytes = 512 * 1024;

/**
 * Why a file cannot be cropped, as the specified message; null when it can. Phones take larger pictures than may be
 * uploaded, but only the cropped picture is.
 */
export async function refusePicture(file: Blob): Promise<string | null> {
  if (!pictureTypes.includes(file.type)) return MESSAGES.image.unsupported;
  if (file.size > AVATAR_SOURCE_MAX_MB * 1024 * 1024) {
    return MESSAGES.image.tooLarge(AVATAR_SOURCE_MAX_MB);
  }
  const size = imageSize(new Uint8Array(await file.slice(0, headerBytes).arrayBuffer()));
  const isTooLarge = size && size.width * size.height > AVATAR_SOURCE_MAX_PIXELS;
  return isTooLarge ? MESSAGES.image.unreadable : null;
}

/**
 * Decodes the pixels.
 * @throws when the file is not a picture after all
 */
export function decodePicture(file: Blob): Promise<ImageBitmap> {
  // Applies the EXIF orientation.
  return createImageBitmap(file, { imageOrientation: 'from-image' });
}

/** Draws the part that the frame shows over the whole canvas. */
export function drawCrop(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  crop: Crop,
  frame: number,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { left, top, side } = sourceOf(crop, picture, frame);
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/**
 * The crop as a file to upload: WebP, or PNG in browsers that cannot write WebP.
 * @throws ShownError when the browser cannot write it
 */
export async function cropToFile(picture: ImageBitmap, crop: Crop, frame: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = uploadSide;
  canvas.height = uploadSide;
  drawCrop(canvas, picture, crop, frame);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.9));
  if (!blob) throw new ShownError(MESSAGES.image.unreadable);
  if (blob.size > AVATAR_MAX_BYTES) throw new ShownError(MESSAGES.image.tooLarge(AVATAR_MAX_MB));
  return blob;
}
