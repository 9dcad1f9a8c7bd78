import { nthId } from '#core/ids.ts';
import { secureOriginProblem } from '#core/settings/origin.ts';
import type { Actor } from '#generated/model/index.ts';
import { partsOf } from '../collection/archive/archive.ts';
import { archivedSettings, toDocument, toQuestion } from '../collection/archive/import.service.ts';
import { newCollection } from '../collection/collection-rows.ts';
import { newDocument } from '../collection/document-rows.ts';
import { newIndexing } from '../collection/queue.ts';
import type { Domain } from '../domain.ts';
import type { Principal } from '../principal.ts';
import { newProject } from '../project/project.service.ts';
import type { ProjectRow } from '../project/project.tables.ts';
import type { Stores } from '../stores.ts';
import { newRow } from '../tables.ts';
import { newWebhookSecret } from '../webhook/webhook-secret.ts';
import type { Piece, PieceOf } from './pieces.ts';
import type { TransferRow } from './transfer.tables.ts';

export type CreatingDomain = Pick<
  Domain,
  'stores' | 'collection' | 'secrets' | 'outbound' | 'model'
>;

/** A project that is being created, and the new ids of its tasks and collections by the old ones. */
export interface Coming {
  row: ProjectRow;
  ids: Map<string, string>;
}

/** Whose rows they become. */
export interface Creation {
  transfer: Pick<TransferRow, 'id' | 'org_id'>;
  by: Principal & Actor;
}

type RowOf<Table> = Table extends { insert(row: infer Row): unknown }
  ? Exclude<Row, readonly unknown[]>
  : never;

/** The tables that pieces become rows of, in the order in which they refer to each other. */
const TABLES = {
  projects: ({ project }: Stores) => project.allProjects,
  webhooks: ({ webhook }: Stores) => webhook.webhooks,
  collections: ({ collection }: Stores) => collection.collections,
  indexes: ({ collection }: Stores) => collection.indexes,
  documents: ({ collection }: Stores) => collection.documents,
  indexings: ({ collection }: Stores) => collection.indexings,
  questions: ({ collection }: Stores) => collection.questions,
  sources: ({ datasource }: Stores) => datasource.sources,
  tasks: ({ task }: Stores) => task.tasks,
  revisions: ({ task }: Stores) => task.revisions,
  drafts: ({ task }: Stores) => task.drafts,
  attachments: ({ webhook }: Stores) => webhook.attachments,
  datasets: ({ evaluation }: Stores) => evaluation.datasets,
  cases: ({ evaluation }: Stores) => evaluation.cases,
  templates: ({ template }: Stores) => template.templates,
};
type Tables = typeof TABLES;
export type PieceRows = { [Name in keyof Tables]?: RowOf<ReturnType<Tables[Name]>>[] };

/** Inserts the rows of some pieces, with one statement for each table. */
export async function insertRows(all: Stores, given: readonly PieceRows[]): Promise<void> {
  // Calling a union of all tables would take the compiler 14 s: it intersects their rows.
  const tables: Record<string, (all: Stores) => { insert(rows: never[]): Promise<void> }> = TABLES;
  for (const [name, table] of Object.entries(tables)) {
    const rows = given.flatMap((one) => (one[name as keyof Tables] ?? []) as never[]);
    if (rows.length > 0) await table(all).insert(rows);
  }
}

/** A project that nobody sees until it is revealed: as one that is deleted with its organisation. */
export function comingProject(
  domain: Pick<Domain, 'model'>,
  { transfer, by }: Creation,
  { content }: PieceOf<'project'>,
  number: number,
): Coming {
  const origins = content.allowed_origins;
  const row: ProjectRow = {
    ...newProject(transfer.org_id, content.name.trim()),
    id: nthId('project', transfer.id, number),
    run_retention_days: content.run_retention_days,
    default_model_id: knownModel(domain, content.default_model_id),
    allowed_origins: origins?.filter((one) => secureOriginProblem(one) === null) ?? null,
    deleted_at: new Date().toISOString(),
    deleted_with_org: true,
    deleted_by_name: by.name,
  };
  return { row, ids: new Map() };
}

/** A model that this server knows; null for others. */
export function knownModel({ model }: Pick<Domain, 'model'>, id: string | null): string | null {
  return id !== null && model.find(id) ? id : null;
}

/**
 * The rows of a piece.
 * @param coming its project; undefined for templates
 * @param number its number, from which its ids follow
 */
export async function rowsOf(
  domain: CreatingDomain,
  creation: Creation,
  coming: Coming | undefined,
  { piece, number }: { piece: Piece; number: number },
): Promise<PieceRows> {
  if (piece.kind === 'template') return templateRows(creation, piece, number);
  if (!coming) throw new TypeError(`A ${piece.kind} needs a project`);
  const { row: project, ids } = coming;
  const { transfer, by } = creation;
  const { org_id } = project;
  const idOf = <Kind extends string>(kind: Kind, at = number) => nthId(kind, transfer.id, at);
  const created_at = new Date().toISOString();
  const author = { created_by_id: by.id, created_by_name: by.name };
  switch (piece.kind) {
    case 'project':
      return { projects: [project] };
    case 'webhook': {
      const { name, url, events, all_tasks } = piece.content;
      // It is paused, and its secret is a new one.
      const row = newRow('webhook', {
        ...{ id: idOf('webhook'), project_id: project.id, name: name.trim(), url, all_tasks },
        events: [...new Set(events)],
        status: 'paused',
        secret: newWebhookSecret(domain.secrets, url).sealed,
        ...{ ...author, created_at },
      });
      return { webhooks: [row] };
    }
    case 'collection': {
      const { name, description, tags } = piece.content;
      const settings = await archivedSettings(domain, piece.content);
      const place = { orgId: org_id, projectId: project.id };
      const made = await newCollection(domain, place, { name, description, tags, settings }, by);
      const [id, index_id] = [idOf('collection'), idOf('index')];
      return {
        collections: [{ ...made.row, id, index_id }],
        indexes: [{ ...made.index, id: index_id, collection_id: id }],
      };
    }
    case 'document': {
      const { size, ...content } = piece.content;
      const id = idOf('document');
      const original = content.path !== null && { size, parts: partsOf(size) };
      const owner = { id: idOf('collection', piece.of), org_id };
      const row = newDocument(owner, { ...toDocument(content), id, ...original }, by);
      return { documents: [row], indexings: [newIndexing(row, idOf('index', piece.of))] };
    }
    case 'question': {
      const owner = { id: idOf('collection', piece.of), created_at };
      const documentAt = (at: number) => idOf('document', piece.of + 1 + at);
      return {
        questions: [{ ...toQuestion(piece.content, documentAt, owner, by), id: idOf('question') }],
      };
    }
    case 'source': {
      const { name, config, interval } = piece.content;
      // It is paused, and its credentials are not in archives.
      const row = newRow('datasource', {
        ...{ id: idOf('datasource'), org_id, collection_id: idOf('collection', piece.of) },
        ...{ name: name.trim(), config, interval, is_paused: true, health: 'ok' },
        ...{ ...author, created_at, version: 1 },
      });
      return { sources: [row] };
    }
    case 'task':
      return taskRows(creation, { row: project, ids }, { piece, number });
    case 'revision': {
      const { definition, ...rest } = piece.content;
      const row = {
        ...{ task_id: idOf('task', piece.of), definition: renamed(definition, ids), ...rest },
        ...{ author_id: by.id, author_name: by.name, created_at },
      };
      return { revisions: [row] };
    }
    case 'dataset': {
      const { name, checks, cases, size } = piece.content;
      const row = {
        ...{ id: idOf('dataset'), task_id: idOf('task', piece.of), name: name.trim(), cases, size },
        checks: renamed(checks, ids),
        ...{ version: 1, ...author, created_at, updated_at: created_at },
      };
      return { datasets: [row] };
    }
    case 'case': {
      const place = { id: idOf('case'), dataset_id: idOf('dataset', piece.of) };
      return { cases: [{ ...place, source_run_id: null, created_at, ...piece.content }] };
    }
  }
}

/** Templates wait under the transfer's ID in place of the organisation's. */
function templateRows(
  { transfer, by }: Creation,
  { content }: PieceOf<'template'>,
  number: number,
): PieceRows {
  const row = {
    ...{ ...content, id: nthId('template', transfer.id, number), org_id: transfer.id },
    ...{ name: content.name.trim(), sample: null, created_at: new Date().toISOString() },
    ...{ created_by_id: by.id, created_by_name: by.name },
  };
  return { templates: [row] };
}

function taskRows(
  { transfer, by }: Creation,
  { row: project, ids }: Coming,
  { piece, number }: { piece: PieceOf<'task'>; number: number },
): PieceRows {
  const { name, description, tags, is_archived, evaluation_required, active_revision } =
    piece.content;
  const { environments, latest, model_id, draft, webhook } = piece.content;
  const id = nthId('task', transfer.id, number);
  const now = new Date().toISOString();
  const task = newRow('task', {
    ...{ id, org_id: project.org_id, project_id: project.id },
    ...{ name: name.trim(), description, tags, archived_at: is_archived ? now : null },
    ...{ evaluation_required, active_revision, environments, model_id, latest_revision: latest },
    ...{ created_by_id: by.id, created_by_name: by.name, created_at: now, updated_at: now },
  });
  const drafted = {
    ...{ task_id: id, definition: renamed(draft, ids), base_revision: active_revision, version: 1 },
    ...{ updated_by_id: by.id, updated_by_name: by.name, updated_at: now },
  };
  const attachment =
    webhook === null ? [] : [{ task_id: id, webhook_id: nthId('webhook', transfer.id, webhook) }];
  return { tasks: [task], drafts: [drafted], attachments: attachment };
}

/** A value in which old ids of tasks and collections are replaced by new ones. */
function renamed<Value>(value: Value, ids: ReadonlyMap<string, string>): Value {
  if (typeof value === 'string') return (ids.get(value) ?? value) as Value;
  if (Array.isArray(value)) return value.map((one) => renamed(one, ids)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, renamed(one, ids)]);
  return Object.fromEntries(entries) as Value;
}
