import { expect, it } from 'vitest';
import { refusePicture } from './picture.ts';

const megabyte = 1024 * 1024;

/** The header of a PNG with this many pixels. */
function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(33);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x89504e47);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

it('rejects files that are not pictures or are too large, with the specified messages', async () => {
  expect(await refusePicture(new File(['x'], 'a', { type: 'image/svg+xml' }))).toBe(
    'This type of image is not supported, check the file type and try again.',
  );
  expect(await refusePicture(new File(['x'], 'a', { type: '' }))).toContain('not supported');
  const large = new Blob([new Uint8Array(25 * megabyte + 1)], { type: 'image/png' });
  expect(await refusePicture(large)).toBe('Please upload file under 25mb');
});

it('rejects a small file that expands to too many pixels', async () => {
  const type = 'image/png';
  expect(await refusePicture(new Blob([png(30_000, 30_000)], { type }))).toBe(
    "We couldn't process this avatar, please try a different image.",
  );
  expect(await refusePicture(new Blob([png(6000, 4000)], { type }))).toBeNull();
});

it.each(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])('accepts %s', async (type) => {
  expect(await refusePicture(new Blob([new Uint8Array(6 * megabyte)], { type }))).toBeNull();
});
