import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { pdf } from '#core/extract/testing-files.ts';
import { extractDocument } from './document-jobs.ts';

const folder = mkdtempSync(join(tmpdir(), 'taskloom-jobs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of this size that begins with these bytes; the rest is empty, and takes no space. */
function file(name: string, head: string | Uint8Array, megabytes = 0): string {
  const path = join(folder, name);
  writeFileSync(path, head);
  if (megabytes > 0) truncateSync(path, megabytes * 1024 * 1024);
  return path;
}

it('refuses a text of 200 MB by its beginning, without reading the rest', async () => {
  const text = 'A line of a log that never ends.\n'.repeat(4000);
  const paths = [file('part-0', text, 100), file('part-1', text, 100)];
  const before = process.memoryUsage().arrayBuffers;
  expect(await extractDocument({ paths, name: 'server.log' })).toEqual({
    failure: {
      code: 'too_large',
      detail:
        'The document has more than 20,000,000 characters of text. Split it into smaller files.',
    },
  });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
});

it('reads what is not too long, in one part or in several', async () => {
  const paths = [file('half-0', 'Trains are '), file('half-1', 'punctual.')];
  expect(await extractDocument({ paths, name: 'rules.txt' })).toMatchObject({
    value: { kind: 'text', text: 'Trains are punctual.' },
  });
});

it('does not judge other files by the size of a text', async () => {
  const large = file('large.pdf', pdf([[[50, 700, 12, 'A page of a large scan.']]]), 90);
  const found = await extractDocument({ paths: [large], name: 'large.pdf' });
  expect(found).not.toMatchObject({ failure: { code: 'too_large' } });
});
