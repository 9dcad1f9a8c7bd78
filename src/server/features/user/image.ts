/**
 * Whether a picture is there from its first to its last byte, as far as its format says where it ends.
 * Catches uploads that broke off; pixels are the browser's business.
 * @param type png, jpg, webp or gif, as its first bytes say
 */
export function isWholeImage(type: string, bytes: Buffer): boolean {
  switch (type) {
    case 'png':
      return bytes.length > 45 && bytes.readUInt32BE(16) > 0 && bytes.includes('IEND', -12);
    case 'jpg':
      return bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > 2;
    case 'gif':
      return bytes.length > 13 && bytes.readUInt16LE(6) > 0 && bytes.lastIndexOf(0x3b) > 13;
    case 'webp':
      return bytes.length >= bytes.readUInt32LE(4) + 8;
    default:
      return false;
  }
}
