import { expect, it } from 'vitest';
import { refusePicture } from './picture.ts';

const megabyte = 1024 * 1024;

it('refuses what is no picture, and what is too large, in the specified words', () => {
  expect(refusePicture({ type: 'image/svg+xml', size: 10 })).toBe(
    'This type of image is not supported, check the file type and try again.',
  );
  expect(refusePicture({ type: '', size: 10 })).toContain('not supported');
  expect(refusePicture({ type: 'image/png', size: 2 * megabyte + 1 })).toBe(
    'Please upload file under 2mb',
  );
});

it.each(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])('takes %s', (type) => {
  expect(refusePicture({ type, size: 2 * megabyte })).toBeNull();
});
