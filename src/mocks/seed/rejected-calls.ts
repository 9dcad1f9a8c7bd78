import type { RejectedCallRow } from '#domain/run/run.tables.ts';
import { getRejectedCallGroupMock } from '#generated/model/index.faker.ts';
import { PROBLEMS } from '#generated/problems/problems.ts';
import { seedRow } from '../memory/seed-row.ts';
import { timestamp } from '../store.ts';
import { seedId } from './ids.ts';
import type { SeededTask } from './tasks.ts';

const HOUR = 3_600_000;

type Seed = Partial<RejectedCallRow> & Pick<RejectedCallRow, 'code' | 'calls'>;

/** Some rejected calls of an API key. */
export function seedRejectedCalls(tasks: readonly SeededTask[], now: number): RejectedCallRow[] {
  const [first, second] = tasks.filter(({ task }) => task.active_revision !== null);
  if (!first || !second) return [];
  const [input = 'text'] = first.draft.definition.variables.map(({ name }) => name);
  const of = ({ task }: SeededTask) => {
    return { task_id: task.id, task_name: task.name, revision: task.active_revision };
  };
  const seeds: Seed[] = [
    { ...of(first), code: 'invalid_request', calls: 42, pointers: [`/inputs/${input}`] },
    { ...of(first), code: 'not_found', calls: 7, target: 'staging', revision: null },
    { ...of(second), code: 'rate_limited', calls: 1204, revision: null },
    { ...of(second), code: 'invalid_request', calls: 3, pointers: ['/inputs/*'] },
    { task_id: seedId('task', 9999), code: 'not_found', calls: 1 },
  ];
  const { project_id } = first.task;
  return seeds.map((seed, index) =>
    seedRow('rejected_call', getRejectedCallGroupMock, {
      id: seedId('rejected', index + 1),
      project_id,
      source: 'api',
      caller_type: 'api_key',
      caller_id: seedId('key', 1),
      caller_name: 'Production backend',
      status: PROBLEMS[seed.code][0],
      pointers: [],
      first_at: timestamp(now - (index * 11 + 3) * HOUR),
      last_at: timestamp(now - (index * 11 + 0.2) * HOUR),
      last_request_id: seedId('req', index + 1),
      ...seed,
    }),
  );
}
