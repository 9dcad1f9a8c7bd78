import { expect, it } from 'vitest';
import { readDataUrl, SAMPLE_FILES } from '../task/input/files.ts';
import { fileTokens } from './file-tokens.ts';

const file = (mediaType: string, text: string) => ({
  mediaType,
  base64: btoa(text),
  bytes: text.length,
});

it('estimates an image by its size, up to what providers read', () => {
  expect(fileTokens(readDataUrl(SAMPLE_FILES.image) as never)).toBe(1);
  expect(fileTokens(file('image/png', 'not a picture'))).toBe(1600);
});

it('estimates a document by its pages, or by its length if they are compressed', () => {
  expect(fileTokens(file('application/pdf', '/Type /Pages /Type /Page /Type/Page>>'))).toBe(4000);
  expect(fileTokens(file('application/pdf', 'x'.repeat(120_000)))).toBe(6000);
});
