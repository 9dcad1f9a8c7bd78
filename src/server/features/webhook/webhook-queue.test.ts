import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { auditEntry } from '#domain/audit/audit.tables.ts';
import type { Domain } from '#domain/domain.ts';
import { notification } from '#domain/notification/notification.tables.ts';
import { org, orgMember } from '#domain/org/org.tables.ts';
import { mustFind, notFound } from '#domain/problem.ts';
import { project } from '#domain/project/project.tables.ts';
import type { RunPort } from '#domain/run/run.port.ts';
import { user } from '#domain/user/user.tables.ts';
import { createWebhookService } from '#domain/webhook/webhook.service.ts';
import { webhook, webhookDelivery, webhookEvent } from '#domain/webhook/webhook.tables.ts';
import { createDeliveryService } from '#domain/webhook/webhook-delivery.service.ts';
import { emit as emitEvent, spreadEvents } from '#domain/webhook/webhook-event.service.ts';
import type { Database } from '../../db/client.ts';
import { runWorker } from '../../db/schema/run.ts';
import { openTestDatabase } from '../../db/testing.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { createPresence } from '../../platform/jobs/presence.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { loadSecrets } from '../../platform/secrets.ts';
import { createStores } from '../../stores.ts';
import { eventually, type Receiver, startReceiver } from './testing.ts';
import { webhookJob } from './webhook-job.ts';
import { createWebhookPost } from './webhook-post.ts';

let database: Database;
let receiver: Receiver;
const projectId = newId('project');
const outbound = createOutbound({ allowed: ['127.0.0.1'] });
const secrets = loadSecrets('a sufficiently long secret for tests', '');
const reports: unknown[] = [];
const orgId = newId('org');
const nodes: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  receiver = await startReceiver();
  await database.db.insert(org).values({ id: orgId, name: 'Acme' });
  await database.db.insert(project).values({ id: projectId, org_id: orgId, name: 'Shop' });
  const identity = { identity_id: 'identity_1', identity_name: 'Ada' };
  await database.db
    .insert(user)
    .values({ id: 'user_1', email: 'ada@example.com', name: 'Ada', ...identity });
  await database.db.insert(orgMember).values({ org_id: orgId, user_id: 'user_1', role: 'owner' });
});
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close();
  await database.db.delete(webhook);
  await database.db.delete(webhookEvent);
  receiver.received.length = 0;
  expect(reports.splice(0)).toEqual([]);
});
afterAll(async () => {
  await outbound.close();
  await receiver.close();
  await database.close();
});

/** A process that sends webhooks, without the delays of the real one. */
function startNode(retriesMs = [10, 20], post = createWebhookPost(outbound, secrets)) {
  const domain: Pick<Domain, 'stores' | 'secrets' | 'outbound' | 'run' | 'webhook'> = {
    stores: createStores(database.db),
    secrets,
    outbound: { check: async (url) => outbound.check(url) },
    run: { get: () => Promise.reject(notFound()) } as unknown as RunPort,
    webhook: {
      post,
      kick: () => jobs.kick('webhooks'),
      retriesMs,
    },
  };
  const report = (error: unknown) => reports.push(error);
  const presence = createPresence(database, report);
  const { db } = database;
  const jobs = createJobs({ db, presence, report });
  jobs.open([webhookJob(db, domain, 50)]);
  nodes.push({ close: () => jobs.close().then(presence.close) });
  return {
    service: createWebhookService(domain),
    deliveries: createDeliveryService(domain),
    presence,
    close: () => jobs.close(),
  };
}

async function createWebhook(node: ReturnType<typeof startNode>) {
  const by = { id: 'user_0', name: 'Gone' };
  const body = { name: 'All', url: receiver.url, events: ['task.revision_activated' as const] };
  return (await node.service.create(projectId, { ...body, all_tasks: true }, by)).webhook.id;
}

const emit = (revision = 1, from = projectId) =>
  emitEvent(createStores(database.db), from, {
    type: 'task.revision_activated',
    task_id: 'task_1',
    task_name: 'One',
    revision,
    replaced: null,
  });
const rowOf = (id: string) => mustFind(createStores(database.db).webhook.webhooks.find({ id }));
const statusOf = async (id: string) =>
  (await database.db.select().from(webhook).where(eq(webhook.id, id)))[0]?.status;
const deliveries = () => database.db.select().from(webhookDelivery);
const isOver = async () => (await deliveries()).every(({ ended_at }) => ended_at !== null);

it('retries the same event until it is accepted', async () => {
  const node = startNode();
  const id = await createWebhook(node);
  receiver.respond((response) => {
    response.writeHead(receiver.received.length === 1 ? 503 : 204).end();
  });
  await emit();
  await eventually(() => receiver.received.length).toBe(2);
  await eventually(isOver).toBe(true);
  const [first, second] = receiver.received;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ status: 'succeeded', attempts: 2 });
  expect(delivery?.log.map((attempt) => attempt.response_status)).toEqual([503, 204]);
  expect(await node.service.get(await rowOf(id))).toMatchObject({ failures: 0, status: 'active' });
});

it('gives up on an event that is never accepted, and disables the webhook until someone re-enables it', async () => {
  const node = startNode();
  const id = await createWebhook(node);
  receiver.status(500);
  await emit();
  await eventually(() => statusOf(id)).toBe('disabled');
  // Its creator isn't in the organisation, so its owner is told.
  expect(await database.db.select().from(notification)).toMatchObject([
    {
      user_id: 'user_1',
      event: 'webhook_disabled',
      facts: { webhook: 'All' },
      path: `/projects/${projectId}/settings/webhooks/${id}`,
    },
  ]);
  expect(await database.db.select().from(auditEntry)).toMatchObject([
    {
      action: 'disableWebhook',
      actor_type: 'system',
      project_id: projectId,
      target_id: id,
      changes: [{ field: 'status', before: 'active', after: 'disabled' }],
    },
  ]);
  expect(await deliveries()).toMatchObject([{ status: 'failed', attempts: 3 }]);
  await emit(2);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(receiver.received).toHaveLength(3);
  receiver.status(200);
  await node.service.update(await rowOf(id), { status: 'active' });
  expect(await node.service.get(await rowOf(id))).toMatchObject({ failures: 0 });
  await emit(3);
  await eventually(() => receiver.received.length).toBe(4);
});

it('sends each event once with several nodes', { timeout: 30_000 }, async () => {
  const first = startNode();
  startNode();
  startNode();
  await createWebhook(first);
  receiver.status(200);
  for (let revision = 1; revision <= 30; revision += 1) await emit(revision);
  await eventually(() => receiver.received.length).toBe(30);
  await eventually(isOver).toBe(true);
  const sent = receiver.received.map(({ body }) => JSON.parse(body).revision as number);
  expect(sent.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
});

it('sends what a closed process left behind', async () => {
  const first = startNode();
  await createWebhook(first);
  receiver.respond(() => {});
  await emit();
  await eventually(() => receiver.received.length).toBe(1);
  // It closes before the receiver has responded. There is no result, so nothing is recorded.
  await first.close();
  expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 0 }]);
  receiver.status(200);
  startNode();
  await eventually(async () => (await deliveries())[0]?.status).toBe('succeeded');
  expect(await deliveries()).toMatchObject([{ attempts: 1 }]);
});

it('retries a delivery that kills its process, and gives up eventually', async () => {
  const first = startNode();
  const id = await createWebhook(first);
  await first.close();
  receiver.status(200);
  await emit();
  /** The state after a process is killed: claimed, with nothing recorded. */
  const die = () =>
    database.db
      .update(webhookDelivery)
      .set({ lease_until: new Date(Date.now() - 1).toISOString(), due_at: sql`now()` });
  await spreadEvents(createStores(database.db));
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await die();
    // The retries are far in the future, so that the process dies again first.
    const node = startNode([60_000, 60_000]);
    await eventually(async () => (await deliveries())[0]?.attempts).toBe(attempt);
    await node.close();
  }
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ status: 'failed', lease_until: null });
  expect(delivery?.log.map(({ error }) => error)).toEqual(
    Array(3).fill('The server stopped unexpectedly during this attempt.'),
  );
  expect(receiver.received).toHaveLength(0);
  expect(await statusOf(id)).toBe('active');
});

it('retries what a process was sending as soon as it is found dead', async () => {
  const first = startNode();
  await createWebhook(first);
  await first.close();
  receiver.status(200);
  await emit();
  await spreadEvents(createStores(database.db));
  const seen_at = new Date().toISOString();
  await database.db.insert(runWorker).values({ id: 'dead', seen_at });
  const lease_until = new Date(Date.now() + 60_000).toISOString();
  await database.db.update(webhookDelivery).set({ worker_id: 'dead', lease_until });
  await startNode().presence.start();
  await eventually(async () => (await deliveries())[0]?.status).toBe('succeeded');
  expect((await deliveries())[0]?.log.map(({ error }) => error)).toEqual([
    'The server stopped unexpectedly during this attempt.',
    null,
  ]);
});

it('is not delayed by a receiver that hangs', async () => {
  const node = startNode();
  await createWebhook(node);
  receiver.respond(() => {});
  for (let revision = 1; revision <= 40; revision += 1) await emit(revision);
  await eventually(() => receiver.received.length).toBe(4);
  await eventually(async () => (await deliveries()).length).toBe(40);
  const other = await startReceiver();
  const by = { id: 'user_1', name: 'Ada' };
  const body = { name: 'Quick', url: other.url, events: ['task.revision_activated' as const] };
  await node.service.create(projectId, { ...body, all_tasks: true }, by);
  await emit(41);
  await eventually(() => other.received.length).toBe(1);
  await other.close();
});

it('is not delayed by the many hanging webhooks of another organisation', async () => {
  const { db } = database;
  const [orgId, otherId] = [newId('org'), newId('project')];
  await db.insert(org).values({ id: orgId, name: 'Other' });
  await db.insert(project).values({ id: otherId, org_id: orgId, name: 'Noise' });
  const node = startNode();
  const by = { id: 'user_1', name: 'Ada' };
  const events = ['task.revision_activated' as const];
  receiver.respond(() => {});
  for (let n = 0; n < 30; n += 1) {
    const body = { name: `Slow ${n}`, url: receiver.url, events, all_tasks: true };
    await node.service.create(otherId, body, by);
  }
  for (let n = 0; n < 4; n += 1) await emit(n, otherId);
  // A quarter of the 96 that are sent at once.
  await eventually(() => receiver.received.length).toBe(24);
  const quick = await startReceiver();
  const body = { name: 'Quick', url: quick.url, events, all_tasks: true };
  await node.service.create(projectId, body, by);
  await emit(41);
  await eventually(() => quick.received.length).toBe(1);
  expect(receiver.received).toHaveLength(24);
  await quick.close();
  await db.delete(org).where(eq(org.id, orgId));
});

it('never sends a webhook more than four events at once', async () => {
  const node = startNode();
  await createWebhook(node);
  let underWay = 0;
  let most = 0;
  receiver.respond((response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    // They don't all end together, so each one that ends makes room for another.
    setTimeout(
      () => {
        underWay -= 1;
        response.writeHead(204).end();
      },
      5 + (receiver.received.length % 4) * 10,
    );
  });
  for (let revision = 1; revision <= 24; revision += 1) await emit(revision);
  await eventually(() => receiver.received.length).toBe(24);
  await eventually(isOver).toBe(true);
  expect(most).toBeLessThanOrEqual(4);
});

it('retries a delivery that fails on our side, gives up eventually, and does not count it against the webhook', async () => {
  const broken = new Error('the secret cannot be opened');
  const node = startNode([10, 20], () => Promise.reject(broken));
  const id = await createWebhook(node);
  await emit();
  await eventually(async () => (await deliveries())[0]?.status).toBe('failed');
  const [delivery] = await deliveries();
  expect(delivery?.log.map(({ error }) => error)).toEqual(
    Array(3).fill('Something went wrong on our side. The error was logged.'),
  );
  expect(await node.service.get(await rowOf(id))).toMatchObject({ failures: 0, status: 'active' });
  await node.close();
  expect(reports.splice(0)).toEqual([broken, broken, broken]);
});

it('records a response that is cut off within a character', async () => {
  const node = startNode();
  await createWebhook(node);
  receiver.respond((response) => response.end(`${'x'.repeat(3999)}😀 and more\0`));
  await emit(1);
  await eventually(async () => (await deliveries())[0]?.status).toBe('succeeded');
  expect((await deliveries())[0]?.log[0]?.response_body).toBe(`${'x'.repeat(3999)}\uFFFD`);
});

it('sends nothing for a transaction that was rolled back', async () => {
  const node = startNode();
  await createWebhook(node);
  receiver.status(200);
  const changed = {
    type: 'task.contract_changed' as const,
    task_id: 'task_1',
    task_name: 'One',
    revision: 2,
    replaced: 1,
    diff: { verdict: 'breaking' },
  };
  const failing = database.db.transaction(async (tx) => {
    await emitEvent(createStores(tx), projectId, changed);
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(await deliveries()).toEqual([]);
});

it('gives up on an event whose run has been deleted, and does not count it against the webhook', async () => {
  const node = startNode();
  const id = await createWebhook(node);
  await node.service.update(await rowOf(id), { events: ['run.failed'] });
  await database.db.insert(webhookEvent).values({
    id: newId('event'),
    project_id: projectId,
    type: 'run.failed',
    task_id: 'task_1',
    run_id: 'run_gone',
    created_at: new Date().toISOString(),
  });
  await eventually(async () => (await deliveries())[0]?.status).toBe('failed');
  const [delivery] = await deliveries();
  expect(delivery?.log[0]?.error).toMatch(/no longer stored/);
  expect(receiver.received).toHaveLength(0);
  expect(await statusOf(id)).toBe('active');
  const [logged] = (await node.deliveries.list(await rowOf(id), {})).results;
  expect(logged?.error).toMatch(/no longer stored/);
});
