import { DEPENDENT_SOURCES, isReplaced } from '#core/task/revision/callers.ts';
import { matchesWords } from '#core/words.ts';
import type { RunRow } from '#domain/run/run.tables.ts';
import type { DailyUse, TaskScope, TaskSearch, TaskStore } from '#domain/task/task.store.ts';
import type { TaskRevisionRow, TaskRow } from '#domain/task/task.tables.ts';
import type { TaskTag } from '#generated/model/index.ts';
import type { Store } from '../store.ts';

type Named = Omit<TaskStore, 'tasks' | 'drafts' | 'revisions'>;

/** The named methods of the task store. */
export function taskMethods(store: Store): Named {
  const calls = (taskId: string, since: string) => callsOf(store, taskId, since);
  return {
    search: async (scope, options) => search(store, scope, options),
    tags: async (projectId) => tags(store, projectId),
    async revisionHeads(taskId, { limit, before = Number.POSITIVE_INFINITY }) {
      return revisionsOf(store, taskId)
        .filter(({ number }) => number < before)
        .sort((a, b) => b.number - a.number)
        .slice(0, limit)
        .map(({ definition: _, ...head }) => structuredClone(head));
    },
    async dailyUse(taskIds, from) {
      const runs = endedRuns(store, (run) => taskIds.includes(run.task_id)).filter(
        ({ created_at }) => dayOf(created_at) >= from,
      );
      const byDay = Map.groupBy(
        runs,
        ({ task_id, created_at }) => `${task_id} ${dayOf(created_at)}`,
      );
      return [...byDay].map(([key, own]): DailyUse => {
        const [task_id = '', day = ''] = key.split(' ');
        return { task_id, day, ...useOf(own) };
      });
    },
    async lastRuns(taskIds) {
      const last = new Map<string, string>();
      for (const run of Object.values(store.data.tables.run)) {
        const known = last.get(run.task_id) ?? '';
        if (taskIds.includes(run.task_id) && run.created_at > known) {
          last.set(run.task_id, run.created_at);
        }
      }
      return last;
    },
    async revisionUse(taskId, numbers) {
      const runs = endedRuns(store, (run) => run.task_id === taskId);
      return numbers.map((revision) => {
        const own = runs.filter((run) => run.revision === revision);
        const count = (valid: boolean) => own.filter(({ output_valid }) => output_valid === valid);
        return {
          revision,
          ...useOf(own),
          latency_ms: own.reduce((sum, { latency_ms }) => sum + (latency_ms ?? 0), 0),
          valid_runs: count(true).length,
          invalid_runs: count(false).length,
        };
      });
    },
    async callerUses(taskId, since) {
      const keyOf = (run: RunRow) =>
        `${run.caller_type} ${run.caller_id} ${run.target} ${run.revision}`;
      const byCaller = Map.groupBy(calls(taskId, since), keyOf);
      const uses = [...byCaller.values()].map((own) => {
        const [newest] = own as [RunRow];
        const { caller_type: type, caller_id: id, caller_name: name, created_at: last } = newest;
        return { type, id, name, ...calledOf(newest), runs: own.length, last };
      });
      return uses.sort((a, b) => b.runs - a.runs);
    },
    async sentInputs(taskId, since, { callerIds, replacement, limit }) {
      const called = calls(taskId, since).filter((one) => isReplaced(calledOf(one), replacement));
      return callerIds.flatMap((caller_id) =>
        called
          .filter((run) => run.caller_id === caller_id)
          .slice(0, limit)
          .map(({ inputs, defaulted }) => ({ caller_id, inputs, defaulted, runs: 1 })),
      );
    },
    async lastCalled(taskId, environment, since) {
      const last = calls(taskId, since).find(({ target }) => target === environment);
      return last?.revision ?? undefined;
    },
    async judgedTasks({ projectId, taskId }) {
      const { dataset, task } = store.data.tables;
      const asking = Object.values(dataset).filter(({ checks }) =>
        checks.some((check) => check.type === 'judge' && check.task_id === taskId),
      );
      return [...new Set(asking.map(({ task_id }) => task_id))]
        .flatMap((id) => task[id] ?? [])
        .filter(({ id, project_id }) => id !== taskId && project_id === projectId)
        .map(({ id, name }) => ({ id, name }))
        .sort((a, b) => a.name.localeCompare(b.name));
    },
  };
}

function revisionsOf(store: Store, taskId: string): TaskRevisionRow[] {
  return Object.values(store.data.tables.task_revision).filter(({ task_id }) => task_id === taskId);
}

function search(store: Store, scope: TaskScope, options: TaskSearch): TaskRow[] {
  const { sort, q, tag, archived = false, after, limit } = options;
  const sign = sort.startsWith('-') ? -1 : 1;
  const keyOf = ({ id, name, updated_at }: TaskRow) => {
    if (sort.endsWith('name')) return [name.toLowerCase(), id] as const;
    return [sort.endsWith('updated_at') ? updated_at : '', id] as const;
  };
  type Key = readonly [string, string];
  const compare = (a: Key, b: Key) => sign * (compareTexts(a[0], b[0]) || compareTexts(a[1], b[1]));
  const wanted = tag?.trim().toLowerCase();
  return Object.values(store.data.tables.task)
    .filter((task) => isIn(store, task, scope) && (task.archived_at !== null) === archived)
    .filter(({ tags }) => !wanted || tags.some((own) => own.toLowerCase() === wanted))
    .filter(({ name, description }) => matchesWords(q, name, description))
    .map((task) => ({ task, key: keyOf(task) }))
    .filter(({ key }) => !after || compare(key, [after.key, after.id]) > 0)
    .sort((a, b) => compare(a.key, b.key))
    .slice(0, limit)
    .map(({ task }) => structuredClone(task));
}

function isIn(store: Store, task: TaskRow, scope: TaskScope): boolean {
  if ('projectId' in scope) return task.project_id === scope.projectId;
  const { orgId, projectIds } = scope;
  if (task.org_id !== orgId || store.data.tables.project[task.project_id]?.deleted_at !== null)
    return false;
  return projectIds?.includes(task.project_id) ?? true;
}

function tags(store: Store, projectId: string): TaskTag[] {
  const found = new Map<string, TaskTag>();
  for (const { project_id, archived_at, tags: own } of Object.values(store.data.tables.task)) {
    if (project_id !== projectId || archived_at !== null) continue;
    for (const tag of own) {
      const known = found.get(tag.toLowerCase());
      const least = known && known.tag < tag ? known.tag : tag;
      found.set(tag.toLowerCase(), { tag: least, tasks: (known?.tasks ?? 0) + 1 });
    }
  }
  return [...found].sort(([a], [b]) => compareTexts(a, b)).map(([, tag]) => tag);
}

/** Runs by callers who depend on a task, newest first. */
function callsOf(store: Store, taskId: string, since: string): RunRow[] {
  return Object.values(store.data.tables.run)
    .filter(
      (run) =>
        run.task_id === taskId &&
        DEPENDENT_SOURCES.includes(run.source) &&
        run.revision !== null &&
        run.created_at >= since,
    )
    .sort((a, b) => (a.id < b.id ? 1 : -1));
}

function calledOf({ target, revision }: RunRow) {
  return { target: target ?? 'active', revision: revision ?? 0 };
}

function endedRuns(store: Store, isWanted: (run: RunRow) => boolean): RunRow[] {
  return Object.values(store.data.tables.run).filter(
    (run) => run.ended_at !== null && isWanted(run),
  );
}

function useOf(runs: readonly RunRow[]) {
  const priced = runs.flatMap(({ cost }) => cost ?? []);
  return {
    runs: runs.length,
    cost: priced.reduce((sum, cost) => sum + cost, 0),
    unpriced_runs: runs.length - priced.length,
  };
}

function dayOf(time: string): string {
  return time.slice(0, 10);
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
