import { expect, it } from 'vitest';
import { refusePicture } from './picture.ts';

const megabyte = 1024 * 1024;

it('rejects files that are not pictures or are too large, with the specified messages', () => {
  expect(refusePicture({ type: 'image/svg+xml', size: 10 })).toBe(
    'This type of image is not supported, check the file type and try again.',
  );
  expect(refusePicture({ type: '', size: 10 })).toContain('not supported');
  expect(refusePicture({ type: 'image/png', size: 2 * megabyte + 1 })).toBe(
    'Please upload file under 2mb',
  );
});

it.each(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])('accepts %s', (type) => {
  expect(refusePicture({ type, size: 2 * megabyte })).toBeNull();
});
