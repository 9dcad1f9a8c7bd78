import { readOnce } from '#console/api/query/calls.ts';
import { callerLabel } from '#console/modules/run/caller-kind.ts';
import { counted } from '#console/ui/display/counted.ts';
import { getGetTaskUsesQueryOptions } from '#generated/api/task/task.ts';
import type { Task, TaskUses } from '#generated/model/index.ts';

/** Describes who or what uses a task, in sentences. Empty when that cannot be loaded: the dialog still has to open. */
export async function describeUses({ org_id, project_id, id }: Task): Promise<string[]> {
  try {
    return usesInWords(await readOnce(getGetTaskUsesQueryOptions(org_id, project_id, id)));
  } catch {
    return [];
  }
}

export function usesInWords(uses: TaskUses): string[] {
  const { callers, environments, webhook, judged_tasks, datasets, evaluations } = uses;
  const gone = [
    ...(datasets > 0 ? [counted(datasets, 'dataset')] : []),
    ...(evaluations > 0 ? [counted(evaluations, 'evaluation')] : []),
  ];
  const words = [
    callers.length > 0 && callsInWords(callers),
    environments.length > 0 &&
      `${environments.length === 1 ? 'The environment' : 'The environments'} ${listed(environments)} ${environments.length === 1 ? 'points' : 'point'} to its revisions.`,
    webhook && `The webhook ${webhook.name} receives its events.`,
    judged_tasks.length > 0 &&
      `It judges evaluations of ${listed(judged_tasks.map(({ name }) => name))}.`,
    gone.length > 0 && `${gone.join(' and ')} will be deleted too.`,
  ];
  return words.filter((sentence) => typeof sentence === 'string');
}

/** How often a task was called, and by whom. */
export function callsInWords(callers: TaskUses['callers']): string {
  const calls = callers.reduce((sum, { runs }) => sum + runs, 0);
  const rejected = callers.reduce((sum, { rejected_calls }) => sum + rejected_calls, 0);
  const names = listed(callers.map(({ caller }) => callerLabel(caller)));
  const more = rejected > 0 ? ` and ${rejected.toLocaleString('en-US')} rejected` : '';
  return `${counted(calls, 'API call')}${more} in the last 7 days, by ${names}.`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 4);
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}
