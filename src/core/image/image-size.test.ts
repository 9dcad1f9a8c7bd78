import { expect, it } from 'vitest';
import { imageSize } from './image-size.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

it.each([
  ['PNG', '89504e470d0a1a0a 0000000d 49484452 00000200 00000100', 512, 256],
  ['GIF', '474946383961 0002 0001 f70000', 512, 256],
  ['lossy WebP', '52494646 00000000 57454250 56503820 00000000 000000 9d012a 0002 0001', 512, 256],
  ['lossless WebP', '52494646 00000000 57454250 5650384c 00000000 2f ffc13f00', 512, 256],
  [
    'extended WebP',
    '52494646 00000000 57454250 56503858 0a000000 00000000 ff0100 ff0000 00',
    512,
    256,
  ],
  ['JPEG', 'ffd8 ffe00004abcd ff ffc0 0011 08 0100 0200 03', 512, 256],
  ['progressive JPEG', 'ffd8 ffc40002 ffc2 0011 08 0100 0200 03', 512, 256],
])('reads the header of a %s', (_type, hex, width, height) => {
  expect(imageSize(bytes(hex))).toEqual({ width, height });
});

it.each(['', '89504e47', 'ffd8', 'ffd8ffe00000', 'ffd8ffe0ffff', '3c737667', '52494646'])(
  'is undefined for %j',
  (hex) => {
    expect(imageSize(bytes(hex))).toBeUndefined();
  },
);
