import { type ArchiveFile, writeZip } from '#core/collection/archive/zip-writer.ts';
import { ExtractFailure } from '#core/extract/extracted.ts';
import { ARCHIVE_MAX_BYTES, ARCHIVE_MAX_MB, DOCUMENT_PARTS_MAX } from '#core/limits.ts';
import type { Actor } from '#generated/model/index.ts';
import { record } from '../audit/entry.ts';
import type { Origin } from '../audit/origin.ts';
import { requirePlan } from '../billing/plan-limits.ts';
import { archiveOf } from '../collection/archive/import.service.ts';
import { freeName } from '../deletion/project-deletion.service.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { DELETED } from '../live.ts';
import { createModelService } from '../model/model.service.ts';
import type { Principal } from '../principal.ts';
import { mustFind, ProblemError } from '../problem.ts';
import {
  type ArchivedProject,
  ArchiveFault,
  NOT_INCLUDED,
  ORG_MANIFEST,
  type OrgManifest,
} from './archive-format.ts';
import {
  type CreatingDomain,
  count,
  notesOn,
  type PlannedProject,
  planProject,
  storeHidden,
} from './create-projects.ts';
import { sha256Of } from './open-archive.ts';
import { projectOfTemplate } from './project-templates.ts';
import { originalOf, type SnapshotFile, snapshotOf, withEmails } from './snapshot.ts';
import { storeParts } from './store-parts.ts';
import type { TransferRow } from './transfer.store.ts';

export type TransferDomain = CreatingDomain & Pick<Domain, 'access' | 'transfer' | 'run'>;

const SAVE_MS = 500;

/** A person cancelled the transfer, or another process has taken it over. */
export class TransferStopped extends Error {}

/**
 * Does what a transfer was asked to do, and records its success. Safe to repeat after an interruption.
 * @throws ArchiveFault, ExtractFailure, ProblemError: why it failed; TransferStopped
 */
export async function workOnTransfer(
  domain: TransferDomain,
  row: TransferRow,
  signal: AbortSignal,
): Promise<void> {
  if (row.kind === 'export') return exportOrg(domain, row, signal);
  await discardProjects(domain, row);
  return row.kind === 'import' ? importOrg(domain, row, signal) : copyProject(domain, row, signal);
}

/** Removes what an unfinished transfer has created. */
export async function discardProjects(
  { stores }: Pick<Domain, 'stores'>,
  { id }: Pick<TransferRow, 'id'>,
): Promise<void> {
  const row = await stores.transfer.transfers.find({ id });
  if (!row || row.status === 'succeeded' || row.project_ids.length === 0) return;
  await stores.project.allProjects.delete({
    id: { in: row.project_ids },
    deleted_with_org: true,
    deleted_at: DELETED,
  });
  await stores.transfer.transfers.change({ id }, { project_ids: [] });
}

/** What a person who failed can do about it; undefined for errors that are not theirs. */
export function faultOf(error: unknown): string | undefined {
  if (error instanceof ArchiveFault || error instanceof ProblemError) return error.message;
  return error instanceof ExtractFailure ? error.detail : undefined;
}

/** Writes the progress at most twice a second, and notices a cancellation. */
function progressOf({ stores }: TransferDomain, row: TransferRow, signal: AbortSignal) {
  let savedAt = 0;
  return async (change: Partial<TransferRow>, isImportant = false): Promise<void> => {
    signal.throwIfAborted();
    if (!isImportant && Date.now() - savedAt < SAVE_MS) return;
    savedAt = Date.now();
    const own = { id: row.id, worker_id: row.worker_id, status: 'running' } as const;
    if ((await stores.transfer.transfers.change(own, change)) === 0) throw new TransferStopped();
  };
}

async function exportOrg(
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
      yield { name: path, content: noted(path, async () => json(project)) };
      for (const file of own) {
        const read = () => originalOf(domain, file.row);
        yield { name: file.path, content: noted(file.path, read) };
      }
    }
    yield { name: ORG_MANIFEST, content: late(() => json(manifest)) };
  }
  const written = await storeParts(files, row.id, writeZip(content()));
  const end = { status: 'succeeded', done: total, size: written, ...ended() } as const;
  await save(end, true);
}

/** The last file's content is only known when the others have been read. */
function* late(read: () => Uint8Array): Generator<Uint8Array> {
  yield read();
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

async function importOrg(
  domain: TransferDomain,
  row: TransferRow,
  signal: AbortSignal,
): Promise<void> {
  const { stores, collection: port } = domain;
  const upload = await stores.collection.uploads.find({ id: row.input.upload_id ?? '' });
  if (!upload || upload.org_id !== row.org_id) throw new ArchiveFault(DETAIL.uploadUnknown);
  const archive = archiveOf(upload);
  const work = { owner: row.org_id, signal };
  const { manifest, projects } = await domain.transfer.openArchive(archive, work);
  const planned: PlannedProject[] = [];
  const org = await mustFind(stores.org.orgs.find({ id: row.org_id }));
  const { importedSettings, withSettings } = await import('./org-settings.ts');
  const later = importedSettings(domain, org, manifest);
  for (const project of projects)
    planned.push(await planProject(domain, row.org_id, withSettings(project, manifest, later)));
  const originals = planned.flatMap((one) => one.originals);
  const save = progressOf(domain, row, signal);
  await save({ total: originals.length + planned.length, done: 0 }, true);
  await keepOrDiscard(domain, planned, async () => {
    const sizes = new Map<string, number>();
    for (let at = 0; at < originals.length; at += UNPACKED_AT_ONCE) {
      const some = originals.slice(at, at + UNPACKED_AT_ONCE);
      const found = await port.unpackArchive(archive, some, work);
      for (const [index, { folder }] of some.entries()) sizes.set(folder, found[index] ?? 0);
      await save({ done: at + some.length });
    }
    const people = count(manifest.members.length, 'person', 'people');
    await create(
      domain,
      row,
      planned,
      { save, sizes, offset: originals.length },
      [
        ...planned.flatMap(notesOn),
        {
          kind: 'skipped',
          text: 'API keys, OAuth clients, widgets, chats, runs and evaluation results are not in archives.',
        },
        ...(manifest.members.length > 1
          ? [
              {
                kind: 'needed' as const,
                text: `Invite ${people} who belonged to ${manifest.name}.`,
              },
            ]
          : []),
      ],
      manifest,
    );
    await port.files.removeFolder(upload.folder);
    await stores.collection.uploads.delete({ id: upload.id });
  });
  port.kick();
}

/** How many originals a thread unpacks between two signs of progress. */
const UNPACKED_AT_ONCE = 50;

async function copyProject(
  domain: TransferDomain,
  row: TransferRow,
  signal: AbortSignal,
): Promise<void> {
  const { stores } = domain;
  const { name = '', project_id, template_id } = row.input;
  const save = progressOf(domain, row, signal);
  const archived = await sourceOf();
  const planned = await planProject(domain, row.org_id, { ...archived, name });
  await save({ total: 1, done: 0 }, true);
  await keepOrDiscard(domain, [planned], () =>
    create(domain, row, [planned], { save, sizes: new Map(), offset: 0 }, []),
  );

  async function sourceOf(): Promise<ArchivedProject> {
    if (template_id !== undefined) {
      const org = await stores.org.orgs.find({ id: row.org_id });
      const model = await createModelService(domain).defaultId(row.org_id, org?.default_model_id);
      const found = projectOfTemplate(template_id, model);
      if (!found) throw new ArchiveFault(DETAIL.projectTemplateUnknown);
      return found;
    }
    const where = { id: project_id ?? '', org_id: row.org_id };
    const source = await stores.project.projects.find(where);
    if (!source) throw new ArchiveFault(DETAIL.projectUnknown);
    return (await snapshotOf(stores, source, { at: 0, isCopy: true })).project;
  }
}

/**
 * Undoes everything if anything fails, except what was already revealed. A cancellation or another process may have
 * removed the projects from the transfer meanwhile, so they are found by their own IDs.
 */
async function keepOrDiscard(
  { stores, collection }: TransferDomain,
  planned: readonly PlannedProject[],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { projects, allProjects } = stores.project;
    const id = { in: planned.map((one) => one.row.id) };
    // All of them were, or none.
    if ((await projects.count({ id })) > 0) throw error;
    if (id.in.length > 0)
      await allProjects.delete({ id, deleted_with_org: true, deleted_at: DELETED });
    for (const { folder } of planned.flatMap((one) => one.originals))
      await collection.files.removeFolder(folder);
    throw error;
  }
}

interface Progress {
  save: ReturnType<typeof progressOf>;
  sizes: ReadonlyMap<string, number>;
  /** What was done before. */
  offset: number;
}

/** Stores projects one by one without anybody seeing them, then reveals all at once. */
async function create(
  domain: TransferDomain,
  row: TransferRow,
  planned: readonly PlannedProject[],
  { save, sizes, offset }: Progress,
  report: TransferRow['report'],
  settings?: OrgManifest,
): Promise<void> {
  const { stores, access } = domain;
  const by = authorOf(row);
  await save({ project_ids: planned.map((one) => one.row.id) }, true);
  for (const [at, one] of planned.entries()) {
    await storeHidden(domain, one, { by, sizes });
    await save({ done: offset + at + 1 }, true);
  }
  await stores.transaction(async (all) => {
    const org = await mustFind(all.org.orgs.lock({ id: row.org_id }));
    const { projects, allProjects } = all.project;
    const others = await projects.list({ where: { org_id: row.org_id } });
    await requirePlan(all, row.org_id, 'projects', others.length + planned.length);
    for (const { archived } of planned)
      await requirePlan(all, row.org_id, 'tasks', archived.tasks.length);
    const names = others.map(({ name }) => name);
    const revealed = { deleted_at: null, deleted_by_name: null, deleted_with_org: false };
    for (const one of planned) {
      const name = freeName(one.row.name, names);
      names.push(name);
      await allProjects.change({ id: one.row.id }, { ...revealed, name });
      const target = { type: 'project', id: one.row.id, name } as const;
      const action = row.kind === 'import' ? 'importOrg' : 'copyProject';
      await record(all, { ...by.origin, projectId: one.row.id }, { action, target });
    }
    if (settings) await addSettings(domain, all, org, settings, row);
    const own = { id: row.id, worker_id: row.worker_id, status: 'running' } as const;
    const end = { status: 'succeeded', report, done: offset + planned.length, ...ended() } as const;
    if ((await all.transfer.transfers.change(own, end)) === 0) throw new TransferStopped();
  });
  await access.announce({ org: row.org_id });
}

/** Templates, and the settings that the organisation doesn't have yet. */
async function addSettings(
  domain: TransferDomain,
  all: Parameters<Parameters<Domain['stores']['transaction']>[0]>[0],
  org: { id: string } & Pick<
    OrgManifest,
    'run_retention_days' | 'default_model_id' | 'allowed_origins'
  >,
  manifest: OrgManifest,
  row: TransferRow,
): Promise<void> {
  const { importedSettings, importedTemplates } = await import('./org-settings.ts');
  await all.org.orgs.change({ id: org.id }, importedSettings(domain, org, manifest));
  const known = await all.template.templates.list({ where: { org_id: org.id } });
  const templates = importedTemplates(known, manifest, row);
  if (templates.length > 0) await all.template.templates.insert(templates);
}

function ended() {
  return { ended_at: new Date().toISOString(), worker_id: null, lease_until: null };
}

/** Whoever started the transfer has made its changes. */
function authorOf({ created_by_id: id, created_by_name: name, org_id }: TransferRow) {
  const origin: Origin = {
    actor: { type: 'user', id, name, personId: id },
    network: null,
    requestId: null,
    orgId: org_id,
  };
  const principal = { type: 'user', userId: id, id, name } as unknown as Principal & Actor;
  return { ...principal, origin };
}
