import { expect, it } from 'vitest';
import { ProblemError } from '../../problem.ts';
import type { DocumentFiles } from '../collection.port.ts';
import { replaceOriginal } from './original.ts';

/** Replaces an original. Returns the number of files that are left. */
async function leftAfter(commit: () => Promise<unknown>): Promise<number> {
  const names = new Set<string>();
  const files = {
    put: async (_folder: string, name: string) => void names.add(name),
    removeFiles: async (_folder: string, which: (name: string) => boolean) => {
      for (const name of names) if (which(name)) names.delete(name);
    },
  } as unknown as DocumentFiles;
  const original = { bytes: new Uint8Array(1), media_type: null, etag: null };
  await replaceOriginal({ files }, { id: 'document_1', content: 1 }, original, commit).catch(
    () => undefined,
  );
  return names.size;
}

it('keeps the file of a change that may have been committed, and none of a refused one', async () => {
  expect(await leftAfter(async () => true)).toBe(1);
  expect(await leftAfter(async () => undefined)).toBe(0);
  const refused = new ProblemError('precondition_failed');
  expect(await leftAfter(() => Promise.reject(refused))).toBe(0);
  // The connection was lost during the commit.
  expect(await leftAfter(() => Promise.reject(new Error('ECONNRESET')))).toBe(1);
});
