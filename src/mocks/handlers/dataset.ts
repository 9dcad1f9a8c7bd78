import { checkProblems } from '#core/evaluation/checks.ts';
import { readCases } from '#core/evaluation/import.ts';
import { newId } from '#core/ids.ts';
import { DATASET_CASES_MAX, DATASETS_MAX, IMPORT_ERRORS_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import { checkInputs } from '#core/task/input/inputs.ts';
import { matchesWords } from '#core/words.ts';
import { invalidRequest, nameTaken, notFound, ProblemError } from '#domain/problem.ts';
import type { Dataset, DatasetCase, EvaluationCheck } from '#generated/model/index.ts';
import { Answer } from '../http/answer.ts';
import { type Order, paginate } from '../http/paging.ts';
import { checkIfMatch } from '../http/preconditions.ts';
import {
  actorOf,
  etagOf,
  type Store,
  type StoredDataset,
  type StoredTask,
  timestamp,
} from '../store.ts';
import type { Resolvers } from './resolver.ts';
import { taskById } from './task.ts';

const ORDER: Order<StoredDataset> = {
  name: 'dataset',
  id: (dataset) => dataset.id,
  descending: true,
};
const CASE_ORDER: Order<DatasetCase> = { name: 'case', id: (one) => one.id };

/** Datasets and their cases. */
export const datasetResolvers = {
  listDatasets: ({ store, params, query }) => {
    const { results, pagination } = paginate(datasetsOf(store, params.taskId), query, ORDER);
    return { results: results.map(toDataset), pagination };
  },

  createDataset: ({ store, user, params, body }) => {
    const task = taskById(store, params.taskId);
    const checks = body.checks ?? [{ type: 'schema_valid' as const }];
    checkChecks(store, task, checks);
    checkName(store, task.id, body.name.trim());
    if (datasetsOf(store, task.id).length >= DATASETS_MAX) {
      throw new ProblemError('invalid_request', VALIDATION.datasetLimit(DATASETS_MAX));
    }
    const now = timestamp();
    const dataset: StoredDataset = {
      id: newId('dataset'),
      task_id: task.id,
      name: body.name.trim(),
      checks,
      cases: [],
      created_by: actorOf(user),
      created_at: now,
      updated_at: now,
      version: 1,
    };
    store.data.datasets[dataset.id] = dataset;
    return new Answer(toDataset(dataset), 201, { Location: `${pathOf(task)}/${dataset.id}` });
  },

  getDataset: ({ store, params }) => withTag(datasetById(store, params)),

  updateDataset: ({ store, params, body, request }) => {
    const task = taskById(store, params.taskId);
    const dataset = datasetById(store, params);
    if (body.checks) checkChecks(store, task, body.checks);
    checkIfMatch(request, dataset);
    if (body.name !== undefined) {
      checkName(store, task.id, body.name.trim(), dataset.id);
      dataset.name = body.name.trim();
    }
    if (body.checks) dataset.checks = body.checks;
    dataset.version += 1;
    dataset.updated_at = timestamp();
    return withTag(dataset);
  },

  deleteDataset: ({ store, params }) => {
    delete store.data.datasets[datasetById(store, params).id];
    return undefined;
  },

  listDatasetCases: ({ store, params, query }) => {
    const cases = datasetById(store, params).cases.filter((one) =>
      matchesWords(query.q, one.name, JSON.stringify([one.inputs, one.expected])),
    );
    return paginate(cases, query, CASE_ORDER);
  },

  createDatasetCase: ({ store, params, body }) => {
    const task = taskById(store, params.taskId);
    const dataset = datasetById(store, params);
    const run = body.run_id === undefined ? undefined : store.data.runs[body.run_id]?.run;
    if (body.run_id !== undefined && run?.task_id !== task.id) {
      throw invalidRequest([{ pointer: '/run_id', message: VALIDATION.caseRunUnknown }]);
    }
    const inputs = body.inputs ? fitting(task, body.inputs) : run?.inputs;
    if (!inputs) {
      throw invalidRequest([{ pointer: '/inputs', message: VALIDATION.caseInputsNeeded }]);
    }
    const expected = body.expected === undefined ? (run?.output ?? null) : body.expected;
    const [added] = add(dataset, [{ name: body.name ?? '', inputs, expected }], run?.id ?? null);
    const Location = `${pathOf(task)}/${dataset.id}/case/${added?.id}`;
    return new Answer(added as DatasetCase, 201, { Location });
  },

  updateDatasetCase: ({ store, params, body }) => {
    const dataset = datasetById(store, params);
    const one = dataset.cases.find((candidate) => candidate.id === params.caseId);
    if (!one) throw notFound();
    if (body.inputs) one.inputs = fitting(taskById(store, params.taskId), body.inputs);
    if (body.name !== undefined) one.name = body.name;
    if (body.expected !== undefined) one.expected = body.expected;
    return structuredClone(one);
  },

  deleteDatasetCase: ({ store, params }) => {
    const dataset = datasetById(store, params);
    const rest = dataset.cases.filter((one) => one.id !== params.caseId);
    if (rest.length === dataset.cases.length) throw notFound();
    dataset.cases = rest;
    return undefined;
  },

  importDatasetCases: async ({ store, params, body }) => {
    const { variables, output_format } = taskById(store, params.taskId).draft.definition;
    const dataset = datasetById(store, params);
    const room = DATASET_CASES_MAX - dataset.cases.length;
    const { cases, rejected, errors } = await readCases(body, variables, output_format, room);
    add(dataset, cases, null);
    return { added: cases.length, rejected, errors: errors.slice(0, IMPORT_ERRORS_MAX) };
  },
} satisfies Partial<Resolvers>;

/** A dataset of the task of the path. */
export function datasetById(
  store: Store,
  { taskId, datasetId }: { taskId: string; datasetId: string },
): StoredDataset {
  const dataset = store.data.datasets[datasetId];
  if (dataset?.task_id !== taskId) throw notFound();
  return dataset;
}

function datasetsOf(store: Store, taskId: string): StoredDataset[] {
  return Object.values(store.data.datasets).filter((dataset) => dataset.task_id === taskId);
}

function add(
  dataset: StoredDataset,
  cases: readonly Pick<DatasetCase, 'name' | 'inputs' | 'expected'>[],
  runId: string | null,
): DatasetCase[] {
  if (dataset.cases.length + cases.length > DATASET_CASES_MAX) {
    throw new ProblemError('invalid_request', VALIDATION.caseLimit(DATASET_CASES_MAX));
  }
  const added = cases.map((one) => ({
    ...one,
    id: newId('case'),
    dataset_id: dataset.id,
    source_run_id: runId,
    created_at: timestamp(),
  }));
  dataset.cases.push(...added);
  dataset.updated_at = timestamp();
  return structuredClone(added);
}

function checkChecks(store: Store, task: StoredTask, checks: readonly EvaluationCheck[]): void {
  const errors = checkProblems(checks);
  for (const [index, check] of checks.entries()) {
    const judge = store.data.tasks[check.task_id ?? ''];
    const isThere = judge?.project_id === task.project_id;
    if (check.type === 'judge' && check.task_id && !isThere) {
      errors.push({ pointer: `/checks/${index}/task_id`, message: VALIDATION.judgeUnknown });
    }
  }
  if (errors.length > 0) throw invalidRequest(errors);
}

function checkName(store: Store, taskId: string, name: string, own?: string): void {
  const isTaken = datasetsOf(store, taskId).some(
    (dataset) => dataset.id !== own && dataset.name.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken) throw nameTaken(VALIDATION.datasetNameTaken);
}

function fitting(task: StoredTask, inputs: Record<string, unknown>): Record<string, unknown> {
  const { values, errors } = checkInputs(task.draft.definition.variables, inputs);
  if (errors.length > 0) throw invalidRequest(errors);
  return values;
}

function toDataset({ cases, version, ...dataset }: StoredDataset): Dataset {
  return { ...dataset, cases: cases.length, etag: etagOf({ version }) };
}

function withTag(dataset: StoredDataset): Answer<Dataset> {
  return new Answer(toDataset(dataset), 200, { ETag: etagOf(dataset) });
}

function pathOf({ org_id, project_id, id }: StoredTask): string {
  return `/api/v1/org/${org_id}/project/${project_id}/task/${id}/dataset`;
}
