import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { writeZip } from '#core/collection/archive/zip-writer.ts';
import { ArchiveFault, ROWS_MAX } from './archive-format.ts';
import { openOrgArchive, sha256Of } from './open-archive.ts';

const manifest = {
  format: 'taskloom-organisation',
  version: 1,
  name: 'Shop',
  default_model_id: null,
  run_retention_days: null,
  allowed_origins: [],
  members: [],
  templates: [],
  projects: [],
  files: [] as object[],
};
const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

describe('an archive that would take too much', () => {
  it('is refused if it unzips to far more than it has', async () => {
    const bytes = new Uint8Array(60_000_000);
    const files = [{ path: 'bomb', size: bytes.length, sha256: await sha256Of(bytes) }];
    const archive = zipSync({ bomb: bytes, 'organisation.json': json({ ...manifest, files }) });
    expect(archive.length).toBeLessThan(100_000);
    await expect(openOrgArchive(archive)).rejects.toEqual(
      new ArchiveFault('The archive unzips to more than an export contains.'),
    );
  });

  it('is refused if it has a million files', async () => {
    function* many() {
      yield { name: 'organisation.json', content: [json(manifest)] };
      for (let at = 0; at < ROWS_MAX + 2000; at += 1) yield { name: String(at), content: [] };
    }
    const parts: Uint8Array[] = [];
    for await (const part of writeZip(many())) parts.push(part);
    await expect(openOrgArchive(Buffer.concat(parts))).rejects.toThrow(
      'The archive unzips to more than an export contains.',
    );
  });

  it('is refused if its manifest lists a million files', async () => {
    const sha256 = '0'.repeat(64);
    const files = Array.from({ length: ROWS_MAX + 1 }, (_, at) => ({
      path: `${at}`,
      size: 0,
      sha256,
    }));
    const archive = zipSync({ 'organisation.json': json({ ...manifest, files }) });
    await expect(openOrgArchive(archive)).rejects.toThrow('organisation.json is invalid at /files');
  });
});

it.each([
  ['cut off', (bytes: Uint8Array) => bytes.slice(0, -30)],
  ['no ZIP archive', () => new TextEncoder().encode('Hello')],
  ['empty', () => new Uint8Array()],
])('an archive that is %s has to be downloaded again, not saved', async (_, damage) => {
  const archive = zipSync({ 'organisation.json': json(manifest) });
  await expect(openOrgArchive(damage(archive))).rejects.toEqual(
    new ArchiveFault(
      'The archive is damaged or not a ZIP file. Download the export again and import it unchanged.',
    ),
  );
});

it('an archive without projects is fine', async () => {
  const archive = zipSync({ 'organisation.json': json(manifest) });
  expect((await openOrgArchive(archive)).chunks).toEqual([]);
});
