import { not } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { webhookEvent } from '#domain/webhook/webhook.tables.ts';
import { startTestApp, type TestApp } from '../../testing.ts';
import { eventually, isSignedBy, type Received, type Receiver, startReceiver } from './testing.ts';

let server: TestApp;
let ada: ReturnType<TestApp['as']>;
let receiver: Receiver;
let project: string;

beforeAll(async () => {
  // One address of this machine counts as public; the others remain private.
  server = await startTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
  receiver = await startReceiver();
  ada = server.as('ada');
  const org = (await ada('GET', '/org')).body.results[0].id;
  const projects = await ada('GET', `/org/${org}/project`);
  project = `/org/${org}/project/${projects.body.results[0].id}`;
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.status(200);
});

const EVENTS = [
  'run.succeeded',
  'run.failed',
  'task.revision_activated',
  'task.contract_changed',
  'article.published',
];

async function createWebhook(more: object = {}) {
  const body = { name: 'CRM', url: receiver.url, events: EVENTS, ...more };
  const made = await ada('POST', `${project}/webhook`, body);
  expect(made.status).toBe(201);
  const { webhook, secret } = made.body;
  return { path: `${project}/webhook/${webhook.id}`, id: webhook.id as string, secret };
}

let tasks = 0;
/** A task with an active revision, attached to a webhook. */
async function createTask(webhookId: string | null) {
  tasks += 1;
  const definition = {
    system_prompt: 'Be brief.',
    user_prompt: 'Say {word}',
    variables: [{ name: 'word', type: 'text', required: true }],
    output_format: { type: 'text' },
    model_id: 'sandbox/sandbox',
    parameters: {},
  };
  const { body } = await ada('POST', `${project}/task`, { name: `Task ${tasks}`, definition });
  const path = `${project}/task/${body.id}`;
  await ada('PUT', `${path}/webhook`, { webhook_id: webhookId });
  await ada('POST', `${path}/revision`, { activate: true });
  return { path, id: body.id as string };
}

const run = (path: string) => ada('POST', `${path}/run`, { inputs: { word: 'hello' } });

/** Waits for a number of requests, optionally of one event type, and returns them with their parsed bodies. */
async function arrivals(count: number, type?: string) {
  const fits = ({ body }: Received) => type === undefined || JSON.parse(body).type === type;
  await eventually(() => receiver.received.filter(fits).length).toBeGreaterThanOrEqual(count);
  return receiver.received.filter(fits).map((one) => ({ ...one, event: JSON.parse(one.body) }));
}

/** Waits until the deliveries of all events so far have been created. */
const untilSpread = () =>
  eventually(() =>
    server.database.db.select().from(webhookEvent).where(not(webhookEvent.is_spread)),
  ).toEqual([]);

it('sends a run of the attached task once, signed', async () => {
  const webhook = await createWebhook();
  const other = await createTask(null);
  const task = await createTask(webhook.id);
  await run(other.path);
  const { body } = await run(task.path);
  const [got] = await arrivals(1, 'run.succeeded');
  expect(got && isSignedBy(webhook.secret, got)).toBe(true);
  expect(got && isSignedBy('whsec_c29tZWJvZHkgZWxzZQ==', got)).toBe(false);
  expect(got?.event).toMatchObject({ id: got?.headers['webhook-id'], run: { id: body.id } });
  expect(got?.event.run.output_text).toBe(body.output_text);
  const activated = await arrivals(1, 'task.revision_activated');
  expect(activated[0]?.event).toMatchObject({ task_id: task.id, revision: 1, replaced: null });
  const log = async () =>
    (await ada('GET', `${webhook.path}/delivery`)).body.results.map(
      (one: { type: string; status: string }) => `${one.type} ${one.status}`,
    );
  await eventually(log).toEqual(['run.succeeded succeeded', 'task.revision_activated succeeded']);
  expect(receiver.received).toHaveLength(2);
  await ada('DELETE', webhook.path);
});

it('can receive events of all tasks, and receives none while it is paused', async () => {
  const webhook = await createWebhook({ all_tasks: true, events: ['run.succeeded'] });
  const task = await createTask(null);
  await run(task.path);
  await arrivals(1);
  await ada('PATCH', webhook.path, { status: 'paused' });
  await run(task.path);
  await untilSpread();
  await ada('PATCH', webhook.path, { status: 'active' });
  const { body } = await run(task.path);
  const got = await arrivals(2);
  expect(got.map(({ event }) => event.run.id)).toContain(body.id);
  expect(got).toHaveLength(2);
  await ada('DELETE', webhook.path);
});

it('signs with both secrets during a rotation, then with the new one only', async () => {
  const webhook = await createWebhook();
  const rotate = async (overlap_hours: number) =>
    (await ada('POST', `${webhook.path}/rotate`, { overlap_hours })).body.secret;
  const test = async () => {
    receiver.received.length = 0;
    await ada('POST', `${webhook.path}/test`);
    return receiver.received[0] as Received;
  };
  const second = await rotate(1);
  const both = await test();
  expect([isSignedBy(webhook.secret, both), isSignedBy(second, both)]).toEqual([true, true]);
  const third = await rotate(0);
  const one = await test();
  expect([isSignedBy(second, one), isSignedBy(third, one)]).toEqual([false, true]);
});

it('sends a test event once, and returns the request and the response', async () => {
  const webhook = await createWebhook();
  receiver.status(500);
  const { body } = await ada('POST', `${webhook.path}/test`);
  expect(body.delivery).toMatchObject({ status: 'failed', attempts: 1, response_status: 500 });
  expect(body.log[0]).toMatchObject({ response_body: 'status 500', error: 'HTTP 500' });
  expect((await ada('GET', webhook.path)).body).toMatchObject({ failures: 0, status: 'active' });
  receiver.status(200);
  await ada('POST', `${webhook.path}/delivery/${body.delivery.id}/resend`);
  const again = await arrivals(2);
  expect(again[1]?.body).toBe(again[0]?.body);
  expect(again[1]?.headers['webhook-id']).toBe(again[0]?.headers['webhook-id']);
});

it('reaches no private address, directly or by redirect', async () => {
  const inside = await startReceiver();
  const webhook = await createWebhook();
  receiver.respond((response) => {
    response.writeHead(307, { location: inside.url.replace('127.0.0.1', '127.0.0.2') }).end();
  });
  const { body } = await ada('POST', `${webhook.path}/test`);
  expect(body.log[0]).toMatchObject({
    response_status: null,
    error: '127.0.0.2 is not a public internet address. Nothing was sent.',
  });
  expect(inside.received).toHaveLength(0);
  for (const url of ['http://10.0.0.1/', 'http://[::1]/', 'http://127.0.0.2/']) {
    const refused = await ada('PATCH', webhook.path, { url });
    expect([url, refused.status, refused.body.errors?.[0].pointer]).toEqual([url, 400, '/url']);
  }
  await inside.close();
});

it('limits the number of webhooks in a project', async () => {
  const own = server.as('collector');
  const org = (await own('GET', '/org')).body.results[0].id;
  const { body } = await own('GET', `/org/${org}/project`);
  const path = `/org/${org}/project/${body.results[0].id}/webhook`;
  const hook = { name: 'One of many', url: receiver.url, events: ['run.failed'] };
  for (let i = 0; i < 50; i += 1) await own('POST', path, hook);
  const refused = await own('POST', path, hook);
  expect([refused.status, refused.body.code]).toEqual([409, 'webhook_limit_reached']);
});
