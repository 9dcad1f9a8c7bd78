import { newId } from '#core/ids.ts';
import { VALIDATION } from '#core/messages.ts';
import {
  type CursorKeys,
  decodeCursor,
  decodeIdCursor,
  pageLimit,
  toPage,
} from '#domain/paging.ts';
import { invalidField, notFound } from '#domain/problem.ts';
import type { Runnables } from '#domain/task/runnable.ts';
import type {
  Actor,
  Evaluation,
  EvaluationCreate,
  EvaluationList,
  EvaluationResultList,
  EvaluationVerdict,
} from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';
import * as datasets from './dataset.repository.ts';
import type { TaskPlace } from './dataset.service.ts';
import * as repository from './evaluation.repository.ts';
import { toEvaluation, toResult } from './evaluation-views.ts';

export interface EvaluationServiceDeps {
  database: Database;
  runnables: Runnables;
  /** Tells the runner that there is something to do. */
  wake: () => void;
}

export type EvaluationService = ReturnType<typeof createEvaluationService>;

/** Evaluations: a revision tried on a dataset. What works on them is the runner's business. */
export function createEvaluationService({ database, runnables, wake }: EvaluationServiceDeps) {
  const { db } = database;

  async function found(place: TaskPlace, id: string): Promise<repository.EvaluationRow> {
    await runnables.requireTask(place);
    const row = await repository.getEvaluation(db, place.taskId, id);
    if (!row) throw notFound();
    return row;
  }

  async function view(row: repository.EvaluationRow): Promise<Evaluation> {
    return toEvaluation(row, await repository.tally(db, [row.id]));
  }

  /** The revision to hold another against: the one asked for, else the active one; the same is none. */
  async function baselineOf(place: TaskPlace, body: EvaluationCreate): Promise<number | null> {
    if (body.baseline_revision === null) return null;
    const asked = body.baseline_revision;
    const runnable = await runnables
      .resolve(place, asked === undefined ? 'active' : String(asked))
      .catch((error: unknown) => {
        if (asked === undefined) return undefined;
        throw error;
      });
    const number = runnable?.revision ?? null;
    return number === body.revision ? null : number;
  }

  return {
    async list(place: TaskPlace, query: { cursor?: string; page_limit?: number } = {}) {
      await runnables.requireTask(place);
      const limit = pageLimit(query);
      const after = decodeIdCursor(query.cursor);
      const rows = await repository.listEvaluations(db, place.taskId, { limit: limit + 1, after });
      const page = toPage(rows, limit, ({ id }) => ({ id }));
      const tallies = Map.groupBy(
        await repository.tally(
          db,
          page.rows.map((row) => row.id),
        ),
        (entry) => entry.evaluationId,
      );
      return {
        results: page.rows.map((row) => toEvaluation(row, tallies.get(row.id) ?? [])),
        pagination: page.pagination,
      } satisfies EvaluationList;
    },

    async get(place: TaskPlace, id: string): Promise<Evaluation> {
      return view(await found(place, id));
    },

    /**
     * Puts an evaluation of the cases that the dataset has now on record; it is worked on in the background.
     * @throws ProblemError 400 without cases, 404 without such a revision
     */
    async create(place: TaskPlace, body: EvaluationCreate, actor: Actor): Promise<Evaluation> {
      await runnables.resolve(place, String(body.revision));
      const baselineRevision = await baselineOf(place, body);
      const row = await db.transaction(async (tx) => {
        const dataset = await datasets.getDataset(tx, place.taskId, body.dataset_id);
        if (!dataset) throw notFound();
        const cases = await datasets.listCases(tx, dataset.id);
        if (cases.length === 0) throw invalidField('/dataset_id', VALIDATION.datasetEmpty);
        const evaluation: repository.EvaluationRow = {
          ...place,
          id: newId('evaluation'),
          datasetId: dataset.id,
          datasetName: dataset.name,
          checks: dataset.checks,
          revision: body.revision,
          baselineRevision,
          status: 'queued',
          error: null,
          cases: cases.length,
          createdById: actor.id,
          createdByName: actor.name,
          createdAt: new Date(),
          endedAt: null,
          workerId: null,
          leaseUntil: null,
        };
        await repository.insertEvaluation(tx, evaluation, cases);
        return evaluation;
      });
      wake();
      return view(row);
    },

    async listResults(
      place: TaskPlace,
      id: string,
      query: { cursor?: string; page_limit?: number; verdict?: EvaluationVerdict } = {},
    ): Promise<EvaluationResultList> {
      await found(place, id);
      const limit = pageLimit(query);
      const after = decodeCursor(query.cursor, isResultKey);
      const { verdict } = query;
      const rows = await repository.listResults(db, id, { limit: limit + 1, after, verdict });
      const page = toPage(rows, limit, ({ rank, position }) => ({ rank, position }));
      return { results: page.rows.map(toResult), pagination: page.pagination };
    },

    /** Stops it after the cases under way; what is done stays. */
    async cancel(place: TaskPlace, id: string): Promise<Evaluation> {
      const row = await found(place, id);
      const moved = await repository.moveEvaluation(db, id, ['queued', 'running'], 'cancelled');
      return view(moved ?? row);
    },

    /** Goes on with the cases that are pending. */
    async resume(place: TaskPlace, id: string): Promise<Evaluation> {
      const row = await found(place, id);
      const moved = await repository.moveEvaluation(db, id, ['cancelled', 'failed'], 'queued');
      if (moved) wake();
      return view(moved ?? (await repository.getEvaluation(db, place.taskId, id)) ?? row);
    },
  };
}

function isResultKey(keys: CursorKeys): keys is CursorKeys & repository.ResultKey {
  return Number.isInteger(keys.rank) && Number.isInteger(keys.position);
}
