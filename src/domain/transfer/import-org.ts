import { nthId } from '#core/ids.ts';
import { archiveOf } from '../collection/archive/import.service.ts';
import type { Original } from '../collection/collection.port.ts';
import { DETAIL } from '../details.ts';
import { mustFind } from '../problem.ts';
import { ArchiveFault } from './archive-format.ts';
import { authorOf, createAll, surveyOf } from './create-all.ts';
import { pause } from './json-in-turns.ts';
import { count } from './notes.ts';
import { importedSettings, withSettings } from './org-settings.ts';
import { readChunk } from './pieces.ts';
import { progressOf, type TransferDomain } from './progress.ts';
import type { TransferRow } from './transfer.tables.ts';

/** How many originals a thread unpacks between two signs of progress. */
const UNPACKED_AT_ONCE = 50;

/** Creates the projects and templates of an archive: first the originals of documents, then everything else. */
export async function importOrg(
  domain: TransferDomain,
  row: TransferRow,
  signal: AbortSignal,
): Promise<void> {
  const { stores, collection: port } = domain;
  const upload = await stores.collection.uploads.find({ id: row.input.upload_id ?? '' });
  if (!upload || upload.org_id !== row.org_id) throw new ArchiveFault(DETAIL.uploadUnknown);
  const archive = archiveOf(upload);
  const work = { owner: row.org_id, signal };
  const opened = await domain.transfer.openArchive(archive, work);
  const { manifest, chunks, pieces, originals, notes } = opened;
  const org = await mustFind(stores.org.orgs.find({ id: row.org_id }));
  const later = importedSettings(domain, org, manifest);
  const creation = { transfer: row, by: authorOf(row) };
  const survey = await surveyOf(domain, creation, chunks, (project) =>
    withSettings(project, manifest, later),
  );
  const save = progressOf(domain, row, signal);
  const project_ids = survey.map((one) => one.row.id);
  if (row.written === null)
    await save({ total: originals + pieces, done: 0, written: 0, project_ids }, true);
  // What was unpacked before an interruption is there.
  let unpacked = row.written === null ? 0 : Math.min(row.done, originals);
  try {
    for await (const some of originalsIn(chunks, row, unpacked)) {
      await port.unpackArchive(archive, some, work);
      unpacked += some.length;
      await save({ done: unpacked });
    }
    const people = count(manifest.members.length, 'person', 'people');
    const report: TransferRow['report'] = [
      ...notes,
      {
        kind: 'skipped',
        text: 'API keys, OAuth clients, widgets, chats, runs and evaluation results are not in archives.',
      },
    ];
    if (manifest.members.length > 1)
      report.push({ kind: 'needed', text: `Invite ${people} who belonged to ${manifest.name}.` });
    const creating = { ...creation, chunks, survey, report, offset: originals, signal };
    await createAll(domain, row, { ...creating, settings: manifest });
  } catch (error) {
    const now = await stores.transfer.transfers.find({ id: row.id });
    // Otherwise another process goes on with them.
    const isOwn = now?.worker_id === row.worker_id && now?.status === 'running' && !signal.aborted;
    if (now?.status === 'cancelled' || isOwn)
      for await (const some of originalsIn(chunks, row, 0))
        for (const { folder } of some) await port.files.removeFolder(folder);
    throw error;
  }
  await port.files.removeFolder(upload.folder);
  await stores.collection.uploads.delete({ id: upload.id });
  port.kick();
}

/** The originals of documents after the first ones, some at a time. */
async function* originalsIn(
  chunks: readonly Uint8Array[],
  { id }: TransferRow,
  skipped: number,
): AsyncGenerator<Original[]> {
  let [number, at] = [0, 0];
  let some: Original[] = [];
  for (const chunk of chunks) {
    for (const { kind, content } of readChunk(chunk)) {
      if (kind === 'document' && content.path !== null) {
        const { path, name } = content;
        if (at >= skipped) some.push({ path, name, folder: nthId('document', id, number) });
        at += 1;
      }
      number += 1;
      if (some.length < UNPACKED_AT_ONCE) continue;
      yield some;
      some = [];
    }
    await pause();
  }
  if (some.length > 0) yield some;
}
