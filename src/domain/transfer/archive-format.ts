import * as z from 'zod';
import { parseJson } from '#core/json/parse-json.ts';
import {
  COLLECTIONS_MAX,
  DATASET_CASES_MAX,
  DATASETS_MAX,
  DATASOURCES_MAX,
  MAX_TASKS,
  PROJECTS_MAX,
  TEMPLATES_MAX,
  WEBHOOKS_MAX,
} from '#core/limits.ts';
import {
  DatasourceConfig,
  DatasourceInterval,
  EvaluationCheck,
  Role,
  RunInputs,
  RunResult,
  TaskDefinition,
  WebhookEventType,
} from '#generated/model/index.ts';
import { manifest as collectionManifest } from '../collection/archive/manifest.ts';
import { DETAIL } from '../details.ts';

/** The name of the manifest in an archive. It is its last file, because it has the checksums of the others. */
export const ORG_MANIFEST = 'organisation.json';
/** What archives leave out, and why. */
export const NOT_INCLUDED: NonNullable<OrgManifest['not_included']> = [
  {
    what: 'API keys, OAuth clients and other secrets',
    why: 'whoever has the archive could use them',
  },
  {
    what: 'Runs and evaluation results',
    why: 'they tell what happened here, with models and at prices that differ elsewhere; datasets are included, so evaluations can be run again',
  },
  {
    what: 'Chats',
    why: 'they belong to the people who wrote them, who can download their own',
  },
  {
    what: 'Widgets',
    why: 'websites embed them by an address that only exists here',
  },
  {
    what: 'Model endpoints, billing and the audit log',
    why: "they are this organisation's contracts, money and history",
  },
];
/** The size of all files but the originals. */
export const TEXT_MAX_MB = 64;
export const TEXT_MAX = TEXT_MAX_MB * 1024 * 1024;
/** Values in one file: more would take too long to check. */
const VALUES_MAX = 1_000_000;
/** Tasks, revisions, cases, documents and questions of all projects together. */
export const ROWS_MAX = 100_000;

const name = z.string().min(1).max(120).regex(/\S/);
const days = z.int().min(1).max(3650).nullable();
const number = z.int().min(1).max(1_000_000);
const tags = z.array(z.string().min(1).max(40).regex(/\S/)).max(20);
const origins = z.array(z.string().max(300)).max(50);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const email = z.string().min(3).max(320);

const task = z.object({
  /** Its id where it came from, by which definitions, checks and webhooks refer to it. */
  id: z.string().min(1).max(64),
  name,
  description: z.string().max(2000),
  tags,
  is_archived: z.boolean(),
  evaluation_required: z.boolean(),
  active_revision: number.nullable(),
  environments: z.record(z.string().max(64), number),
  draft: z.nullable(TaskDefinition),
  revisions: z
    .array(z.object({ number, note: z.string().max(500), definition: TaskDefinition }))
    .max(10_000),
  datasets: z
    .array(
      z.object({
        name,
        checks: z.array(EvaluationCheck).max(50),
        cases: z
          .array(z.object({ name: z.string().max(200), inputs: RunInputs, expected: RunResult }))
          .max(DATASET_CASES_MAX),
      }),
    )
    .max(DATASETS_MAX),
  /** The place of its webhook in the project's list. */
  webhook: z.int().min(0).max(WEBHOOKS_MAX).nullable(),
});

const collection = z.object({
  id: z.string().min(1).max(64),
  content: collectionManifest,
  sources: z
    .array(
      z.object({
        name,
        config: DatasourceConfig,
        interval: DatasourceInterval,
        has_credentials: z.boolean(),
      }),
    )
    .max(DATASOURCES_MAX),
});

const project = z.object({
  name,
  default_model_id: z.string().max(200).nullable(),
  run_retention_days: days,
  allowed_origins: origins.nullable(),
  members: z.array(z.object({ email, role: Role })).max(10_000),
  tasks: z.array(task).max(MAX_TASKS),
  collections: z.array(collection).max(COLLECTIONS_MAX),
  webhooks: z
    .array(
      z.object({
        name,
        url: z.url({ protocol: /^https?$/ }).max(2000),
        events: z.array(WebhookEventType).min(1).max(50),
        all_tasks: z.boolean(),
      }),
    )
    .max(WEBHOOKS_MAX),
  /** Where tools need credentials, which are not in archives. */
  credential_origins: z.array(z.string().max(300)).max(1000),
});

const file = z.object({ path: z.string().min(1).max(600), size: z.int().min(0), sha256 });

const manifest = z.object({
  format: z.literal('taskloom-organisation'),
  version: z.literal(1),
  name: z.string().max(120),
  default_model_id: z.string().max(200).nullable(),
  run_retention_days: days,
  allowed_origins: origins,
  members: z.array(z.object({ email, role: Role })).max(10_000),
  templates: z
    .array(
      z.object({
        name,
        description: z.string().max(2000),
        tags,
        definition: TaskDefinition,
      }),
    )
    .max(TEMPLATES_MAX),
  /** The paths of the projects. */
  projects: z.array(z.string().max(600)).max(PROJECTS_MAX),
  files: z.array(file).max(ROWS_MAX),
  /** For whoever opens the archive. Nothing depends on it, and older archives have none. */
  not_included: z.array(z.object({ what: z.string(), why: z.string() })).optional(),
});

export type ArchivedProject = z.infer<typeof project>;
export type ArchivedTask = ArchivedProject['tasks'][number];
export type ArchivedCollection = ArchivedProject['collections'][number];
export type OrgManifest = z.infer<typeof manifest>;

/** What is wrong with an archive, for the person who uploaded it. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
}

export const readManifest = (bytes: Uint8Array): OrgManifest =>
  parse(manifest, ORG_MANIFEST, bytes);
export const readProject = (path: string, bytes: Uint8Array): ArchivedProject =>
  parse(project, path, bytes);

/** @throws ArchiveFault naming the first place that is wrong */
function parse<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  bytes: Uint8Array,
): z.infer<Schema> {
  if (bytes.length > TEXT_MAX) throw new ArchiveFault(DETAIL.archiveTextTooLarge(TEXT_MAX_MB));
  let value: unknown;
  try {
    const bounds = { textMax: TEXT_MAX, valuesMax: VALUES_MAX, namesMax: VALUES_MAX };
    value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), bounds);
  } catch {
    throw new ArchiveFault(`${path} can't be read as JSON, or is nested too deeply.`);
  }
  const { data, error } = schema.safeParse(value);
  if (data !== undefined) return data;
  const [first] = error?.issues ?? [];
  const at = first?.path.map(String).join('/') ?? '';
  throw new ArchiveFault(`${path} is invalid at /${at}: ${first?.message ?? 'unknown'}`);
}

/** The number of rows that a project becomes. */
export function rowsIn({ tasks, collections }: ArchivedProject): number {
  const cases = (one: ArchivedTask) => one.datasets.reduce((sum, set) => sum + set.cases.length, 0);
  const ofTasks = tasks.reduce((sum, one) => sum + 1 + one.revisions.length + cases(one), 0);
  return (
    ofTasks +
    collections.reduce(
      (sum, one) =>
        sum + 1 + one.content.documents.length + one.content.questions.length + one.sources.length,
      0,
    )
  );
}
