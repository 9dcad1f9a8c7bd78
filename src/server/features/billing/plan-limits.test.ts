import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLANS } from '#core/billing/plans.ts';
import { MESSAGES } from '#core/messages.ts';
import { addDocuments } from '#domain/collection/document-rows.ts';
import { joinOrg } from '#domain/invitation/accept.ts';
import { definition } from '../../../../tests/contract/target.ts';
import { openPayingWorld, type PayingWorld } from './testing.ts';

const { limits } = PLANS.free;
let world: PayingWorld;
let projectPath: string;

beforeAll(async () => {
  world = await openPayingWorld();
  const { body } = await world.owner('GET', `${world.path}/project`);
  projectPath = `${world.path}/project/${body.results[0].id}`;
}, 30_000);
afterAll(() => world.close());

it('refuses one task more than the plan allows, with the specified message', async () => {
  for (let n = 1; n <= limits.tasks; n += 1) {
    const made = await world.owner('POST', `${projectPath}/task`, { name: `Task ${n}` });
    expect(made.status).toBe(201);
  }
  const { status, body } = await world.owner('POST', `${projectPath}/task`, { name: 'One more' });
  expect([status, body.code, body.detail]).toEqual([
    409,
    'task_limit_reached',
    'You have reached the maximum number of tasks',
  ]);
  expect(MESSAGES.task.limit).toBe(body.detail);
});

it('refuses one project more, and says which plan and what to do', async () => {
  for (let n = 2; n <= limits.projects; n += 1)
    await world.owner('POST', `${world.path}/project`, { name: `Project ${n}` });
  const { status, body } = await world.owner('POST', `${world.path}/project`, { name: 'One more' });
  expect([status, body.code]).toEqual([409, 'limit_reached']);
  expect(body.detail).toBe(
    `On the Free plan, an organisation can have ${limits.projects} projects. Upgrade in Settings → Billing, or remove some that you no longer need.`,
  );
});

it('refuses one document more', async () => {
  const made = await world.owner('POST', `${projectPath}/collection`, { name: 'Manuals' });
  const { stores } = world.server.services.domain;
  const add = (count: number) =>
    stores.transaction((all) =>
      addDocuments(
        all,
        made.body.id,
        Array.from({ length: count }, (_, n) => ({
          name: `Document ${n}`,
          origin_type: 'text' as const,
        })),
        { id: 'user_1', name: 'Ada' },
      ),
    );
  await add(limits.documents);
  await expect(add(1)).rejects.toMatchObject({ code: 'limit_reached' });
});

it('refuses one person more', async () => {
  const { stores } = world.server.services.domain;
  const join = async (name: string) => {
    const user_id = (await world.server.as(name)('GET', '/user')).body.id;
    const member = { org_id: world.orgId, user_id, role: 'member' } as const;
    await stores.transaction((all) => joinOrg(all, member));
  };
  for (let n = 2; n <= limits.members; n += 1) await join(`member${n}`);
  await expect(join('late')).rejects.toMatchObject({
    code: 'limit_reached',
    detail: expect.stringContaining(`an organisation can have ${limits.members} people`),
  });
});

it('lets runs wait beyond what the plan executes at the same time', async () => {
  const { results } = (await world.owner('GET', `${world.path}/project`)).body;
  const other = results.find(({ id }: { id: string }) => !projectPath.endsWith(id));
  const tasks = `${world.path}/project/${other.id}/task`;
  // Text is written for longer than it takes to start them all.
  const written = { ...definition, output_format: { type: 'text' } };
  const { body } = await world.owner('POST', tasks, { name: 'Reviews', definition: written });
  await world.owner('POST', `${tasks}/${body.id}/revision`, { activate: true });
  const run = async () => {
    const given = { inputs: { review: 'x' } };
    const headers = { prefer: 'respond-async' };
    return (await world.owner('POST', `${tasks}/${body.id}/run`, given, headers)).body.status;
  };
  const { concurrent_runs } = limits;
  const started = await Promise.all(Array.from({ length: concurrent_runs + 2 }, run));
  const waiting = ['queued', 'queued'];
  const running = Array.from({ length: concurrent_runs }, () => 'running');
  expect(started.sort()).toEqual([...waiting, ...running]);
});

it('allows more on a higher plan, and lists what a lower one would not allow', async () => {
  const choice = { plan: 'professional', interval: 'monthly' };
  await world.subscribe(choice);
  const more = await world.owner('POST', `${projectPath}/task`, { name: 'One more' });
  expect(more.status).toBe(201);
  await world.owner('POST', `${world.path}/project`, { name: 'One more' });
  const { body } = await world.owner('GET', `${world.path}/billing/preview?plan=free`);
  expect(body.exceeds).toEqual([
    { limit: 'projects', count: limits.projects + 1, max: limits.projects, name: null },
    {
      limit: 'tasks',
      count: limits.tasks + 1,
      max: limits.tasks,
      name: expect.any(String),
    },
  ]);
});

it('moves no project into an organisation whose plan does not allow what is in it', async () => {
  const made = await world.owner('POST', '/org', { name: 'Free riders' });
  const path = `${projectPath}/move`;
  const preview = await world.owner('POST', `${path}/preview`, { org_id: made.body.id });
  const refused = await world.owner('POST', path, { org_id: made.body.id });
  expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
  expect(refused.body.detail).toContain(
    `On the Free plan, a project can have ${limits.tasks} tasks.`,
  );
  expect(preview.body.problem).toBe(refused.body.detail);
});

it('keeps everything when the plan ends, but adds nothing', async () => {
  const { stores } = world.server.services.domain;
  const ended = new Date(Date.now() - 1000).toISOString();
  const change = { plan_status: 'past_due', grace_period_ends_at: ended } as const;
  await stores.org.orgs.change({ id: world.orgId }, change);
  const billing = await world.billing();
  expect(billing.limits_of).toBe('free');
  expect(billing.exceeds.map((one: { limit: string }) => one.limit)).toEqual(['projects', 'tasks']);
  const tasks = await world.owner('GET', `${projectPath}/task?page_limit=100`);
  expect(tasks.body.results).toHaveLength(limits.tasks + 1);
  const refused = await world.owner('POST', `${projectPath}/task`, { name: 'Two more' });
  expect(refused.body.code).toBe('task_limit_reached');
});
