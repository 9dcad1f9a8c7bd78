import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { localDocuments } from './document-files.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'taskloom-documents-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('removes a folder while others write to it', async () => {
  const files = localDocuments(dataDir);
  let isDone = false;
  const write = async (writer: number) => {
    for (let at = 0; !isDone; at += 1)
      // A folder that is removed meanwhile takes the file with it.
      await files.put('document_1', `${writer}-${at}`, new Uint8Array(8)).catch(() => undefined);
  };
  const writers = [1, 2, 3, 4].map(write);
  try {
    for (let times = 0; times < 1000; times += 1) await files.removeFolder('document_1');
  } finally {
    isDone = true;
    await Promise.all(writers);
  }
  await files.removeFolder('document_1');
  expect(await files.folders()).toEqual([]);
  await files.removeFolder('document_1');
});
