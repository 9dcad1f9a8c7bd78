import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import { recountLimits } from '#domain/billing/limit.service.ts';
import type { Database } from '#server/db/client.ts';
import { openPostgres } from '#server/db/postgres/postgres.ts';
import { createTestPostgres } from '#server/db/testing.ts';
import { createRunWriter } from '#server/features/run/run-writer.ts';
import { acceptedRow } from '#server/features/run/testing.ts';
import { endedRow } from '#server/features/run/testing-rows.ts';
import { createStores } from '#server/stores.ts';
import { signUp } from '../support/account.ts';
import { type OpenAiServer, startOpenAiServer } from '../support/models/openai-server.ts';
import { testPostgres } from '../support/postgres.ts';
import { freePort, type Running, startScript, waitUntilUp } from '../support/process.ts';
import { until } from '../support/until.ts';

const postgres = await testPostgres();
const CENT = 10_000;
const MODEL = 'compatible/priced';

/** Two server processes that spend the same balance. `limits.test.ts` has one process without PostgreSQL. */
describe.skipIf(!postgres)('two nodes with one balance', () => {
  let dataDir: string;
  let models: OpenAiServer;
  let database: Awaited<ReturnType<typeof createTestPostgres>>;
  /** A third process, which looks at both. */
  let third: Database;
  let client: Client;
  let nodes: { origin: string; process: Running }[];
  let token: string;
  let orgId: string;
  let project: string;
  let task: string;

  async function startNode(port: number, publicUrl: string) {
    const origin = `http://localhost:${port}`;
    const process = startScript('src/server/main.ts', {
      ...{
        PORT: String(port),
        PUBLIC_URL: publicUrl,
        DATA_DIR: dataDir,
        TRUST_ADDRESSES: 'true',
        LOG_LEVEL: 'error',
      },
      DATABASE_URL: database.url,
      SECRET_KEY: 'a sufficiently long secret for two nodes',
      ...{ COMPATIBLE_BASE_URL: models.url, COMPATIBLE_API_KEY: 'sk', COMPATIBLE_MODELS: 'priced' },
      // Micro-dollars per token.
      MODEL_PRICES: `${MODEL}=1/2`,
    });
    await waitUntilUp(`${origin}/readyz`, process);
    return { origin, process };
  }

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'taskloom-money-'));
    models = await startOpenAiServer();
    database = await createTestPostgres(postgres ?? '');
    const port = await freePort();
    const first = await startNode(port, `http://localhost:${port}`);
    nodes = [first, await startNode(await freePort(), first.origin)];
    token = await (await signUp(first.origin)).token();
    client = new Client(database.url);
    await client.connect();
    third = await openPostgres(database.url, { dataDir });

    const [org] = (await send(0, 'GET', '/org')).body.results;
    orgId = org.id;
    const [found] = (await send(0, 'GET', `/org/${orgId}/project`)).body.results;
    project = `/org/${orgId}/project/${found.id}`;
    const prompts = { system_prompt: 'Count.', user_prompt: 'Go.' };
    const definition = {
      ...{ ...emptyDefinition(MODEL), ...prompts, parameters: { max_output_tokens: 500 } },
    };
    const made = await send(0, 'POST', `${project}/task`, { name: 'Priced', definition });
    task = `${project}/task/${made.body.id}`;
    await send(0, 'POST', `${task}/revision`, { activate: true });
  });

  afterAll(async () => {
    await client?.end();
    await third?.close();
    for (const { process } of nodes) await process.stop('SIGKILL');
    await models.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function send(node: number, method: string, path: string, body?: unknown, headers = {}) {
    const response = await fetch(`${nodes[node]?.origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = String(response.headers.get('content-type')).includes('json');
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  }

  /** Through the ledger, as all money. */
  async function setBalance(amount: number) {
    await client.query(
      `with added as (
        insert into ledger_entry (id, org_id, kind, amount, reference, created_at)
        select gen_random_uuid()::text, id, 'grant', $2 - balance, gen_random_uuid()::text, now() from org where id = $1
        returning amount)
      update org set balance = $2 where id = $1`,
      [orgId, amount],
    );
  }

  async function books() {
    const { rows } = await client.query(
      `select balance::float8 as balance, reserved::float8 as reserved,
        (select sum(amount) from ledger_entry where org_id = org.id)::float8 as ledger,
        (select count(*) from ledger_entry where org_id = org.id and kind = 'run')::int as paid,
        (select count(*) from run where org_id = org.id and cost > 0)::int as used,
        (select coalesce(sum(cost), 0) from run where org_id = org.id)::float8 as cost,
        (select coalesce(-sum(amount), 0) from ledger_entry where org_id = org.id and kind = 'run')::float8 as charged,
        (select reserved from spend_limit where project_id = $2)::float8 as held,
        (select spent from spend_limit where project_id = $2)::float8 as spent
      from org where id = $1`,
      [orgId, project.split('/').at(-1)],
    );
    return rows[0];
  }

  it('never spend a cent twice, and lose nothing, when fifty runs find it at once', async () => {
    await send(0, 'PUT', `${project}/spend-limit`, { amount: 5_000_000 });
    await setBalance(CENT);
    // Each costs as much as it may.
    models.setReply({
      kind: 'text',
      text: 'ok',
      usage: { input: 100, output: 500 },
      delay_ms: 300,
    });
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        send(n % 2, 'POST', `${task}/run${n % 3 === 0 ? '/stream' : ''}`, { inputs: {} }),
      ),
    );
    await until(async () => (await books()).reserved === 0);
    const accepted = responses.filter(({ status }) => status === 200).length;
    expect(responses.filter(({ status }) => status === 402)).toHaveLength(50 - accepted);
    expect(accepted).toBeGreaterThan(0);
    const after = await books();
    expect(after).toMatchObject({
      ...{ reserved: 0, held: 0, paid: accepted, used: accepted, cost: accepted * 1100 },
      ...{ charged: accepted * 1100, spent: accepted * 1100, balance: CENT - accepted * 1100 },
    });
    expect(after.ledger).toBe(after.balance);
    expect(after.balance).toBeGreaterThanOrEqual(0);
  });

  it('count each run once for a limit that is set while it begins or ends', async () => {
    await setBalance(500 * CENT);
    models.setReply({ kind: 'text', text: 'ok', usage: { input: 10, output: 20 }, delay_ms: 20 });
    for (let round = 0; round < 8; round += 1) {
      await send(0, 'PUT', `${project}/spend-limit`, { amount: null });
      const runs = Array.from({ length: 24 }, (_, n) =>
        send(n % 2, 'POST', `${task}/run`, { inputs: {} }),
      );
      await setTimeout(10 * round);
      await send(1, 'PUT', `${project}/spend-limit`, { amount: 5_000_000 });
      await Promise.all(runs);
      await until(async () => (await books()).reserved === 0);
      await recountLimits(createStores(third.db));
      const { held, spent, charged } = await books();
      expect({ round, held, spent }).toEqual({ round, held: 0, spent: charged });
    }
  });

  it('end runs that cost nothing although a payment holds their limit', async () => {
    const stores = createStores(third.db);
    const writer = createRunWriter(third);
    const projectId = project.split('/').at(-1) ?? '';
    const run = { ...acceptedRow({ orgId, projectId }, newId('run')), is_free: true };
    await writer.accept(run);
    const ended = await stores.transaction(async ({ billing }) => {
      await billing.limits.lock({ id: projectId });
      const end = writer.end({ ...endedRow(run.id, 'succeeded'), cost: 0, billed: 0 });
      return Promise.race([end, setTimeout(5000, 'is waiting')]);
    });
    expect(ended).toBe(true);
  });

  it('never go below zero, although providers ignore the maximum', async () => {
    await setBalance(CENT);
    const before = await books();
    models.setReply({ kind: 'text', text: 'word '.repeat(6000), token_ms: 1 });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send(n % 2, 'POST', `${task}/run/stream`, { inputs: {} }),
      ),
    );
    await until(async () => (await books()).reserved === 0);
    const after = await books();
    expect(after.charged - before.charged).toBe(after.cost - before.cost);
    expect(after.ledger).toBe(after.balance);
    expect(after.balance).toBeGreaterThanOrEqual(0);
  });

  it('release what a killed one held, and pay what its runs had used, once', async () => {
    await setBalance(50 * CENT);
    const before = await books();
    models.setReply({ kind: 'text', text: 'word '.repeat(200), token_ms: 25 });
    const started = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        send(n % 2, 'POST', `${task}/run`, { inputs: {} }, { prefer: 'respond-async' }),
      ),
    );
    expect(started.map(({ status }) => status)).toEqual(started.map(() => 202));
    expect((await books()).held).toBeGreaterThan(0);
    await nodes[0]?.process.stop('SIGKILL');
    const path = (n: number) => `${project}/run/${started[n]?.body.id}`;
    // The other one's runs are cancelled, each twice.
    await Promise.all([1, 3, 5, 1, 3, 5].map((n) => send(1, 'POST', `${path(n)}/cancel`)));
    await until(async () => (await books()).reserved === 0, 40_000);
    const after = await books();
    expect(after.held).toBe(0);
    expect(after.ledger).toBe(after.balance);
    expect(after.charged - before.charged).toBe(after.cost - before.cost);
    expect(after.spent - before.spent).toBe(after.cost - before.cost);
  });
});
