import { ownResults, withOwnFields } from '#core/evaluation/check-fields.ts';
import { noCounts, VERDICTS } from '#core/evaluation/verdict.ts';
import { newId } from '#core/ids.ts';
import type {
  Actor,
  Evaluation,
  EvaluationCreate,
  EvaluationList,
  EvaluationOutcome,
  EvaluationResult,
  EvaluationResultList,
  EvaluationStatus,
  EvaluationVerdict,
  RunError,
} from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { notify } from '../notification/notify.ts';
import { hasAccess } from '../notification/recipients.ts';
import { batchesOf, listPage, listViews, type PageQuery } from '../paging.ts';
import { createdNow } from '../principal.ts';
import { invalidField, mustFind, notFound } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { newRow } from '../tables.ts';
import type { RunnablePlace } from '../task/runnable.ts';
import { asView } from '../view.ts';
import type { Tally } from './evaluation.store.ts';
import type { DatasetRow, EvaluationResultRow, EvaluationRow } from './evaluation.tables.ts';
import { requireSpace } from './stored-inputs.ts';

export const PENDING = VERDICTS.indexOf('pending');
const NOT_EVALUATED = VERDICTS.indexOf('not_evaluated');

/** The cases copied per transaction, and their size in characters. */
const COPIED_AT_ONCE = 100;
const COPIED_SIZE = 1_000_000;

/** Evaluations: a revision run on the cases of a dataset, in the background. */
export function createEvaluationService({
  stores,
  runnables,
  evaluation: port,
}: Pick<Domain, 'stores' | 'runnables' | 'evaluation'>) {
  const { datasets, evaluations, results } = stores.evaluation;

  async function view(row: EvaluationRow): Promise<Evaluation> {
    return toEvaluation(row, await stores.evaluation.tally([row.id]));
  }

  /**
   * The revision to compare with: the requested one, or the active one by default; null if it is the evaluated
   * revision.
   */
  async function baselineOf(place: RunnablePlace, body: EvaluationCreate): Promise<number | null> {
    if (body.baseline_revision === null) return null;
    const requested = body.baseline_revision;
    const runnable = await runnables
      .resolve(place, requested === undefined ? 'active' : String(requested))
      .catch((error: unknown) => {
        if (requested === undefined) return undefined;
        throw error;
      });
    const number = runnable?.revision ?? null;
    return number === body.revision ? null : number;
  }

  /**
   * Copies the cases of a dataset into an evaluation, in batches. Nobody sees them before the evaluation exists.
   * @returns their number
   */
  async function copyCases({ id, size, ...dataset }: DatasetRow, evaluation_id: string) {
    const average = Math.max(1, size / Math.max(1, dataset.cases));
    const atOnce = Math.max(1, Math.min(COPIED_AT_ONCE, Math.floor(COPIED_SIZE / average)));
    let position = 0;
    const { cases } = stores.evaluation;
    for await (const some of batchesOf(cases, { where: { dataset_id: id } }, atOnce)) {
      const first = position;
      await results.insert(
        some.map(({ id: case_id, name, inputs, expected }, at) => ({
          ...{ evaluation_id, position: first + at, case_id, name, inputs, expected },
          ...{ candidate: null, baseline: null, rank: PENDING },
        })),
      );
      position += some.length;
    }
    return position;
  }

  return {
    /** Newest first. */
    async list({ taskId }: RunnablePlace, query: PageQuery): Promise<EvaluationList> {
      const options = { where: { task_id: taskId }, descending: true };
      return listViews(evaluations, options, query, async (rows) => {
        const tallies = await stores.evaluation.tally(rows.map(({ id }) => id));
        const talliesOf = Map.groupBy(tallies, (entry) => entry.evaluation_id);
        return rows.map((row) => toEvaluation(row, talliesOf.get(row.id) ?? []));
      });
    },

    get: view,

    /**
     * Starts an evaluation on the dataset's current cases.
     * @throws ProblemError 400 without cases, 404 without such a revision, 409 `limit_reached`
     */
    async create(place: RunnablePlace, body: EvaluationCreate, by: Actor): Promise<Evaluation> {
      const { orgId, projectId, taskId } = place;
      await runnables.resolve(place, String(body.revision));
      const baseline_revision = await baselineOf(place, body);
      const where = { id: body.dataset_id, task_id: taskId };
      const dataset = await mustFind(datasets.find(where));
      const id = newId('evaluation');
      const row = newRow('evaluation', {
        id,
        org_id: orgId,
        project_id: projectId,
        task_id: taskId,
        dataset_id: dataset.id,
        dataset_name: dataset.name,
        size: dataset.size,
        checks: dataset.checks.map(withOwnFields),
        revision: body.revision,
        baseline_revision,
        status: 'queued',
        cases: await copyCases(dataset, id),
        ...createdNow(by),
      });
      if (row.cases === 0) throw invalidField('/dataset_id', DETAIL.datasetEmpty);
      await stores.transaction(async (within) => {
        await requireSpace(within, projectId, row.size);
        await mustFind(within.task.tasks.find({ id: taskId }));
        await within.evaluation.evaluations.insert(row);
      });
      port.kick();
      return view(row);
    },

    /** Deletes it with its results. A worker that is running its cases notices and stops. */
    async delete({ id }: EvaluationRow): Promise<void> {
      if ((await evaluations.delete({ id })) === 0) throw notFound();
    },

    /** Regressions first. */
    listResults(
      { id }: EvaluationRow,
      { verdict, ...query }: PageQuery & { verdict?: EvaluationVerdict },
    ): Promise<EvaluationResultList> {
      const filter = { rank: verdict && VERDICTS.indexOf(verdict) };
      const order = ['rank', 'position'] as const;
      return listPage(results, { where: { evaluation_id: id }, filter, order }, query, toResult);
    },

    /** Stops the evaluation after the cases in progress. Finished cases keep their results. */
    async cancel(row: EvaluationRow): Promise<Evaluation> {
      const { id } = row;
      const moved = await moveEvaluation(stores, { id }, ['queued', 'running'], 'cancelled');
      return view(moved ?? row);
    },

    /** Continues with the pending cases, and with those that could not be evaluated. */
    async resume({ id, status }: EvaluationRow): Promise<Evaluation> {
      const unevaluated = { evaluation_id: id, rank: NOT_EVALUATED };
      const moved = await stores.transaction(async (within) => {
        const isDone = status === 'succeeded';
        const { results } = within.evaluation;
        if (isDone && (await results.count(unevaluated)) === 0) return undefined;
        const from = isDone ? (['succeeded'] as const) : (['cancelled', 'failed'] as const);
        const row = await moveEvaluation(within, { id }, from, 'queued');
        const again = { rank: PENDING, candidate: null, baseline: null };
        if (row) await results.change(unevaluated, again);
        return row;
      });
      if (moved) port.kick();
      return view(moved ?? (await mustFind(evaluations.find({ id }))));
    },
  };
}

/**
 * Changes the status if it is currently one of `from`; returns the updated row.
 * @param which the evaluation's id; workers add their own id, so that a worker that lost its lease cannot end the work
 *   of the next one
 */
export async function moveEvaluation(
  { evaluation }: Pick<Stores, 'evaluation'>,
  which: Pick<EvaluationRow, 'id'> | Pick<EvaluationRow, 'id' | 'worker_id'>,
  from: readonly EvaluationStatus[],
  to: EvaluationStatus,
  error: RunError | null = null,
): Promise<EvaluationRow | undefined> {
  const isOpen = to === 'queued' || to === 'running';
  const [moved] = await evaluation.evaluations.update(
    { ...which, status: { in: from } },
    {
      status: to,
      error,
      ended_at: isOpen ? null : new Date().toISOString(),
      worker_id: null,
      lease_until: null,
      ...(to === 'queued' && { attempts: 0 }),
    },
  );
  return moved;
}

/**
 * Ends an evaluation whose cases are done or can't be run, and tells whoever started it.
 * @param which the evaluation's id and its worker's
 */
export async function endEvaluation(
  stores: Stores,
  which: Pick<EvaluationRow, 'id' | 'worker_id'>,
  to: 'succeeded' | 'failed',
  error: RunError | null = null,
): Promise<void> {
  await stores.transaction(async (all) => {
    const row = await moveEvaluation(all, which, ['running'], to, error);
    if (!row || !(await hasAccess(all, row.project_id, row.created_by_id))) return;
    const task = await all.task.tasks.find({ id: row.task_id });
    await notify(all, [row.created_by_id], {
      event: to === 'succeeded' ? 'evaluation_succeeded' : 'evaluation_failed',
      facts: {
        task: task?.name ?? '',
        dataset: row.dataset_name,
        revision: String(row.revision),
        ...(error && { reason: error.message }),
      },
      ref: `evaluation ${row.id}`,
      path: `/projects/${row.project_id}/tasks/${row.task_id}?tab=evaluate&evaluation=${row.id}`,
    });
  });
}

/**
 * Whether a revision may be set active when the task requires an evaluation: its latest finished evaluation
 * against the active revision found no regression and evaluated all cases. Evaluations against another revision, or none,
 * do not count.
 */
export async function isWellEvaluated(
  { evaluation }: Pick<Stores, 'evaluation'>,
  task: { id: string; active_revision: number | null },
  revision: number,
): Promise<boolean> {
  const [last] = await evaluation.evaluations.list({
    where: {
      task_id: task.id,
      revision,
      status: 'succeeded',
      ...(task.active_revision !== null && { baseline_revision: task.active_revision }),
    },
    descending: true,
    limit: 1,
  });
  if (!last) return false;
  const rank = { in: [VERDICTS.indexOf('regression'), NOT_EVALUATED] };
  return (await evaluation.results.count({ evaluation_id: last.id, rank })) === 0;
}

function toEvaluation(row: EvaluationRow, tallies: readonly Tally[]): Evaluation {
  const counts = noCounts();
  for (const { rank, cases } of tallies) counts[VERDICTS[rank] ?? 'pending'] = cases;
  const isPriced = tallies.every((entry) => entry.unpriced === 0);
  const cost = tallies.reduce((sum, entry) => sum + entry.cost, 0);
  return asView('Evaluation', row, { counts, cost: isPriced ? cost : null });
}

function toResult(row: EvaluationResultRow): EvaluationResult {
  const { evaluation_id: _, position: __, rank, ...rest } = row;
  return {
    ...rest,
    candidate: toOutcome(rest.candidate),
    baseline: toOutcome(rest.baseline),
    verdict: VERDICTS[rank] ?? 'pending',
  };
}

function toOutcome(stored: EvaluationOutcome | null): EvaluationOutcome | null {
  return stored && { ...stored, checks: ownResults(stored.checks) };
}
