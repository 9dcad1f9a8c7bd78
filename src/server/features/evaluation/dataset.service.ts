import { checkProblems } from '#core/evaluation/checks.ts';
import { readCases } from '#core/evaluation/import.ts';
import { newId } from '#core/ids.ts';
import { DATASET_CASES_MAX, DATASETS_MAX, IMPORT_ERRORS_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import { checkInputs } from '#core/task/input/inputs.ts';
import { decodeIdCursor, pageLimit, toPage } from '#domain/paging.ts';
import { invalidField, nameTaken, notFound, ProblemError } from '#domain/problem.ts';
import type { Runnables } from '#domain/task/runnable.ts';
import { etagOf, requireMatch } from '#domain/version.ts';
import type {
  Actor,
  Dataset,
  DatasetCase,
  DatasetCaseCreate,
  DatasetCaseList,
  DatasetCaseUpdate,
  DatasetCreate,
  DatasetImport,
  DatasetImportResult,
  DatasetList,
  DatasetUpdate,
  EvaluationCheck,
  TaskDefinition,
} from '#generated/model/index.ts';
import type { Database, Tx } from '../../db/client.ts';
import { uniqueViolation } from '../../db/errors.ts';
import type { RunService } from '../run/run.service.ts';
import * as repository from './dataset.repository.ts';

/** A task and where it is. */
export interface TaskPlace {
  orgId: string;
  projectId: string;
  taskId: string;
}

export interface DatasetServiceDeps {
  database: Database;
  runnables: Runnables;
  runs: RunService;
}

export type DatasetService = ReturnType<typeof createDatasetService>;

/** Datasets of tasks: their cases, and the checks that every case's output must pass. */
export function createDatasetService({ database, runnables, runs }: DatasetServiceDeps) {
  const { db } = database;

  /** The task's inputs and output as they are being edited: datasets are made for what comes. */
  async function draftOf(place: TaskPlace): Promise<TaskDefinition> {
    return (await runnables.resolve(place, 'draft')).definition;
  }

  async function found(place: TaskPlace, id: string): Promise<repository.DatasetRow> {
    await runnables.requireTask(place);
    const row = await repository.getDataset(db, place.taskId, id);
    if (!row) throw notFound();
    return row;
  }

  async function locked(tx: Tx, taskId: string, id: string): Promise<repository.DatasetRow> {
    const row = await repository.getDataset(tx, taskId, id, { lock: true });
    if (!row) throw notFound();
    return row;
  }

  /** @throws ProblemError 400 with every check that lacks something, or asks a judge that is not there */
  async function requireGood(place: TaskPlace, checks: readonly EvaluationCheck[]): Promise<void> {
    const errors = checkProblems(checks);
    for (const [index, check] of checks.entries()) {
      if (check.type !== 'judge' || !check.task_id) continue;
      const judge = { ...place, taskId: check.task_id };
      const isThere = await runnables.resolve(judge, 'draft').then(
        () => true,
        () => false,
      );
      const pointer = `/checks/${index}/task_id`;
      if (!isThere) errors.push({ pointer, message: VALIDATION.judgeUnknown });
    }
    if (errors.length > 0) {
      throw new ProblemError('invalid_request', 'The checks are not complete.', { errors });
    }
  }

  async function add(place: TaskPlace, id: string, rows: repository.CaseRow[]): Promise<void> {
    await db.transaction(async (tx) => {
      const { cases } = await locked(tx, place.taskId, id);
      if (cases + rows.length > DATASET_CASES_MAX) {
        throw new ProblemError('invalid_request', VALIDATION.caseLimit(DATASET_CASES_MAX));
      }
      await repository.insertCases(tx, id, rows);
    });
  }

  return {
    async list(place: TaskPlace, query: { cursor?: string; page_limit?: number } = {}) {
      await runnables.requireTask(place);
      const limit = pageLimit(query);
      const after = decodeIdCursor(query.cursor);
      const rows = await repository.listDatasets(db, place.taskId, { limit: limit + 1, after });
      const page = toPage(rows, limit, ({ id }) => ({ id }));
      return {
        results: page.rows.map(toDataset),
        pagination: page.pagination,
      } satisfies DatasetList;
    },

    async get(place: TaskPlace, id: string): Promise<Dataset> {
      return toDataset(await found(place, id));
    },

    /** @throws ProblemError 400 for checks that lack something, 409 when the name is taken */
    async create(place: TaskPlace, body: DatasetCreate, actor: Actor): Promise<Dataset> {
      await runnables.requireTask(place);
      const checks = body.checks ?? [{ type: 'schema_valid' as const }];
      await requireGood(place, checks);
      const now = new Date();
      const row: repository.DatasetRow = {
        id: newId('dataset'),
        taskId: place.taskId,
        name: body.name.trim(),
        checks,
        cases: 0,
        version: 1,
        createdById: actor.id,
        createdByName: actor.name,
        createdAt: now,
        updatedAt: now,
      };
      await uniquely(
        db.transaction(async (tx) => {
          if ((await repository.countDatasets(tx, place.taskId)) >= DATASETS_MAX) {
            throw new ProblemError('invalid_request', VALIDATION.datasetLimit(DATASETS_MAX));
          }
          await repository.insertDataset(tx, row);
        }),
      );
      return toDataset(row);
    },

    /** @throws ProblemError 412 when it changed since `ifMatch` */
    async update(place: TaskPlace, id: string, body: DatasetUpdate, ifMatch: string | undefined) {
      await runnables.requireTask(place);
      if (body.checks) await requireGood(place, body.checks);
      const change = {
        ...(body.name !== undefined && { name: body.name.trim() }),
        ...(body.checks && { checks: body.checks }),
      };
      return uniquely(
        db.transaction(async (tx) => {
          requireMatch(ifMatch, await locked(tx, place.taskId, id));
          return toDataset(await repository.updateDataset(tx, id, change));
        }),
      );
    },

    async delete(place: TaskPlace, id: string): Promise<void> {
      await runnables.requireTask(place);
      if (!(await repository.deleteDataset(db, place.taskId, id))) throw notFound();
    },

    async listCases(
      place: TaskPlace,
      id: string,
      query: { cursor?: string; page_limit?: number; q?: string } = {},
    ): Promise<DatasetCaseList> {
      await found(place, id);
      const limit = pageLimit(query);
      const after = decodeIdCursor(query.cursor);
      const rows = await repository.listCases(db, id, { limit: limit + 1, after, q: query.q });
      const page = toPage(rows, limit, (row) => ({ id: row.id }));
      return { results: page.rows.map(toCase), pagination: page.pagination };
    },

    /** @throws ProblemError 400 when neither inputs nor a run are given, or inputs do not fit */
    async createCase(place: TaskPlace, id: string, body: DatasetCaseCreate): Promise<DatasetCase> {
      await found(place, id);
      const run = body.run_id === undefined ? undefined : await sourceRun(place, body.run_id);
      const inputs = body.inputs ?? run?.inputs;
      if (!inputs) throw invalidField('/inputs', VALIDATION.caseInputsNeeded);
      const row: repository.CaseRow = {
        id: newId('case'),
        datasetId: id,
        name: body.name ?? '',
        inputs: run && !body.inputs ? inputs : await fitting(place, inputs),
        expected: body.expected === undefined ? (run?.output ?? null) : body.expected,
        sourceRunId: run?.id ?? null,
        createdAt: new Date(),
      };
      await add(place, id, [row]);
      return toCase(row);
    },

    async updateCase(place: TaskPlace, id: string, caseId: string, body: DatasetCaseUpdate) {
      await found(place, id);
      const row = await repository.updateCase(db, id, caseId, {
        ...(body.name !== undefined && { name: body.name }),
        ...(body.inputs && { inputs: await fitting(place, body.inputs) }),
        ...(body.expected !== undefined && { expected: body.expected }),
      });
      if (!row) throw notFound();
      return toCase(row);
    },

    async deleteCase(place: TaskPlace, id: string, caseId: string): Promise<void> {
      await found(place, id);
      const isGone = await db.transaction((tx) => repository.deleteCase(tx, id, caseId));
      if (!isGone) throw notFound();
    },

    /** Adds the rows that are good; says what is wrong with the others. */
    async importCases(place: TaskPlace, id: string, body: DatasetImport) {
      const room = DATASET_CASES_MAX - (await found(place, id)).cases;
      const { variables, output_format } = await draftOf(place);
      const { cases, rejected, errors } = await readCases(body, variables, output_format, room);
      const createdAt = new Date();
      const rows = cases.map((one) => ({
        ...one,
        id: newId('case'),
        datasetId: id,
        sourceRunId: null,
        createdAt,
      }));
      if (rows.length > 0) await add(place, id, rows);
      const told = errors.slice(0, IMPORT_ERRORS_MAX);
      return { added: rows.length, rejected, errors: told } satisfies DatasetImportResult;
    },
  };

  /** A run of this very task. */
  async function sourceRun({ projectId, taskId }: TaskPlace, runId: string) {
    const run = await runs.get(projectId, runId).catch(() => undefined);
    if (run?.task_id !== taskId) throw invalidField('/run_id', VALIDATION.caseRunUnknown);
    return run;
  }

  async function fitting(place: TaskPlace, inputs: Record<string, unknown>) {
    const { values, errors } = checkInputs((await draftOf(place)).variables, inputs);
    if (errors.length === 0) return values;
    throw new ProblemError('invalid_request', 'The inputs do not fit the variables of the task.', {
      errors,
    });
  }
}

function toDataset(row: repository.DatasetRow): Dataset {
  return {
    id: row.id,
    task_id: row.taskId,
    name: row.name,
    checks: row.checks,
    cases: row.cases,
    created_by: { id: row.createdById, name: row.createdByName },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    etag: etagOf(row),
  };
}

function toCase(row: repository.CaseRow): DatasetCase {
  return {
    id: row.id,
    dataset_id: row.datasetId,
    name: row.name,
    inputs: row.inputs,
    expected: row.expected,
    source_run_id: row.sourceRunId,
    created_at: row.createdAt.toISOString(),
  };
}

async function uniquely<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (uniqueViolation(error) === 'dataset_task_name') {
      throw nameTaken(VALIDATION.datasetNameTaken);
    }
    throw error;
  }
}
