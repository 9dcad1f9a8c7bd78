import { manifestOf } from '../collection/archive/export.service.ts';
import type { CollectionRow, DocumentRow } from '../collection/collection.tables.ts';
import { partNames } from '../collection/document-text.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { allRows, everyRow } from '../paging.ts';
import { ProblemError } from '../problem.ts';
import type { ProjectRow } from '../project/project.tables.ts';
import type { Stores } from '../stores.ts';
import type { TaskRow } from '../task/task.tables.ts';
import {
  type ArchivedCollection,
  type ArchivedProject,
  type ArchivedTask,
  TEXT_MAX,
  TEXT_MAX_MB,
} from './archive-format.ts';

/** A document's original, and its path in the archive. */
export interface SnapshotFile {
  path: string;
  row: DocumentRow;
}

interface Snapshot {
  project: ArchivedProject;
  files: SnapshotFile[];
}

/**
 * A project as archives contain it, in an order that doesn't depend on ids, so that equal projects have equal archives.
 * @param at the place of the project in the archive, which is part of its files' paths
 * @param isCopy leaves out what copies don't have: old revisions, datasets, documents, webhooks and people
 */
export async function snapshotOf(
  stores: Stores,
  row: ProjectRow,
  { at, isCopy }: { at: number; isCopy: boolean },
): Promise<Snapshot> {
  const where = { project_id: row.id };
  const [tasks, collections, webhooks, credentials] = await Promise.all([
    allRows(stores.task.tasks, where),
    stores.collection.collections.list({ where, order: ['id'] }),
    stores.webhook.webhooks.list({ where, order: ['id'] }),
    stores.tool.credentials.list({ where, order: ['id'] }),
  ]);
  const room = roomFor(TEXT_MAX);
  const hooks = isCopy ? [] : webhooks.toSorted(byName);
  const archivedTasks: ArchivedTask[] = [];
  for (const task of tasks.toSorted(byName)) {
    if (isCopy && task.archived_at !== null) continue;
    const attached =
      hooks.length > 0 && (await stores.webhook.attachments.find({ task_id: task.id }));
    const place = hooks.findIndex(({ id }) => attached && id === attached.webhook_id);
    archivedTasks.push({
      ...(await taskOf(stores, task, { isCopy, room })),
      webhook: place < 0 ? null : place,
    });
  }
  const files: SnapshotFile[] = [];
  const archivedCollections: ArchivedCollection[] = [];
  for (const [index, collection] of collections.toSorted(byName).entries()) {
    const folder = `files/${at + 1}-${index + 1}`;
    const found = await collectionOf(stores, collection, { folder, isCopy });
    files.push(...found.files);
    archivedCollections.push(found.archived);
  }
  const project: ArchivedProject = {
    name: row.name,
    default_model_id: row.default_model_id,
    run_retention_days: row.run_retention_days,
    allowed_origins: row.allowed_origins,
    members: isCopy ? [] : await membersOf(stores, row.id),
    tasks: archivedTasks,
    collections: archivedCollections,
    webhooks: hooks.map(({ name, url, events, all_tasks }) => ({ name, url, events, all_tasks })),
    credential_origins: credentials.map(({ origin }) => origin).sort(),
  };
  return { project, files };
}

/** Counts the text of a project. What is larger couldn't be imported. */
type Room = ReturnType<typeof roomFor>;
function roomFor(max: number) {
  let size = 0;
  return <Value>(value: Value): Value => {
    size += JSON.stringify(value).length;
    if (size > max)
      throw new ProblemError('limit_reached', DETAIL.archiveTextTooLarge(TEXT_MAX_MB));
    return value;
  };
}

/** Rows with definitions or inputs, which may be large. */
const LARGE_AT_ONCE = 20;

async function taskOf(
  { task, evaluation }: Stores,
  row: TaskRow,
  { isCopy, room }: { isCopy: boolean; room: Room },
): Promise<Omit<ArchivedTask, 'webhook'>> {
  const { id, name, description, tags, evaluation_required, active_revision, environments } = row;
  const draft = await task.drafts.find({ task_id: id });
  const revisions: ArchivedTask['revisions'] = [];
  // Copies only have the active one.
  const wanted = { task_id: id, ...(isCopy && { number: active_revision ?? 0 }) };
  const large = { key: 'number', atOnce: LARGE_AT_ONCE } as const;
  for await (const { number, note, definition } of everyRow(task.revisions, wanted, large))
    revisions.push(room({ number, note, definition }));
  const sets = isCopy
    ? []
    : await evaluation.datasets.list({ where: { task_id: id }, order: ['id'] });
  const datasets: ArchivedTask['datasets'] = [];
  for (const set of sets.toSorted(byName)) {
    const cases: (typeof datasets)[number]['cases'] = [];
    const of = { dataset_id: set.id };
    for await (const one of everyRow(evaluation.cases, of, { atOnce: LARGE_AT_ONCE }))
      cases.push(room({ name: one.name, inputs: one.inputs, expected: one.expected }));
    datasets.push({ name: set.name, checks: set.checks, cases });
  }
  return {
    ...{ id, name, description, tags, evaluation_required, active_revision },
    is_archived: row.archived_at !== null,
    environments: isCopy ? {} : environments,
    draft: draft ? room(draft.definition) : null,
    revisions,
    datasets,
  };
}

async function collectionOf(
  stores: Stores,
  row: CollectionRow,
  { folder, isCopy }: { folder: string; isCopy: boolean },
): Promise<{ archived: ArchivedCollection; files: SnapshotFile[] }> {
  const where = { collection_id: row.id };
  const rows = isCopy ? [] : await allRows(stores.collection.documents, where);
  const sources = isCopy ? [] : await stores.datasource.sources.list({ where, order: ['id'] });
  const content = await manifestOf(stores, row, rows);
  const documents = content.documents.map(({ path, ...document }) => ({
    ...document,
    path: path === null ? null : `${folder}/${path}`,
  }));
  const files = documents.flatMap(({ path }, place) => {
    const document = rows[place];
    return path === null || !document ? [] : [{ path, row: document }];
  });
  return {
    archived: {
      id: row.id,
      content: { ...content, documents },
      sources: sources
        .toSorted(byName)
        .map(({ name, config, interval, credentials, credentials_hint }) => ({
          ...{ name, config, interval },
          has_credentials: credentials !== null || credentials_hint !== null,
        })),
    },
    files,
  };
}

/** Email addresses and roles of a project's own members. */
async function membersOf({ project, user }: Stores, projectId: string) {
  const rows = await project.members.list({
    where: { project_id: projectId },
    order: ['project_id', 'user_id'],
  });
  return withEmails({ user }, rows);
}

/** The members of an organisation or project by email address. */
export async function withEmails<
  Row extends { user_id: string; role: 'owner' | 'editor' | 'member' },
>({ user }: Pick<Stores, 'user'>, rows: readonly Row[]) {
  const ids = rows.map(({ user_id }) => user_id);
  const users = ids.length === 0 ? [] : await user.users.list({ where: { id: { in: ids } } });
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  return rows
    .flatMap(({ user_id, role }) => {
      const email = emails.get(user_id);
      return email ? [{ email, role }] : [];
    })
    .sort((a, b) => (a.email < b.email ? -1 : 1));
}

/** The original of a document as a whole. */
export async function originalOf(
  { collection }: Pick<Domain, 'collection'>,
  row: DocumentRow,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (const name of partNames(row)) parts.push(await collection.files.get(row.id, name));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function byName(a: { name: string; id?: string }, b: { name: string; id?: string }): number {
  const [x, y] = [a.name.toLowerCase(), b.name.toLowerCase()];
  if (x !== y) return x < y ? -1 : 1;
  return (a.id ?? '') < (b.id ?? '') ? -1 : 1;
}
