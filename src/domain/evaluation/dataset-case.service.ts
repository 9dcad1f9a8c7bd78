import { newId } from '#core/ids.ts';
import { DATASET_CASES_MAX, IMPORT_ERRORS_MAX } from '#core/limits.ts';
import { checkInputs } from '#core/task/input/inputs.ts';
import type {
  DatasetCase,
  DatasetCaseCreate,
  DatasetCaseList,
  DatasetCaseUpdate,
  DatasetImport,
  DatasetImportResult,
  Run,
  TaskDefinition,
} from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { decodeIdCursor, listPage, pageLimit, toPage } from '../paging.ts';
import { invalidField, mustFind, ProblemError } from '../problem.ts';
import { createRunService } from '../run/run.service.ts';
import type { RunnablePlace } from '../task/runnable.ts';
import type { CaseQuery } from './evaluation.store.ts';
import type { DatasetCaseRow, DatasetRow } from './evaluation.tables.ts';
import { requireSpace, storedSize } from './stored-inputs.ts';

/** The number of cases added per transaction. */
const ADDED_AT_ONCE = 200;

/** The cases of datasets. */
export function createDatasetCaseService(
  domain: Pick<Domain, 'evaluation' | 'stores' | 'runnables' | 'run' | 'model' | 'secrets'>,
) {
  const { stores, runnables } = domain;
  const runs = createRunService(domain);
  const { cases } = stores.evaluation;

  /** The task's draft, since cases are written for the next revision. */
  async function draftOf(place: RunnablePlace): Promise<TaskDefinition> {
    return (await runnables.resolve(place, 'draft')).definition;
  }

  /** @throws ProblemError 400 when the run belongs to another task */
  async function sourceRun({ projectId, taskId }: RunnablePlace, runId: string): Promise<Run> {
    const run = await stores.run.runs.find({ id: runId, project_id: projectId });
    if (run?.task_id !== taskId) throw invalidField('/run_id', DETAIL.caseRunUnknown);
    return runs.get(run);
  }

  /** @throws ProblemError 400 when the inputs don't match the draft's variables */
  async function matchingInputs(place: RunnablePlace, inputs: Record<string, unknown>) {
    const { values, errors } = checkInputs((await draftOf(place)).variables, inputs);
    if (errors.length === 0) return values;
    const message = "The inputs don't match the task's variables.";
    throw new ProblemError('invalid_request', message, { errors });
  }

  /**
   * Adds cases in batches. If there is no room for all of them, none is added.
   * @throws ProblemError 409 `limit_reached` when a limit of the number or size of cases would be exceeded
   */
  async function add(
    place: RunnablePlace,
    { id }: DatasetRow,
    rows: DatasetCaseRow[],
  ): Promise<void> {
    for (let at = 0; at < rows.length; at += ADDED_AT_ONCE) {
      const some = rows.slice(at, at + ADDED_AT_ONCE);
      const adding = addSome(place, id, { some, left: rows.slice(at) });
      await adding.catch(async (error: unknown) => {
        for (let end = at; end > 0; end -= ADDED_AT_ONCE)
          await takeBack(id, rows.slice(end - ADDED_AT_ONCE, end));
        throw error;
      });
    }
  }

  async function addSome(
    place: RunnablePlace,
    id: string,
    { some, left }: { some: DatasetCaseRow[]; left: DatasetCaseRow[] },
  ): Promise<void> {
    await stores.transaction(async (within) => {
      const { evaluation } = within;
      await requireSpace(within, place.projectId, sizeOf(left));
      const dataset = await mustFind(evaluation.datasets.lock({ id }));
      if (dataset.cases + left.length > DATASET_CASES_MAX) {
        throw new ProblemError('limit_reached', DETAIL.casesFull(DATASET_CASES_MAX));
      }
      await evaluation.cases.insert(some);
      const [count, size] = [dataset.cases + some.length, dataset.size + sizeOf(some)];
      await evaluation.datasets.change({ id }, { cases: count, size, updated_at: now() });
    });
  }

  async function takeBack(id: string, rows: readonly DatasetCaseRow[]): Promise<void> {
    await stores.transaction(async ({ evaluation }) => {
      const dataset = await evaluation.datasets.lock({ id });
      if (!dataset) return;
      const taken = await evaluation.cases.delete({ id: { in: rows.map((row) => row.id) } });
      const size = Math.max(0, dataset.size - sizeOf(rows));
      await evaluation.datasets.change({ id }, { cases: dataset.cases - taken, size });
    });
  }

  return {
    /** Oldest first. */
    async list({ id }: DatasetRow, query: CaseQuery): Promise<DatasetCaseList> {
      const q = query.q?.trim();
      if (!q) return listPage(cases, { where: { dataset_id: id } }, query, (row) => row);
      const limit = pageLimit(query);
      const after = decodeIdCursor(query.cursor);
      const found = await stores.evaluation.searchCases(id, { q, after, limit: limit + 1 });
      const { rows, pagination } = toPage(found, limit, (row) => ({ id: row.id }));
      return { results: rows, pagination };
    },

    /** @throws ProblemError 400 when there are neither inputs nor a run, or the inputs don't match */
    async create(
      place: RunnablePlace,
      dataset: DatasetRow,
      body: DatasetCaseCreate,
    ): Promise<DatasetCase> {
      const run = body.run_id === undefined ? undefined : await sourceRun(place, body.run_id);
      const inputs = body.inputs ? await matchingInputs(place, body.inputs) : run?.inputs;
      if (!inputs) throw invalidField('/inputs', DETAIL.caseInputsNeeded);
      const row: DatasetCaseRow = {
        id: newId('case'),
        dataset_id: dataset.id,
        name: body.name ?? '',
        inputs,
        expected: body.expected === undefined ? (run?.output ?? null) : body.expected,
        source_run_id: run?.id ?? null,
        created_at: now(),
      };
      await add(place, dataset, [row]);
      return row;
    },

    async update(
      place: RunnablePlace,
      { id, dataset_id }: DatasetCaseRow,
      body: DatasetCaseUpdate,
    ): Promise<DatasetCase> {
      const change = {
        ...(body.name !== undefined && { name: body.name }),
        ...(body.inputs && { inputs: await matchingInputs(place, body.inputs) }),
        ...(body.expected !== undefined && { expected: body.expected }),
      };
      if (Object.keys(change).length === 0) return mustFind(cases.find({ id }));
      return stores.transaction(async (within) => {
        const { evaluation } = within;
        const before = await mustFind(evaluation.cases.find({ id }));
        const grown = storedSize({ ...before, ...change }) - storedSize(before);
        if (grown > 0) await requireSpace(within, place.projectId, grown);
        const dataset = await mustFind(evaluation.datasets.lock({ id: dataset_id }));
        // A concurrent change may have come first.
        const latest = await mustFind(evaluation.cases.find({ id }));
        const [row] = await evaluation.cases.update({ id }, change);
        const after = await mustFind(row);
        const size = Math.max(0, dataset.size + storedSize(after) - storedSize(latest));
        await evaluation.datasets.change({ id: dataset_id }, { size });
        return after;
      });
    },

    async delete({ id, dataset_id }: DatasetCaseRow): Promise<void> {
      await stores.transaction(async ({ evaluation }) => {
        const dataset = await mustFind(evaluation.datasets.lock({ id: dataset_id }));
        const row = await mustFind(evaluation.cases.find({ id }));
        await evaluation.cases.delete({ id });
        const size = Math.max(0, dataset.size - storedSize(row));
        const change = { cases: dataset.cases - 1, size, updated_at: now() };
        await evaluation.datasets.change({ id: dataset_id }, change);
      });
    },

    /** Adds the valid rows, and reports what is wrong with the others. */
    async import(
      place: RunnablePlace,
      dataset: DatasetRow,
      body: DatasetImport,
    ): Promise<DatasetImportResult> {
      const room = DATASET_CASES_MAX - dataset.cases;
      const { variables, output_format: output } = await draftOf(place);
      const given = { ...body, variables, output, room };
      const read = await domain.evaluation.readCases(place.orgId, given);
      const created_at = now();
      const rows = read.cases.map((one) => ({
        ...one,
        id: newId('case'),
        dataset_id: dataset.id,
        source_run_id: null,
        created_at,
      }));
      if (rows.length > 0) await add(place, dataset, rows);
      const errors = read.errors.slice(0, IMPORT_ERRORS_MAX);
      return { added: rows.length, rejected: read.rejected, errors };
    },
  };
}

function sizeOf(rows: readonly DatasetCaseRow[]): number {
  return rows.reduce((sum, row) => sum + storedSize(row), 0);
}

function now(): string {
  return new Date().toISOString();
}
