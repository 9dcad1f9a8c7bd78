/** The size of an image in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** The first bytes of each file type. */
const PNG = 0x89504e47;
const GIF = 0x47494638;
const RIFF = 0x52494646;
const WEBP = 0x57454250;
const JPEG = 0xffd8;

/**
 * The size that a picture's header declares, before anything decodes its pixels: a small file can expand to gigabytes.
 * @param bytes the beginning of a PNG, JPEG, GIF or WebP file, or all of it
 * @returns undefined if the header is of another type or incomplete
 */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint32(0) === PNG) {
      return { width: view.getUint32(16), height: view.getUint32(20) };
    }
    if (view.getUint32(0) === GIF) {
      return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    }
    if (view.getUint32(0) === RIFF) return webpSize(view);
    if (view.getUint16(0) === JPEG) return jpegSize(view);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

/** The media type of a picture, by its first bytes; undefined if browsers can't show it. */
export function imageType(bytes: Uint8Array): string | undefined {
  if (bytes.length < 12) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0) === PNG) return 'image/png';
  if (view.getUint32(0) === GIF) return 'image/gif';
  if (view.getUint32(0) === RIFF && view.getUint32(8) === WEBP) return 'image/webp';
  return view.getUint16(0) === JPEG ? 'image/jpeg' : undefined;
}

/** WebP: lossy (`VP8 `), lossless (`VP8L`) or extended (`VP8X`). */
function webpSize(view: DataView): ImageSize | undefined {
  const low = (at: number) => view.getUint16(at, true);
  switch (view.getUint32(12)) {
    case 0x56503820:
      return { width: low(26) & 0x3fff, height: low(28) & 0x3fff };
    case 0x5650384c: {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x56503858: {
      const threeBytes = (at: number) => low(at) + view.getUint8(at + 2) * 0x10000;
      return { width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
    }
    default:
      return undefined;
  }
}

/** JPEG: the first frame header among the segments. */
function jpegSize(view: DataView): ImageSize | undefined {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Fill bytes, and markers without a length.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (isFrame(marker)) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    } else {
      const length = view.getUint16(at + 2);
      if (length < 2) return undefined;
      at += 2 + length;
    }
  }
}

/** SOF0 to SOF15, except the tables within that range (DHT, JPG, DAC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
