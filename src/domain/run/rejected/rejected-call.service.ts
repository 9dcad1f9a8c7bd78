import { toTime } from '#core/time.ts';
import type { ProblemCode, RejectedCallGroup, RejectedCallList } from '#generated/model/index.ts';
import type { Domain } from '../../domain.ts';
import { listPage, type PageQuery } from '../../paging.ts';
import { asView } from '../../view.ts';
import type { RejectedCallRow } from '../run.tables.ts';

interface RejectedQuery extends PageQuery {
  task_id?: string;
  caller_id?: string;
  code?: ProblemCode;
  called_after?: string;
  called_before?: string;
}

/** Calls that were rejected before a run was accepted. */
export function createRejectedCallService({ stores, run }: Pick<Domain, 'stores' | 'run'>) {
  return {
    /** A page of a project's rejected calls, by their last call, newest first. */
    async list(projectId: string, query: RejectedQuery): Promise<RejectedCallList> {
      await run.rejected.save();
      const { task_id, caller_id, code, called_after: after, called_before: before } = query;
      const filter = {
        task_id,
        caller_id,
        code,
        last_at: after === undefined ? undefined : { gt: iso(toTime(after) - 1) },
        first_at: before === undefined ? undefined : { lt: iso(toTime(before)) },
      };
      const options = { where: { project_id: projectId }, filter, sort: '-last_at' } as const;
      return listPage(stores.run.rejected, options, query, toGroup);
    },
  };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

function toGroup(row: RejectedCallRow): RejectedCallGroup {
  const { caller_type: type, caller_id: id, caller_name: name } = row;
  return asView('RejectedCallGroup', row, { caller: { type, id, name } });
}
