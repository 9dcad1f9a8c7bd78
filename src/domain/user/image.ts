/**
 * Whether an image is complete, judging by its format's end marker. Catches interrupted uploads; the pixels
 * are up to the browser.
 * @param type png, jpg, webp or gif, according to its first bytes
 */
export function isWholeImage(type: string, bytes: Uint8Array): boolean {
  const { length } = bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  switch (type) {
    case 'png':
      return (
        length > 45 &&
        view.getUint32(16) > 0 &&
        String.fromCharCode(...bytes.subarray(-12)).includes('IEND')
      );
    case 'jpg':
      return endOfJpeg(bytes) > 2;
    case 'gif':
      return length > 13 && view.getUint16(6, true) > 0 && bytes.lastIndexOf(0x3b) > 13;
    case 'webp':
      return length >= view.getUint32(4, true) + 8;
    default:
      return false;
  }
}

/** Where the last end marker is; negative if there is none. */
function endOfJpeg(bytes: Uint8Array): number {
  let at = bytes.lastIndexOf(0xd9);
  while (at > 0 && bytes[at - 1] !== 0xff) at = bytes.lastIndexOf(0xd9, at - 1);
  return at - 1;
}
