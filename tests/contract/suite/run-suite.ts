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

    it('convert inputs, unless the task has strict inputs', async () => {
      const variables = [{ name: 'stars', type: 'number', required: true }];
      const own = { ...definition, user_prompt: '{stars}', variables };
      const loose = await createTask(target(), { definition: own });
      const strict = await createTask(target(), { definition: { ...own, strict_inputs: true } });
      for (const end of ['run', 'mock']) {
        const send = ({ path }: { path: string }, stars: unknown) =>
          call(target(), 'member', 'POST', `${path}/${end}`, { body: { inputs: { stars } } });
        expect((await send(loose, '3')).status).toBe(200);
        const { status, body: problem } = await send(strict, '3');
        expect([status, problem.errors]).toEqual([
          400,
          [{ pointer: '/inputs/stars', message: 'Must be a number' }],
        ]);
        expect((await send(strict, 3)).status).toBe(200);
      }
      const { body: document } = await call(
        target(),
        'member',
        'GET',
        `${strict.path}/openapi.json`,
      );
      expect(document.components.schemas.Inputs.properties.stars).toEqual({ type: 'number' });
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

  describe('rejected calls', () => {
    const rejected = async (tail: string) =>
      (await call(target(), 'member', 'GET', `${projectPath(target())}/run/rejected${tail}`)).body;

    it('are counted by caller and reason, without what was sent', async () => {
      const { path, id } = await createTask(target());
      const headers = { prefer: 'respond-async' };
      const secret = { inputs: { 'mara@acme.test': 'Hush', rating: 1 } };
      const first = await run(path, { body: secret });
      const last = await run(path, { body: secret, headers });
      const streamed = await call(target(), 'member', 'POST', `${path}/run/stream`, {
        body: secret,
      });
      expect([first.status, last.status, streamed.status]).toEqual([400, 400, 400]);
      await run(path, { body: { inputs, revision: 'staging' } });
      await run(path, { raw: '{' });
      await call(target(), 'member', 'POST', `${path}/mock`, { body: secret });
      const { results } = await rejected(`?task_id=${id}`);
      expect(JSON.stringify(results)).not.toMatch(/mara@|Hush|rating/);
      const found = results.map((one: Any) => [one.code, one.calls, one.target, one.pointers]);
      expect(found).toHaveLength(3);
      expect(found).toContainEqual(['invalid_request', 3, null, ['/inputs/*', '/inputs/review']]);
      expect(found).toContainEqual(['not_found', 1, 'staging', []]);
      expect(found).toContainEqual(['malformed_json', 1, null, []]);
      const [group] = (await rejected(`?task_id=${id}&code=invalid_request`)).results;
      expect(group).toMatchObject({ task_id: id, revision: 1, status: 400, source: 'console' });
      expect(group.last_request_id).toBe(streamed.headers.get('x-request-id'));
      const callers = `${projectPath(target())}/run/caller`;
      const known = await call(target(), 'member', 'GET', callers);
      expect(known.body.results).toContainEqual(group.caller);
      const mine = `?task_id=${id}&caller_id=${group.caller.id}`;
      expect((await rejected(mine)).results).toHaveLength(3);
      expect((await rejected(`?task_id=${id}&caller_id=user_none`)).results).toEqual([]);
      const [after, before] = ['called_after', 'called_before'].map(
        (name) => `?task_id=${id}&${name}=${encodeURIComponent(group.last_at)}`,
      );
      expect((await rejected(after ?? '')).results.length).toBeGreaterThan(0);
      expect((await rejected(before ?? '')).results).toHaveLength(1);
    });

    it('are listed in pages, by the last call', async () => {
      const { path, id } = await createTask(target());
      for (const revision of ['7', '8', '7']) await run(path, { body: { inputs, revision } });
      const first = await rejected(`?task_id=${id}&page_limit=1`);
      expect(first.results).toMatchObject([{ target: '7', calls: 2 }]);
      const { next_cursor } = first.pagination;
      const second = await rejected(`?task_id=${id}&page_limit=1&cursor=${next_cursor}`);
      expect(second.results).toMatchObject([{ target: '8', calls: 1 }]);
      expect(second.pagination.has_next).toBe(false);
    });

    it('are of a deleted task too, and of nobody who may not see the project', async () => {
      const { path, id } = await createTask(target());
      await call(target(), 'owner', 'DELETE', path);
      expect((await run(path)).status).toBe(404);
      expect((await call(target(), 'outsider', 'POST', `${path}/run`, { body: {} })).status).toBe(
        404,
      );
      expect((await call(target(), 'anonymous', 'POST', `${path}/run`, { body: {} })).status).toBe(
        401,
      );
      const { results } = await rejected(`?task_id=${id}`);
      expect(results).toMatchObject([{ code: 'not_found', calls: 1, task_name: null }]);
      const others = `${orgPath(target())}/project/${target().projectId}/run/rejected`;
      expect((await call(target(), 'outsider', 'GET', others)).status).toBe(404);
    });

    it('show the balance that was missing', async () => {
      const { path, id } = await createTask(target(), {
        definition: { ...definition, model_id: target().pricedModelId },
      });
      const before = await call(target(), 'member', 'GET', `${orgPath(target())}/balance`);
      await target().setBalance(0);
      await run(path);
      await target().setBalance(before.body.balance);
      const { results } = await rejected(`?task_id=${id}`);
      expect(results).toMatchObject([{ code: 'insufficient_balance', status: 402, revision: 1 }]);
    });

    it('of an API key show whom a revision breaks, until it is rolled back', async () => {
      const { path, id } = await createTask(target());
      const keys = `${projectPath(target())}/api-key`;
      const made = await call(target(), 'owner', 'POST', keys, {
        body: { name: uniqueName('Key') },
      });
      const bearer = { bearer: made.body.key as string };
      const byKey = (body: object) => call(target(), bearer, 'POST', `${path}/run`, { body });
      const draft = (await call(target(), 'owner', 'GET', `${path}/draft`)).body;
      const tone = { name: 'tone', type: 'text', required: true };
      const next = {
        ...definition,
        user_prompt: 'Review: {review} {tone}',
        variables: [...definition.variables, tone],
      };
      await call(target(), 'owner', 'PUT', `${path}/draft`, {
        body: { definition: next },
        headers: { 'if-match': draft.etag },
      });
      const { body: task } = await call(target(), 'owner', 'GET', path);
      const saved = { activate: true, confirm: task.name };
      expect(
        (await call(target(), 'owner', 'POST', `${path}/revision`, { body: saved })).status,
      ).toBe(201);
      // It has never run, so nothing but its rejected calls shows that it depends on the task.
      for (let i = 0; i < 2; i += 1) expect((await byKey({ inputs })).status).toBe(400);
      expect((await byKey({ inputs, revision: '2' })).status).toBe(400);
      const compare = async (base: number, next: number) =>
        (await call(target(), 'owner', 'GET', `${path}/compare?base=${base}&next=${next}`)).body;
      expect((await compare(1, 2)).callers).toMatchObject([
        { caller: { id: made.body.api_key.id }, runs: 0, affected_runs: 0, rejected_calls: 2 },
      ]);
      expect((await compare(2, 1)).callers).toEqual([]);
      const { results } = await rejected(`?task_id=${id}`);
      expect(results.map((one: Any) => [one.source, one.target, one.calls])).toEqual([
        ['api', '2', 1],
        ['api', null, 2],
      ]);
    });
  });
}
