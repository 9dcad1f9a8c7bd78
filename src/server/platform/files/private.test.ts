import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { localFileStore } from './file-store.ts';
import { protectDataDir } from './private.ts';

const mode = (...path: string[]) => (statSync(join(...path)).mode & 0o777).toString(8);

it('denies other users access to our files, and leaves other files alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'taskloom-private-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'database/base'), { recursive: true });
  writeFileSync(join(folder, 'database/base/1'), '');
  chmodSync(join(folder, 'database/base/1'), 0o666);
  writeFileSync(join(folder, 'secret.key'), '');
  writeFileSync(join(folder, 'notes.txt'), '');
  chmodSync(join(folder, 'notes.txt'), 0o644);
  for (let times = 0; times < 2; times += 1) {
    protectDataDir(folder);
    expect([mode(folder), mode(folder, 'database/base')]).toEqual(['700', '700']);
    expect([mode(folder, 'database/base/1'), mode(folder, 'secret.key')]).toEqual(['600', '600']);
    expect(mode(folder, 'notes.txt')).toBe('644');
  }
});

it('stores new files for this user only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taskloom-private-'));
  await localFileStore(folder).put('avatar', 'a.png', new Uint8Array([1]));
  expect([mode(folder, 'files'), mode(folder, 'files/avatar')]).toEqual(['700', '700']);
  expect(mode(folder, 'files/avatar/a.png')).toBe('600');
});
