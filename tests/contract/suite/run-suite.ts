import { describe, expect, it } from 'vitest';
import { createSseParser } from '#core/sse.ts';
import {
  type Any,
  call,
  createTask,
  definition,
  orgPath,
  projectPath,
  type Target,
  uniqueName,
} from '../target.ts';

const inputs = { review: 'The lamp arrived broken.' };
const isTerminal = (event: Any) => /^run\.(succeeded|failed|cancelled)$/.test(event.type);

/** Running tasks: waiting, in the background, streaming, resuming, cancelling, billing. */
export function suite(target: () => Target): void {
  const run = (path: string, options: object = {}) =>
    call(target(), 'member', 'POST', `${path}/run`, { body: { inputs }, ...options });

  async function finished(id: string): Promise<Any> {
    for (;;) {
      const { body } = await call(target(), 'member', 'GET', `${projectPath(target())}/run/${id}`);
      if (body.ended_at) return body;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  describe('runs', () => {
    it('return an output that matches the format, with tokens, cost and trace', async () => {
      const { path, id } = await createTask(target());
      const { status, body } = await run(path);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        task_id: id,
        revision: 1,
        status: 'succeeded',
        output_valid: true,
        inputs,
      });
      expect(['positive', 'negative']).toContain(body.output.sentiment);
      expect(body.usage.output_tokens).toBeGreaterThan(0);
      const steps = await call(
        target(),
        'member',
        'GET',
        `${projectPath(target())}/run/${body.id}/step`,
      );
      expect(steps.body.results.map((s: Any) => s.kind)).toEqual(['compile', 'model', 'validate']);
      const list = await call(
        target(),
        'member',
        'GET',
        `${projectPath(target())}/run?task_id=${id}&status=succeeded`,
      );
      expect(list.body.results.map((r: Any) => r.id)).toEqual([body.id]);
    });

    it('have statistics, can be filtered by caller, and can be exported', async () => {
      const { path, id } = await createTask(target());
      const { body: ran } = await run(path);
      const log = (tail: string) =>
        call(target(), 'member', 'GET', `${projectPath(target())}/run${tail}`);
      const { body: stats } = await log(`/stats?task_id=${id}`);
      const total = { runs: 1, succeeded: 1, valid: 1, latency_p50: ran.latency_ms };
      expect(stats.total).toMatchObject(total);
      expect(stats.revisions).toMatchObject([{ task_id: id, revision: 1, runs: 1 }]);
      expect(stats.buckets.at(-1).runs).toBe(1);
      expect((await log('/caller')).body.results).toContainEqual(ran.caller);
      const mine = await log(`?task_id=${id}&caller_id=${ran.caller.id}&output_valid=true`);
      expect(mine.body.results).toHaveLength(1);
      expect((await log(`?task_id=${id}&output_valid=false`)).body.results).toEqual([]);
      const csv = await log(`/export?task_id=${id}`);
      expect(csv.headers.get('content-type')).toContain('text/csv');
      const jsonl = await log(`/export?task_id=${id}&format=jsonl`);
      expect(jsonl.headers.get('content-disposition')).toContain('runs.jsonl');
      expect((await log('/export?format=xml')).status).toBe(400);
      const { body: bare } = await log(`/${ran.id}/step?with_data=false`);
      const [compile] = bare.results;
      expect(compile).toMatchObject({ kind: 'compile', input: null, output: null });
      expect((await log(`/${ran.id}/step/${compile.id}`)).body).toMatchObject({ input: inputs });
    });

    it('can try another model as a draft, for callers who may edit the task', async () => {
      const { path } = await createTask(target());
      const body = { inputs, revision: '1', model_id: 'sandbox/sandbox' };
      expect((await run(path, { body })).body.code).toBe('forbidden');
      const asEditor = (more: object) =>
        call(target(), 'editor', 'POST', `${path}/run`, { body: { ...body, ...more } });
      const unknown = await asEditor({ model_id: 'nobody/nothing' });
      expect(unknown.status).toBe(400);
      // Naming the revision's own model doesn't count as trying another one.
      expect((await asEditor({})).body).toMatchObject({ revision: 1, model_id: 'sandbox/sandbox' });
    });

    it('continue in the background on request', async () => {
      const { path } = await createTask(target());
      const accepted = await run(path, { headers: { prefer: 'respond-async' } });
      expect(accepted.status).toBe(202);
      expect(accepted.headers.get('location')).toContain(accepted.body.id);
      expect((await finished(accepted.body.id)).status).toBe('succeeded');
    });

    it('happen once per idempotency key', async () => {
      const { path } = await createTask(target());
      const headers = { 'idempotency-key': uniqueName('run') };
      const first = await run(path, { headers });
      const again = await run(path, { headers });
      expect(again.body.id).toBe(first.body.id);
      const other = await run(path, { headers, body: { inputs: { review: 'Fine.' } } });
      expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
    });

    it('stream events that end with exactly one terminal event, and can be streamed again', async () => {
      const { path } = await createTask(target());
      const stream = await call(target(), 'member', 'POST', `${path}/run/stream`, {
        body: { inputs },
      });
      expect(stream.headers.get('content-type')).toContain('text/event-stream');
      const sent = createSseParser().push(stream.body);
      const events = sent.map((event) => JSON.parse(event.data) as Any);
      expect(events[0].type).toBe('run.started');
      expect(events.filter(isTerminal)).toEqual([events.at(-1)]);
      const text = events
        .filter((e) => e.type === 'run.delta')
        .map((e) => e.text)
        .join('');
      expect(text).toBe(events.at(-1).run.output_text);

      const middle = sent.findIndex((_, i) => events[i].type === 'run.delta');
      const resumed = await call(
        target(),
        'member',
        'GET',
        `${projectPath(target())}/run/${events[0].run.id}/stream`,
        { headers: { 'last-event-id': sent[middle]?.id ?? '' } },
      );
      const rest = createSseParser()
        .push(resumed.body)
        .map((e) => JSON.parse(e.data) as Any);
      const restText = rest
        .filter((e) => e.type === 'run.delta')
        .map((e) => e.text)
        .join('');
      expect(events[middle].text + restText).toBe(text);
      expect(rest.filter(isTerminal)).toEqual([rest.at(-1)]);
    });

    it('report invalid inputs', async () => {
      const { path } = await createTask(target());
      const missing = await run(path, { body: { inputs: {} } });
      expect(missing.status).toBe(400);
      expect(missing.body.errors[0].pointer).toBe('/inputs/review');
      const unknown = await run(path, { body: { inputs: { ...inputs, rating: 1 } } });
      expect(unknown.body.errors[0].pointer).toBe('/inputs/rating');
    });

    it('require an active revision', async () => {
      const { path } = await createTask(target(), { activate: false });
      const none = await run(path);
      expect([none.status, none.body.code]).toEqual([409, 'no_active_revision']);
      expect((await run(path, { body: { inputs, revision: '7' } })).status).toBe(404);
      const draft = await run(path, { body: { inputs, revision: 'draft' } });
      expect(draft.status).toBe(403);
      const own = await call(target(), 'editor', 'POST', `${path}/run`, {
        body: { inputs, revision: 'draft' },
      });
      expect(own.body).toMatchObject({ revision: null, status: 'succeeded' });
    });

    it("don't change if cancelled after they have ended", async () => {
      const { path } = await createTask(target());
      const { body } = await run(path);
      const cancelled = await call(
        target(),
        'member',
        'POST',
        `${projectPath(target())}/run/${body.id}/cancel`,
      );
      expect(cancelled.body.status).toBe('succeeded');
    });

    it('reject an invalid Last-Event-ID', async () => {
      const { path } = await createTask(target());
      const { body } = await run(path);
      const url = `${projectPath(target())}/run/${body.id}/stream`;
      const headers = { 'last-event-id': '1'.repeat(5000) };
      const refused = await call(target(), 'member', 'GET', url, { headers });
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request']);
    });

    it('are rejected at an empty balance, with the specified message, unless they are free', async () => {
      const free = await createTask(target());
      const costing = await createTask(target(), {
        definition: { ...definition, model_id: target().pricedModelId },
      });
      const before = await call(target(), 'member', 'GET', `${orgPath(target())}/balance`);
      await target().setBalance(0);
      const refused = await run(costing.path);
      const taken = await run(free.path);
      await target().setBalance(before.body.balance);
      expect(taken.body.status).toBe('succeeded');
      expect([refused.status, refused.body.code]).toEqual([402, 'insufficient_balance']);
      expect(refused.body.detail).toBe(
        'Insufficient balance. Please upgrade your plan or add credits to continue.',
      );
    });
  });

  describe('reservations', () => {
    it('keep what a run may cost, and end with the run', async () => {
      const model_id = target().pricedModelId;
      const long = { ...definition, model_id, parameters: { max_output_tokens: 100_000 } };
      const short = { ...definition, model_id, parameters: { max_output_tokens: 1 } };
      const [expensive, cheap] = await Promise.all(
        [long, short].map((one) => createTask(target(), { definition: one })),
      );
      const balance = async () =>
        (await call(target(), 'member', 'GET', `${orgPath(target())}/balance`)).body;
      const before = await balance();
      await target().setBalance(10_000);
      const refused = await run(expensive?.path ?? '');
      const taken = await run(cheap?.path ?? '');
      const after = await balance();
      await target().setBalance(before.balance);
      expect([refused.status, refused.body.code]).toEqual([402, 'insufficient_balance']);
      expect(taken.status).not.toBe(402);
      expect([before.reserved, after.reserved]).toEqual([0, 0]);
      expect(after.balance).toBeGreaterThan(0);
    });
  });

  describe('API keys', () => {
    it('can run tasks until they are revoked, and nothing else', async () => {
      const { path } = await createTask(target());
      const keys = `${projectPath(target())}/api-key`;
      const made = await call(target(), 'owner', 'POST', keys, {
        body: { name: uniqueName('Key') },
      });
      expect(made.status).toBe(201);
      const bearer = { bearer: made.body.key as string };
      const { body } = await call(target(), bearer, 'POST', `${path}/run`, { body: { inputs } });
      expect(body).toMatchObject({
        status: 'succeeded',
        source: 'api',
        caller: { type: 'api_key' },
      });
      expect((await call(target(), bearer, 'GET', `${projectPath(target())}/task`)).status).toBe(
        401,
      );
      const listed = await call(target(), 'owner', 'GET', keys);
      expect(JSON.stringify(listed.body)).not.toContain(made.body.key);
      expect(
        (await call(target(), 'owner', 'DELETE', `${keys}/${made.body.api_key.id}`)).status,
      ).toBe(204);
      expect(
        (await call(target(), bearer, 'POST', `${path}/run`, { body: { inputs } })).status,
      ).toBe(401);
    });
  });
}
