import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { ledgerEntry } from '#domain/billing/billing.tables.ts';
import { org } from '#domain/org/org.tables.ts';
import type { UserPrincipal } from '#domain/principal.ts';
import { mustFind } from '#domain/problem.ts';
import { project } from '#domain/project/project.tables.ts';
import { createProjectMoveService } from '#domain/transfer/project-move.service.ts';
import { recogniseUser } from '#domain/user/recognise.ts';
import { until } from '../../../../tests/support/until.ts';
import { openWorld, PRICED_MODEL, type World } from '../run/testing.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('a run during a move is paid once, by the organisation that started it', async () => {
  const { db } = world.database;
  const { orgId, projectId, fake } = world;
  const to = newId('org');
  await db.insert(org).values({ id: to, name: 'Globex' });
  await db.insert(project).values({ id: newId('project'), org_id: orgId, name: 'Stays' });
  const before = new Map(
    (
      await db
        .select()
        .from(org)
        .where(inArray(org.id, [orgId, to]))
    ).map((one) => [one.id, one]),
  );
  const task = await world.makeTask({ model_id: PRICED_MODEL });
  const asked = Promise.withResolvers<void>();
  const usage = { input: 1000, output: 500 };
  fake.setReply({ kind: 'text', text: 'ok', usage, after: asked.promise });
  const headers = { prefer: 'respond-async' };
  const { body: run } = await world.call(
    'POST',
    `${task.path}/run`,
    { inputs: { review: 'x' } },
    headers,
  );
  await until(async () => fake.counts.requests === 1);

  const { stores } = world.domain;
  const person = { identityId: 'ada', email: 'ada@example.com', name: 'Ada', isVerified: true };
  const user = await recogniseUser(stores, { ...person, knownAt: Date.now() });
  const member = { user_id: user.id, role: 'owner', created_at: user.created_at } as const;
  await stores.org.members.insert([orgId, to].map((org_id) => ({ ...member, org_id })));
  const by = { ...(world.owner as UserPrincipal), userId: user.id };
  const limit = {
    id: projectId,
    scope: 'project',
    project_id: projectId,
    api_key_id: null,
  } as const;
  const at = new Date().toISOString();
  await stores.billing.limits.insert({
    ...{ ...limit, amount: 9000, month: at.slice(0, 7), spent: 5000, reserved: 0, updated_at: at },
  });
  const alert = { org_id: orgId, amount: 1, notified_month: null, created_at: at };
  await stores.billing.spendAlerts.insert([
    { ...alert, id: newId('alert'), project_id: projectId },
    { ...alert, id: newId('alert'), project_id: null },
  ]);
  const actor = { type: 'user', id: by.userId, name: by.name, personId: null } as const;
  const origin = { actor, network: null, requestId: null };
  const moving = await mustFind(stores.project.projects.find({ id: projectId }));
  await createProjectMoveService(world.domain).move(moving, to, by, origin);
  // Its limit starts again with what the new organisation pays; its alert stays with neither.
  const limits = await stores.billing.limits.list({ where: {}, order: ['id'] });
  expect(limits).toMatchObject([{ id: projectId, amount: 9000, spent: 0 }]);
  const alerts = await stores.billing.spendAlerts.list({ where: {}, order: ['id'] });
  expect(alerts).toMatchObject([{ org_id: orgId, project_id: null }]);
  asked.resolve();

  const path = `/org/${to}/project/${projectId}/run/${run.id}`;
  const get = async () => (await world.call('GET', path)).body;
  await until(async () => (await get()).status === 'succeeded');
  expect((await get()).usage.cost).toBe(2000);
  const entries = await db.select().from(ledgerEntry).where(eq(ledgerEntry.reference, run.id));
  expect(entries).toMatchObject([{ kind: 'run', amount: -2000, org_id: orgId }]);
  for (const row of await db
    .select()
    .from(org)
    .where(inArray(org.id, [orgId, to]))) {
    const paid = row.id === orgId ? 2000 : 0;
    expect(row).toMatchObject({ balance: (before.get(row.id)?.balance ?? 0) - paid, reserved: 0 });
  }
  // What starts afterwards is the new organisation's, which has no balance.
  const next = await world.call('POST', `/org/${to}/project/${projectId}/task/${task.id}/run`, {
    inputs: { review: 'x' },
  });
  expect([next.status, next.body.code]).toEqual([402, 'insufficient_balance']);
});
