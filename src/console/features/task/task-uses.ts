import { listEvaluations } from '#generated/api/evaluation/evaluation.ts';
import { listRuns } from '#generated/api/run/run.ts';
import type { Task } from '#generated/model/index.ts';

const WEEK_MS = 7 * 86_400_000;
const PAGE = 100;

/**
 * Who or what uses a task, in sentences: calls from outside in the last 7 days with whose keys made them, and
 * evaluations. What cannot be found out is left out: it must not stand in the way.
 */
export async function usesOf(task: Task): Promise<string[]> {
  const { org_id, project_id, id } = task;
  const created_after = new Date(Date.now() - WEEK_MS).toISOString();
  const [calls, evaluations] = await Promise.allSettled([
    listRuns(org_id, project_id, { task_id: id, source: 'api', created_after, page_limit: PAGE }),
    listEvaluations(org_id, project_id, id, { page_limit: PAGE }),
  ]);
  const uses: string[] = [];
  if (calls.status === 'fulfilled' && calls.value.results.length > 0) {
    const { results, pagination } = calls.value;
    const names = [...new Set(results.map(({ caller }) => caller.name))];
    const count = counted(results.length, pagination.has_next, 'call');
    uses.push(`${count} from outside in the last 7 days, by ${listed(names)}.`);
  }
  if (evaluations.status === 'fulfilled' && evaluations.value.results.length > 0) {
    const { results, pagination } = evaluations.value;
    uses.push(`${counted(results.length, pagination.has_next, 'evaluation')} go with it.`);
  }
  return uses;
}

function counted(count: number, hasMore: boolean, noun: string): string {
  return `${count}${hasMore ? '+' : ''} ${count === 1 ? noun : `${noun}s`}`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 4);
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}
