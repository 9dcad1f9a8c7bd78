import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { RUNS_STORED_MAX_GB } from '#core/limits.ts';
import { DETAIL } from '#domain/details.ts';
import { project } from '#domain/project/project.tables.ts';
import { until } from '../../../../tests/support/until.ts';
import { taskUse } from '../../db/schema/task.ts';
import { createRunStorage } from './run-storage.ts';
import { openWorld, type World } from './testing.ts';

let world: World;
let task: { id: string; path: string };
beforeAll(async () => {
  world = await openWorld();
  task = await world.makeTask({ model_id: 'sandbox/sandbox' });
});
afterAll(() => world.close());

const projectId = () => world.path.split('/').at(-1) ?? '';
/** Random, because the database compresses values. */
const text = Array.from({ length: 2000 }, () => newId('run')).join('');

it('a project whose runs store too much takes no more, until it keeps them for fewer days', async () => {
  const { db } = world.database;
  const run = () => world.call('POST', `${task.path}/run`, { inputs: { review: text } });
  expect((await run()).status).toBe(200);
  const [use] = await db.select().from(taskUse).where(eq(taskUse.task_id, task.id));
  // The inputs and the prompt in the trace.
  expect(use?.stored).toBeGreaterThan(text.length);

  const full = (maxBytes: number) =>
    createRunStorage({
      db,
      report: (error) => expect(error).toBeUndefined(),
      everyMs: 0,
      maxBytes,
    });
  const enough = full((use?.stored ?? 0) + 1);
  const tooLittle = full(use?.stored ?? 0);
  // The measurement happens in the background.
  expect([enough.isFull(projectId()), tooLittle.isFull(projectId())]).toEqual([false, false]);
  await until(() => tooLittle.isFull(projectId()));
  await enough.close();
  expect(enough.isFull(projectId())).toBe(false);

  const longAgo = { day: '2020-01-01', stored: RUNS_STORED_MAX_GB * 1024 ** 3 };
  await db.insert(taskUse).values({ ...use, ...longAgo } as typeof taskUse.$inferInsert);
  const other = await openWorld(world.database);
  const refused = async () => {
    const place = task.path.replace(world.path, '');
    return other.call('POST', `${world.path}${place}/run`, { inputs: { review: 'x' } });
  };
  await until(async () => (await refused()).status === 409);
  const { body } = await refused();
  expect(body).toMatchObject({ code: 'limit_reached', detail: DETAIL.runStorage(20) });
  await other.close();

  await db.update(project).set({ run_retention_days: 30 }).where(eq(project.id, projectId()));
  const kept = full(longAgo.stored);
  kept.isFull(projectId());
  await kept.close();
  expect(kept.isFull(projectId())).toBe(false);
});
