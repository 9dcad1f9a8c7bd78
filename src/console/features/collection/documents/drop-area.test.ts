import { afterEach, expect, it } from 'vitest';
import { apiConfig, configureApi } from '#console/api/config.ts';
import { uploadHint } from './drop-area.tsx';

const initial = apiConfig();

afterEach(() => configureApi(initial));

it('names images only where the server can read them', () => {
  configureApi({ ...initial, documentMaxMb: 200, documentImages: false });
  expect(uploadHint()).toBe(
    'PDF, Word, Excel, PowerPoint, CSV, HTML, Markdown, text, JSON and EPUB, up to 200 MB each.',
  );
  configureApi({ ...initial, documentMaxMb: 200, documentImages: true });
  expect(uploadHint()).toMatch(/JSON, EPUB and images, up to 200 MB each\.$/);
});
