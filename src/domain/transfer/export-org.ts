import { type ArchiveFile, writeZip } from '#core/collection/archive/zip-writer.ts';
import { ARCHIVE_MAX_BYTES, ARCHIVE_MAX_MB, DOCUMENT_PARTS_MAX } from '#core/limits.ts';
import { DETAIL } from '../details.ts';
import { mustFind, ProblemError } from '../problem.ts';
import {
  type ArchivedProject,
  NOT_INCLUDED,
  ORG_MANIFEST,
  type OrgManifest,
} from './archive-format.ts';
import { jsonInTurns } from './json-in-turns.ts';
import { sha256Of } from './open-archive.ts';
import { ended, progressOf, type TransferDomain } from './progress.ts';
import { originalOf, type SnapshotFile, snapshotOf, withEmails } from './snapshot.ts';
import { storeParts } from './store-parts.ts';
import type { TransferRow } from './transfer.tables.ts';

/** Writes the archive of an organisation. */
export async function exportOrg(
  domain: TransferDomain,
  row: TransferRow,
  signal: AbortSignal,
): Promise<void> {
  const { stores } = domain;
  const { files } = domain.collection;
  const save = progressOf(domain, row, signal);
  const org = await mustFind(stores.org.orgs.find({ id: row.org_id }));
  const where = { org_id: org.id };
  const projects = await stores.project.projects.list({ where, order: ['id'] });
  const sorted = projects.toSorted((a, b) =>
    a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1,
  );
  const snapshots: { path: string; project: ArchivedProject; files: SnapshotFile[] }[] = [];
  for (const [at, project] of sorted.entries()) {
    const path = `projects/${at + 1}.json`;
    snapshots.push({ path, ...(await snapshotOf(stores, project, { at, isCopy: false })) });
    await save({ done: 0 });
  }
  const originals = snapshots.flatMap((one) => one.files);
  const size = originals.reduce((sum, one) => sum + one.row.size, 0);
  if (size > ARCHIVE_MAX_BYTES)
    throw new ProblemError('limit_reached', DETAIL.archiveTooLarge(ARCHIVE_MAX_MB));
  const total = originals.length + snapshots.length;
  // An archive with more couldn't be imported.
  if (total >= DOCUMENT_PARTS_MAX)
    throw new ProblemError('limit_reached', DETAIL.archiveTooMany(DOCUMENT_PARTS_MAX));
  await save({ total }, true);
  const members = await stores.org.members.list({ where, order: ['user_id'] });
  const templates = await stores.template.templates.list({ where, order: ['id'] });
  const manifest: OrgManifest = {
    format: 'taskloom-organisation',
    version: 1,
    name: org.name,
    default_model_id: org.default_model_id,
    run_retention_days: org.run_retention_days,
    allowed_origins: org.allowed_origins,
    members: await withEmails(stores, members),
    templates: templates
      .map(({ name, description, tags, definition }) => ({ name, description, tags, definition }))
      .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1)),
    projects: snapshots.map(({ path }) => path),
    not_included: NOT_INCLUDED,
    files: [],
  };
  let done = 0;
  async function* noted(path: string, read: () => Promise<Uint8Array>) {
    const bytes = await read();
    manifest.files.push({ path, size: bytes.length, sha256: await sha256Of(bytes) });
    yield bytes;
    done += 1;
    await save({ done });
  }
  function* content(): Generator<ArchiveFile> {
    for (const { path, project, files: own } of snapshots) {
      yield { name: path, content: noted(path, () => jsonInTurns(project)) };
      for (const file of own) {
        const read = () => originalOf(domain, file.row);
        yield { name: file.path, content: noted(file.path, read) };
      }
    }
    yield { name: ORG_MANIFEST, content: late(() => jsonInTurns(manifest)) };
  }
  const written = await storeParts(files, row.id, writeZip(content()));
  const end = { status: 'succeeded', done: total, size: written, ...ended() } as const;
  await save(end, true);
}

/** The last file's content is only known when the others have been read. */
async function* late(read: () => Promise<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield await read();
}
