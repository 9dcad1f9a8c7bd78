import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ORGS_MAX, WELCOME_CREDIT } from '#core/limits.ts';
import { type Arena, openArena, type Tenant } from './arena.ts';

/** Attempts to use models for more than there is, or for nothing. */
let arena: Arena;
let otherVendor: Server;

beforeAll(async () => {
  // Another vendor's endpoint that speaks Anthropic's protocol.
  otherVendor = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        type: 'message',
        id: 'msg_1',
        model: 'other',
        role: 'assistant',
        content: [{ type: 'text', text: 'ok' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 1_000_000, output_tokens: 1_000_000 },
      }),
    );
  });
  await new Promise<void>((resolve) => otherVendor.listen(0, '127.0.0.1', resolve));
  arena = await openArena({
    MODEL_PRICES: 'compatible/priced=1/2',
    OPENAI_API_KEY: 'sk-nobody',
    ANTHROPIC_API_KEY: 'sk-nobody',
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${(otherVendor.address() as AddressInfo).port}/v1`,
  });
});
afterAll(async () => {
  otherVendor.closeAllConnections();
  otherVendor.close();
  await arena.close();
});

const inputs = { inputs: {} };
const background = { prefer: 'respond-async' };
const balanceOf = async (tenant: Tenant, orgId = tenant.orgId) =>
  (await tenant.call('GET', `/org/${orgId}/balance`)).body as { balance: number; reserved: number };
const isReleased = async (tenant: Tenant) => (await balanceOf(tenant)).reserved === 0;
const runOf = async (tenant: Tenant, id: string) =>
  (await tenant.call('GET', `${tenant.path}/run/${id}`)).body;
const hasEnded = async (tenant: Tenant, id: string) => (await runOf(tenant, id)).ended_at !== null;

it.each(['/run', '/run/stream'])('100 runs at once at $4.94: %s', async (kind) => {
  const mallory = await arena.join('Mallory');
  const task = await mallory.makeTask('priced', { parameters: { max_output_tokens: 900_000 } });
  arena.models.setReply({ kind: 'text', text: 'ok', usage: { input: 59_998, output: 1 } });
  await mallory.call('POST', `${task}/run`, inputs);
  expect((await balanceOf(mallory)).balance).toBe(4_940_000);
  // Each uses as much as it may: $1.80.
  const usage = { input: 100, output: 900_000 };
  arena.models.setReply({ kind: 'text', text: 'ok', usage, delay_ms: 500 });
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => mallory.call('POST', task + kind, inputs)),
  );
  await expect.poll(() => isReleased(mallory), { timeout: 20_000 }).toBe(true);
  const refused = answers.filter(({ status }) => status === 402);
  expect(refused[0]?.body).toMatchObject({ code: 'insufficient_balance' });
  // Those that come once the first ones have ended don't find enough either.
  expect(refused).toHaveLength(98);
  expect((await balanceOf(mallory)).balance).toBe(4_940_000 - 2 * 1_800_100);
});

it.each(['/run', '/run/stream'])('six runs of a model that ignores its limit: %s', async (kind) => {
  const mallory = await arena.join('Mallory');
  const task = await mallory.makeTask('priced', { parameters: { max_output_tokens: 4000 } });
  const usage = { input: 100, output: 3_000_000 };
  for (let n = 0; n < 6; n += 1) {
    const text = kind === '/run' ? 'ok' : 'word '.repeat(10_000);
    arena.models.setReply({ kind: 'text', text, usage });
    await mallory.call('POST', task + kind, inputs);
    await expect.poll(() => isReleased(mallory), { timeout: 20_000 }).toBe(true);
    expect((await balanceOf(mallory)).balance).toBeGreaterThanOrEqual(0);
  }
});

it('200 organisations of one person hold the free credit once', async () => {
  const mallory = await arena.join('Mallory');
  const orgs: string[] = [mallory.orgId];
  for (let n = 0; n < 200; n += 20) {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) => mallory.call('POST', '/org', { name: `Org ${n + i}` })),
    );
    for (const { status, body } of made) if (status === 201) orgs.push(body.id);
  }
  expect(orgs).toHaveLength(ORGS_MAX);
  const balances = await Promise.all(orgs.map((id) => balanceOf(mallory, id)));
  expect(balances.reduce((sum, { balance }) => sum + balance, 0)).toBe(WELCOME_CREDIT);
});

it('runs that are cancelled, time out or lose their client are paid', async () => {
  const mallory = await arena.join('Mallory');
  const task = await mallory.makeTask('priced', { parameters: { timeout_seconds: 1 } });
  arena.models.setReply({ kind: 'hang' });
  const start = async (path: string) =>
    (await mallory.call('POST', `${path}/run`, inputs, background)).body.id as string;
  const late = await start(task);
  const cancelled = await start(task);
  await expect.poll(() => arena.models.counts.open).toBe(2);
  await mallory.call('POST', `${mallory.path}/run/${cancelled}/cancel`);
  arena.models.setReply({ kind: 'text', text: 'one two three four five', token_ms: 100 });
  const leaving = new AbortController();
  const stream = await mallory.open('POST', `${task}/run/stream`, inputs, {
    signal: leaving.signal,
  });
  const first = await stream.body?.getReader().read();
  leaving.abort();
  const left = /"run_\w+"/.exec(new TextDecoder().decode(first?.value))?.[0].slice(1, -1) ?? '';
  let paid = 0;
  const ends: string[] = [];
  for (const id of [late, cancelled, left]) {
    await expect.poll(() => hasEnded(mallory, id), { timeout: 20_000 }).toBe(true);
    const { status, error, usage } = await runOf(mallory, id);
    ends.push(error?.code ?? status);
    expect(usage.cost).toBeGreaterThan(0);
    paid += usage.cost;
  }
  expect(ends).toEqual(['model_timeout', 'cancelled', 'succeeded']);
  expect(await balanceOf(mallory)).toMatchObject({ balance: WELCOME_CREDIT - paid, reserved: 0 });
});

it("a model without a price doesn't run, and another vendor's costs an unknown amount", async () => {
  const mallory = await arena.join('Mallory');
  const unpriced = await mallory.makeTask('openai/gpt-5.6');
  const refused = await mallory.call('POST', `${unpriced}/run`, inputs);
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(refused.body.detail).toContain('MODEL_PRICES');
  const task = await mallory.makeTask('anthropic/claude-haiku-4-5');
  const run = await mallory.call('POST', `${task}/run`, inputs);
  expect([run.status, run.body.usage.cost]).toEqual([200, null]);
  await setTimeout(100);
  expect(await balanceOf(mallory)).toMatchObject({ balance: WELCOME_CREDIT, reserved: 0 });
});

it('token counts that nobody can have used are counted here instead', async () => {
  const mallory = await arena.join('Mallory');
  const task = await mallory.makeTask('priced');
  for (const count of [0.5, -5, 1e30, 2 ** 40]) {
    const usage = { input: count, output: count };
    arena.models.setReply({ kind: 'text', text: 'ok', usage });
    const run = await mallory.call('POST', `${task}/run`, inputs);
    expect([run.status, run.body.status]).toEqual([200, 'succeeded']);
    expect(run.body.usage.cost).toBeGreaterThan(0);
    expect(run.body.usage.cost).toBeLessThan(1000);
  }
});
