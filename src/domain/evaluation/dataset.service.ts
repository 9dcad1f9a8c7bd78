import { withOwnFields } from '#core/evaluation/check-fields.ts';
import { checkProblems } from '#core/evaluation/checks.ts';
import { newId } from '#core/ids.ts';
import { DATASETS_MAX } from '#core/limits.ts';
import type {
  Actor,
  Dataset,
  DatasetCreate,
  DatasetList,
  DatasetUpdate,
  EvaluationCheck,
} from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { listPage, type PageQuery } from '../paging.ts';
import { createdNow } from '../principal.ts';
import { mustFind, nameTaken, notFound, ProblemError } from '../problem.ts';
import { unlessTaken } from '../table.ts';
import { newRow } from '../tables.ts';
import type { RunnablePlace } from '../task/runnable.ts';
import { requireMatch } from '../version.ts';
import { asView } from '../view.ts';
import type { DatasetRow } from './evaluation.tables.ts';

/** The datasets of tasks, with the checks that every case's output must pass. */
export function createDatasetService({ stores, runnables }: Pick<Domain, 'stores' | 'runnables'>) {
  const { datasets } = stores.evaluation;

  /** @throws ProblemError 400 with every check whose pattern is invalid or that names a judge that does not exist */
  async function requireValidChecks(
    place: RunnablePlace,
    checks: readonly EvaluationCheck[],
  ): Promise<void> {
    const errors = checkProblems(checks);
    for (const [index, check] of checks.entries()) {
      if (check.type !== 'judge') continue;
      const judge = { ...place, taskId: check.task_id };
      const isThere = await runnables.resolve(judge, 'draft').then(
        () => true,
        (error: unknown) => {
          if (error instanceof ProblemError && error.status < 500) return false;
          throw error;
        },
      );
      const pointer = `/checks/${index}/task_id`;
      if (!isThere) errors.push({ pointer, message: DETAIL.judgeUnknown });
    }
    if (errors.length > 0) {
      throw new ProblemError('invalid_request', 'The checks are invalid.', { errors });
    }
  }

  return {
    /** Newest first. */
    list({ taskId }: RunnablePlace, query: PageQuery): Promise<DatasetList> {
      const options = { where: { task_id: taskId }, descending: true };
      return listPage(datasets, options, query, toDataset);
    },

    get: toDataset,

    /** @throws ProblemError 400 for invalid checks, 409 `name_taken` or `limit_reached` */
    async create(place: RunnablePlace, body: DatasetCreate, by: Actor): Promise<Dataset> {
      const checks = body.checks ?? [{ type: 'schema_valid' as const }];
      await requireValidChecks(place, checks);
      const now = new Date().toISOString();
      const row = newRow('dataset', {
        id: newId('dataset'),
        task_id: place.taskId,
        name: body.name.trim(),
        checks,
        ...createdNow(by),
        updated_at: now,
      });
      const creating = stores.transaction(async ({ evaluation, task }) => {
        await mustFind(task.tasks.lock({ id: place.taskId }));
        if ((await evaluation.datasets.count({ task_id: place.taskId })) >= DATASETS_MAX)
          throw new ProblemError('limit_reached', DETAIL.datasetLimit(DATASETS_MAX));
        await evaluation.datasets.insert(row);
      });
      await unlessNameTaken(creating);
      return toDataset(row);
    },

    /** @throws ProblemError 412 when it changed since `ifMatch` */
    async update(
      place: RunnablePlace,
      { id }: DatasetRow,
      body: DatasetUpdate,
      ifMatch: string | undefined,
    ): Promise<Dataset> {
      if (body.checks) await requireValidChecks(place, body.checks);
      const updating = stores.transaction(async ({ evaluation }) => {
        const row = await mustFind(evaluation.datasets.lock({ id }));
        requireMatch(ifMatch, row);
        const changed: DatasetRow = {
          ...row,
          name: body.name?.trim() ?? row.name,
          checks: body.checks ?? row.checks,
          version: row.version + 1,
          updated_at: new Date().toISOString(),
        };
        await evaluation.datasets.put(changed);
        return toDataset(changed);
      });
      return unlessNameTaken(updating);
    },

    async delete({ id }: DatasetRow): Promise<void> {
      if ((await datasets.delete({ id })) === 0) throw notFound();
    },
  };
}

/** @throws ProblemError 409 when the name is taken */
function unlessNameTaken<T>(writing: Promise<T>): Promise<T> {
  return unlessTaken(writing, 'dataset_task_name', () => nameTaken(DETAIL.nameTaken('Dataset')));
}

function toDataset(row: DatasetRow): Dataset {
  return asView('Dataset', row, { checks: row.checks.map(withOwnFields) });
}
