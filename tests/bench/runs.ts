import { setTimeout } from 'node:timers/promises';
import { freePort, startScript, waitUntilUp } from '../support/process.ts';
import { firstToken, type LoadResult, load, type Target } from './load.ts';
import { megabytesOf } from './server-process.ts';
import { sizeOf } from './size.ts';
import { median, round } from './statistics.ts';
import { makeTask, openWorkbench, type Workbench } from './workbench.ts';

const concurrencies = [1, 16, 64];
const seconds = sizeOf('BENCH_SECONDS', 4, 0.2);

/** Runs: the overhead of Taskloom over a direct model call, compared with that of a minimal proxy. */
export async function benchRuns(): Promise<object> {
  return { calls: await benchCalls(), streams: await benchStreams() };
}

async function benchCalls(): Promise<object> {
  const bench = await openWorkbench(0);
  const { targets, close } = await openTargets(bench, false);
  try {
    // The server is idle once it has freed the memory that start-up used.
    await setTimeout(sizeOf('BENCH_IDLE_MS', 4000, 0));
    const idle = megabytesOf(bench.server.child.pid);
    const table: Record<string, Record<string, LoadResult>> = {};
    for (const concurrency of concurrencies) {
      // Targets alternate (A B A B), so that other load on the machine affects all of them. The first round is a warm-up.
      const rounds: Record<string, LoadResult[]> = {};
      for (let i = 0; i < 3; i += 1) {
        for (const target of targets) {
          const result = await load(target, concurrency, i === 0 ? seconds / 4 : seconds);
          if (i > 0) rounds[target.name] = [...(rounds[target.name] ?? []), result];
        }
      }
      table[`c${concurrency}`] = Object.fromEntries(
        Object.entries(rounds).map(([name, results]) => [name, middle(results)]),
      );
    }
    return { ...table, memory: { idle, loaded: megabytesOf(bench.server.child.pid) } };
  } finally {
    await close();
  }
}

async function benchStreams(): Promise<object> {
  const bench = await openWorkbench(20);
  const { targets, close } = await openTargets(bench, true);
  try {
    const table: Record<string, Record<string, number>> = {};
    // Code that ran ten times isn't compiled yet. A server that has been up for a minute is what counts.
    for (const target of targets) await firstToken(target, 32, sizeOf('BENCH_WARM_UP', 400, 32));
    for (const concurrency of concurrencies) {
      const samples: Record<string, number[]> = {};
      for (let i = 0; i < 2; i += 1) {
        for (const target of targets) {
          const times = await firstToken(target, concurrency, Math.max(20, concurrency * 6));
          // The first wave starts all calls at the same time, which real callers don't.
          samples[target.name] = [...(samples[target.name] ?? []), ...times.slice(concurrency)];
        }
      }
      table[`c${concurrency}`] = Object.fromEntries(
        Object.entries(samples).map(([name, times]) => [name, round(median(times))]),
      );
    }
    return table;
  } finally {
    await close();
  }
}

async function openTargets(bench: Workbench, stream: boolean) {
  const port = await freePort();
  const env = { PORT: String(port), UPSTREAM: bench.model.origin };
  const proxy = startScript('tests/bench/baselines/proxy.ts', env);
  await waitUntilUp(`http://localhost:${port}/v1/models`, proxy);
  const { task, key } = await makeTask(bench);
  const chat = JSON.stringify({
    model: 'fake-model',
    stream,
    messages: [{ role: 'user', content: 'Review: Fine.' }],
  });
  const model = { path: '/v1/chat/completions', headers: {}, body: chat };
  const targets: Target[] = [
    { name: 'direct', origin: bench.model.origin, ...model },
    { name: 'proxy', origin: `http://localhost:${port}`, ...model },
    {
      name: 'taskloom',
      origin: bench.origin,
      path: `/api/v1${task}/run${stream ? '/stream' : ''}`,
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ inputs: { review: 'Fine.' } }),
    },
  ];
  const close = async () => {
    await proxy.stop();
    await bench.close();
  };
  return { targets, close };
}

function middle(results: LoadResult[]): LoadResult {
  const pick = (key: keyof LoadResult) => median(results.map((result) => result[key]));
  return {
    perSecond: pick('perSecond'),
    p50: pick('p50'),
    p95: pick('p95'),
    errors: pick('errors'),
  };
}
