import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import config from '../../vite.config.ts';

const root = join(import.meta.dirname, '../..');

it("in development, the proxied API paths don't hide source files of the console", async () => {
  const { root: folder, server } = await config({ mode: 'development', command: 'serve' });
  const prefixes = Object.keys(server?.proxy ?? {});
  expect(prefixes).toContain('/api/v1');
  expect(prefixes.filter((prefix) => existsSync(join(root, folder ?? '', prefix)))).toEqual([]);
});
