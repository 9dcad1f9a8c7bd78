import { newId } from '#core/ids.ts';
import { secureOriginProblem } from '#core/settings/origin.ts';
import { checkDefinition } from '#core/task/definition/definition.ts';
import type { Actor, TransferNote } from '#generated/model/index.ts';
import { partsOf } from '../collection/archive/archive.ts';
import { archivedSettings, toDocument, toQuestion } from '../collection/archive/import.service.ts';
import { insertCollection, newCollection } from '../collection/collection-rows.ts';
import { addDocuments } from '../collection/document-rows.ts';
import type { Domain } from '../domain.ts';
import { storedSize } from '../evaluation/stored-inputs.ts';
import type { Principal } from '../principal.ts';
import { newProject } from '../project/project.service.ts';
import type { ProjectRow } from '../project/project.store.ts';
import type { Stores } from '../stores.ts';
import { newWebhookSecret, WEBHOOK_SECRET } from '../webhook/webhook.service.ts';
import {
  type ArchivedCollection,
  type ArchivedProject,
  type ArchivedTask,
  ArchiveFault,
} from './archive-format.ts';

export type CreatingDomain = Pick<
  Domain,
  'stores' | 'collection' | 'secrets' | 'outbound' | 'model'
>;

/** An original in the archive, and the folder of the document that it becomes. */
export interface Unpacked {
  path: string;
  name: string;
  folder: string;
}

/** What a project will be made of. */
export interface PlannedProject {
  row: ProjectRow;
  archived: ArchivedProject;
  /** The new ids of its tasks and collections, by the old ones. */
  ids: ReadonlyMap<string, string>;
  collections: { archived: ArchivedCollection; documents: ReturnType<typeof toDocument>[] }[];
  originals: Unpacked[];
}

/**
 * What will be created, with ids. Nothing is stored yet.
 * @throws ArchiveFault for definitions that could not be saved, and URLs that must not be requested
 */
export async function planProject(
  domain: CreatingDomain,
  orgId: string,
  archived: ArchivedProject,
): Promise<PlannedProject> {
  const ids = new Map<string, string>();
  for (const { id } of archived.tasks) ids.set(id, newId('task'));
  for (const { id } of archived.collections) ids.set(id, newId('collection'));
  for (const { name, revisions } of archived.tasks) {
    for (const { number, definition } of revisions) {
      const [first] = checkDefinition(definition, { models: undefined, at: '' });
      if (first)
        throw new ArchiveFault(
          `${archived.name}: revision ${number} of “${name}” is invalid at ${first.pointer}: ${first.message}`,
        );
    }
  }
  const urls = [
    ...archived.webhooks.map(({ url }) => url),
    ...archived.collections.flatMap(({ content }) =>
      content.documents.flatMap(({ path, url }) => (path === null && url !== null ? [url] : [])),
    ),
  ];
  for (const url of new Set(urls)) {
    if ((await domain.outbound.check(url)) !== undefined)
      throw new ArchiveFault(`${archived.name}: ${url.slice(0, 200)} can't be requested.`);
  }
  const collections = archived.collections.map((one) => ({
    archived: one,
    documents: one.content.documents.map(toDocument),
  }));
  const originals = collections.flatMap(({ archived: { content }, documents }) =>
    content.documents.flatMap(({ path, name }, at) => {
      const folder = documents[at]?.id;
      return path === null || folder === undefined ? [] : [{ path, name, folder }];
    }),
  );
  const origins = archived.allowed_origins;
  const row: ProjectRow = {
    ...newProject(orgId, archived.name.trim()),
    run_retention_days: archived.run_retention_days,
    default_model_id: knownModel(domain, archived.default_model_id),
    allowed_origins: origins?.filter((one) => secureOriginProblem(one) === null) ?? null,
  };
  return { row, archived, ids, collections, originals };
}

/** A model that this server knows; null for others. */
export function knownModel({ model }: Pick<Domain, 'model'>, id: string | null): string | null {
  return id !== null && model.find(id) ? id : null;
}

/**
 * Stores a project, invisible until `reveal`: as one that is deleted with its organisation.
 * @param sizes of the originals, by the folder of their document
 */
export async function storeHidden(
  domain: CreatingDomain,
  planned: PlannedProject,
  { by, sizes }: { by: Principal & Actor; sizes: ReadonlyMap<string, number> },
): Promise<void> {
  const { row, archived, ids } = planned;
  const place = { orgId: row.org_id, projectId: row.id };
  const actor = { id: by.id, name: by.name };
  const prepared = await Promise.all(
    planned.collections.map(async (one) => {
      const { name, description, tags } = one.archived.content;
      const settings = await archivedSettings(domain, one.archived.content);
      const made = await newCollection(domain, place, { name, description, tags, settings }, by);
      const id = ids.get(one.archived.id) ?? made.row.id;
      return {
        ...one,
        made: { row: { ...made.row, id }, index: { ...made.index, collection_id: id } },
      };
    }),
  );
  await domain.stores.transaction(async (all) => {
    const hidden = { deleted_at: new Date().toISOString(), deleted_with_org: true };
    await all.project.allProjects.insert({ ...row, ...hidden, deleted_by_name: by.name });
    const webhookIds: string[] = [];
    for (const webhook of archived.webhooks) {
      webhookIds.push(await addWebhook(domain, all, row.id, webhook, actor));
    }
    for (const { archived: one, made, documents } of prepared) {
      await insertCollection(all, made);
      const complete = documents.map((document) => {
        const size = sizes.get(document.id);
        return size === undefined ? document : { ...document, size, parts: partsOf(size) };
      });
      if (complete.length > 0) await addDocuments(all, made.row.id, complete, actor);
      const questions = one.content.questions.map((question) =>
        toQuestion(question, documents, made.row, by),
      );
      if (questions.length > 0) await all.collection.questions.insert(questions);
      await addSources(all, made.row, one, actor);
    }
    for (const task of archived.tasks) {
      const webhookId = task.webhook === null ? undefined : webhookIds[task.webhook];
      await addTask(all, row, task, { ids, webhookId, actor });
    }
  });
}

/** Adds a paused webhook with a new secret. Returns its id. */
async function addWebhook(
  { secrets }: CreatingDomain,
  { webhook }: Stores,
  project_id: string,
  { name, url, events, all_tasks }: ArchivedProject['webhooks'][number],
  by: Actor,
): Promise<string> {
  const id = newId('webhook');
  await webhook.webhooks.insert({
    ...{ id, project_id, name: name.trim(), url, events: [...new Set(events)], all_tasks },
    status: 'paused',
    failures: 0,
    failing_since: null,
    last_delivered_at: null,
    secret: secrets.seal(WEBHOOK_SECRET, newWebhookSecret()),
    old_secret: null,
    old_secret_until: null,
    created_by_id: by.id,
    created_by_name: by.name,
    created_at: new Date().toISOString(),
    version: 1,
  });
  return id;
}

/** Adds the data sources of a collection, paused and without credentials. */
async function addSources(
  { datasource }: Stores,
  { id: collection_id, org_id }: { id: string; org_id: string },
  { sources }: ArchivedCollection,
  by: Actor,
): Promise<void> {
  if (sources.length === 0) return;
  await datasource.sources.insert(
    sources.map(({ name, config, interval }) => ({
      ...{ id: newId('datasource'), org_id, collection_id, name: name.trim(), config, interval },
      is_paused: true,
      health: 'ok' as const,
      credentials: null,
      credentials_hint: null,
      state: null,
      connecting: null,
      error: null,
      next_sync_at: null,
      created_by_id: by.id,
      created_by_name: by.name,
      created_at: new Date().toISOString(),
      version: 1,
    })),
  );
}

async function addTask(
  { task, evaluation, webhook }: Stores,
  { id: project_id, org_id }: ProjectRow,
  archived: ArchivedTask,
  {
    ids,
    webhookId,
    actor,
  }: { ids: ReadonlyMap<string, string>; webhookId: string | undefined; actor: Actor },
): Promise<void> {
  const id = ids.get(archived.id) ?? newId('task');
  const now = new Date().toISOString();
  const by = { created_by_id: actor.id, created_by_name: actor.name };
  const { name, description, tags, evaluation_required, active_revision, environments } = archived;
  const revisions = archived.revisions.map(({ number, note, definition }) => ({
    ...{ task_id: id, number, note, created_at: now },
    definition: renamed(definition, ids),
    author_id: actor.id,
    author_name: actor.name,
  }));
  const latest = revisions.reduce((most, { number }) => Math.max(most, number), 0);
  const active = revisions.find(({ number }) => number === active_revision);
  const draft = archived.draft && renamed(archived.draft, ids);
  const definition = active?.definition ?? draft ?? revisions.at(-1)?.definition;
  if (!definition) throw new ArchiveFault(`“${name}” has neither a draft nor a revision.`);
  await task.tasks.insert({
    ...{ id, org_id, project_id, name: name.trim(), description, tags },
    archived_at: archived.is_archived ? now : null,
    ...{ evaluation_required, active_revision, environments },
    latest_revision: latest === 0 ? null : latest,
    previous_revision: null,
    model_id: definition.model_id,
    ...{ version: 1, ...by, created_at: now, updated_at: now },
  });
  if (revisions.length > 0) await task.revisions.insert(revisions);
  await task.drafts.insert({
    task_id: id,
    definition: draft ?? definition,
    base_revision: active_revision,
    version: 1,
    updated_by_id: actor.id,
    updated_by_name: actor.name,
    updated_at: now,
  });
  for (const set of archived.datasets) {
    const dataset_id = newId('dataset');
    const cases = set.cases.map((one) => ({
      ...{ id: newId('case'), dataset_id, source_run_id: null, created_at: now },
      ...one,
    }));
    await evaluation.datasets.insert({
      ...{ id: dataset_id, task_id: id, name: set.name.trim(), cases: cases.length },
      checks: renamed(set.checks, ids),
      size: cases.reduce((sum, one) => sum + storedSize(one), 0),
      ...{ version: 1, ...by, created_at: now, updated_at: now },
    });
    if (cases.length > 0) await evaluation.cases.insert(cases);
  }
  if (webhookId !== undefined)
    await webhook.attachments.insert({ task_id: id, webhook_id: webhookId });
}

/** A value in which old ids of tasks and collections are replaced by new ones. */
function renamed<Value>(value: Value, ids: ReadonlyMap<string, string>): Value {
  if (typeof value === 'string') return (ids.get(value) ?? value) as Value;
  if (Array.isArray(value)) return value.map((one) => renamed(one, ids)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, renamed(one, ids)]);
  return Object.fromEntries(entries) as Value;
}

/** What an imported project still needs. */
export function notesOn({ row: { name }, archived }: PlannedProject): TransferNote[] {
  const { tasks, collections, webhooks, credential_origins, members } = archived;
  const documents = collections.reduce((sum, one) => sum + one.content.documents.length, 0);
  const needed = (text: string): TransferNote => ({ kind: 'needed', text: `${name}: ${text}` });
  const withSecret = collections.flatMap((one) => one.sources.filter((s) => s.has_credentials));
  const sources = collections.flatMap((one) => one.sources);
  return [
    {
      kind: 'done',
      text: `${name}: ${count(tasks.length, 'task')}, ${count(collections.length, 'collection')}, ${count(documents, 'document')}`,
    },
    ...webhooks.map((one) => needed(`the webhook “${one.name}” is paused and has a new secret`)),
    ...(sources.length > withSecret.length
      ? [needed('data sources are paused; resume those that should sync')]
      : []),
    ...withSecret.map((one) => needed(`enter the credentials of the data source “${one.name}”`)),
    ...credential_origins.map((origin) => needed(`enter the tool credential for ${origin}`)),
    ...(members.length > 0
      ? [needed(`invite ${count(members.length, 'person', 'people')} who had a role in it`)]
      : []),
  ];
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}
