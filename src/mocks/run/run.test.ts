import { describe, expect, it } from 'vitest';
import { createSseParser, readEvents } from '#core/sse.ts';
import type { Run, RunEvent } from '#generated/model/index.ts';
import { ORG_ID, PROJECT_ID, seedId } from '../seed/ids.ts';
import { createStore } from '../store.ts';
import { type Bench, createBench } from '../testing.ts';

const base = `/api/v1/org/${ORG_ID}/project/${PROJECT_ID}`;
const task = `${base}/task/${seedId('task', 1)}`;
const inputs = { review: 'The lamp arrived broken.' };

const eventsOf = (text: string) =>
  createSseParser()
    .push(text)
    .map((event) => JSON.parse(event.data) as RunEvent);

async function runs(bench: Bench): Promise<Run[]> {
  const response = await bench.send('GET', `${base}/run`, { as: 'owner' });
  return ((await response.json()) as { results: Run[] }).results;
}

describe('a run', () => {
  it('has the same output for the same inputs', async () => {
    const outputs = new Set<string>();
    for (const seed of [1, 2, 3]) {
      const bench = createBench({ seed });
      const response = await bench.send('POST', `${task}/run`, { as: 'member', body: { inputs } });
      const run = (await response.json()) as Run;
      expect([run.status, run.output_valid]).toEqual(['succeeded', true]);
      outputs.add(run.output_text);
    }
    expect(outputs.size).toBe(1);
  });

  it('is streamed token by token as it is written', async () => {
    const bench = createBench({ tokenMs: 3 });
    const response = await bench.send('POST', `${task}/run/stream`, {
      as: 'owner',
      body: { inputs },
    });
    const times: number[] = [];
    if (!response.body) throw new Error('no body');
    for await (const { data } of readEvents(response.body)) {
      if ((JSON.parse(data) as RunEvent).type === 'run.delta') times.push(performance.now());
    }
    expect(times.length).toBeGreaterThan(3);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(3);
  });

  it('continues when its client disconnects', async () => {
    const bench = createBench({ tokenMs: 1 });
    const response = await bench.send('POST', `${task}/run/stream`, {
      as: 'owner',
      body: { inputs },
    });
    await response.body?.cancel();
    await expect.poll(async () => (await runs(bench))[0]?.status).toBe('succeeded');
  });

  it('can be cancelled; its usage is recorded', async () => {
    const bench = createBench({ tokenMs: 2 });
    const headers = { prefer: 'respond-async' };
    const accepted = await bench.send('POST', `${task}/run`, {
      as: 'owner',
      body: { inputs },
      headers,
    });
    const { id } = (await accepted.json()) as Run;
    await expect.poll(async () => (await runs(bench))[0]?.usage.output_tokens === 0).toBe(true);
    const response = await bench.send('POST', `${base}/run/${id}/cancel`, { as: 'owner' });
    const run = (await response.json()) as Run;
    expect([run.status, run.output]).toEqual(['cancelled', null]);
    const stream = await bench.send('GET', `${base}/run/${id}/stream`, { as: 'owner' });
    expect(eventsOf(await stream.text()).at(-1)?.type).toBe('run.cancelled');
  });

  it('fails on request, with a problem that names the run', async () => {
    const bench = createBench();
    const body = { inputs: { review: 'mock:fail=model_timeout' } };
    const response = await bench.send('POST', `${task}/run`, { as: 'owner', body });
    expect(response.status).toBe(504);
    const problem = (await response.json()) as { code: string; run_id: string };
    expect(problem.code).toBe('model_timeout');
    const [latest] = await runs(bench);
    expect([latest?.id, latest?.status, latest?.error?.code]).toEqual([
      problem.run_id,
      'failed',
      'model_timeout',
    ]);
  });

  it("is paid for from its organisation's balance", async () => {
    const bench = createBench();
    const balance = async () => {
      const response = await bench.send('GET', `/api/v1/org/${ORG_ID}/balance`, { as: 'owner' });
      return ((await response.json()) as { balance: number }).balance;
    };
    const before = await balance();
    const response = await bench.send('POST', `${task}/run`, { as: 'owner', body: { inputs } });
    const { usage } = (await response.json()) as Run;
    expect(usage.cost).toBeGreaterThan(0);
    expect(await balance()).toBe(before - (usage.cost ?? 0));
  });

  it('resumes with the same text after a page load interrupts it', async () => {
    const first = createBench({ tokenMs: 1 });
    const whole = await first.send('POST', `${task}/run/stream`, { as: 'owner', body: { inputs } });
    const sent = createSseParser().push(await whole.text());
    const deltas = sent.filter(({ event }) => event === 'run.delta');
    const bench = createBench({ tokenMs: 1 });
    await bench.send('POST', `${task}/run`, {
      as: 'owner',
      body: { inputs },
      headers: { prefer: 'respond-async' },
    });
    const reloaded = createBench({}, createStore(structuredClone(bench.store.data)));
    const [interrupted] = await runs(reloaded);
    expect(interrupted?.status).not.toBe('succeeded');
    const stream = await reloaded.send('GET', `${base}/run/${interrupted?.id}/stream`, {
      as: 'owner',
      headers: { 'last-event-id': deltas[2]?.id ?? '' },
    });
    const rest = createSseParser().push(await stream.text());
    // Clients insert each part at its offset, including parts that they received before the page load.
    const textAfter = (events: typeof sent, text: string) =>
      events
        .map(({ data }) => JSON.parse(data) as RunEvent)
        .reduce(
          (all, event) =>
            event.type === 'run.delta' ? all.slice(0, event.offset) + event.text : all,
          text,
        );
    const read = textAfter(deltas.slice(0, 3), '');
    expect(textAfter(rest, read)).toBe(textAfter(deltas, ''));
    expect(rest.at(-1)?.event).toBe('run.succeeded');
  });

  it('can be streamed after it has ended', async () => {
    const bench = createBench();
    for (const run of await runs(bench)) {
      const stream = await bench.send('GET', `${base}/run/${run.id}/stream`, { as: 'owner' });
      const events = eventsOf(await stream.text());
      expect([events[0]?.type, events.at(-1)?.type]).toEqual(['run.started', `run.${run.status}`]);
    }
  });
});

describe('a rejected call', () => {
  it('is counted before other tabs and later page loads are told', async () => {
    const bench = createBench();
    let published = 0;
    bench.store.push = () => {
      const rows = Object.values(bench.store.data.tables.rejected_call);
      published = rows.filter(({ source }) => source === 'console').length;
    };
    await bench.send('POST', `${task}/run`, { as: 'owner', body: { inputs: {} } });
    expect(published).toBe(1);
  });
});
