import { Pool } from 'undici';
import { percentile, round } from './statistics.ts';

export interface Target {
  name: string;
  origin: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface LoadResult {
  perSecond: number;
  p50: number;
  p95: number;
  errors: number;
}

/** Calls a target from `concurrency` loops for `seconds`; latencies in ms. */
export async function load(
  target: Target,
  concurrency: number,
  seconds: number,
): Promise<LoadResult> {
  const pool = new Pool(target.origin, { connections: concurrency, pipelining: 1 });
  const samples: number[] = [];
  let errors = 0;
  const end = performance.now() + seconds * 1000;
  const loop = async () => {
    while (performance.now() < end) {
      const start = performance.now();
      const { statusCode, body } = await pool.request({
        path: target.path,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...target.headers },
        body: target.body,
      });
      await body.dump();
      if (statusCode === 200) samples.push(performance.now() - start);
      else errors += 1;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: concurrency }, loop));
  const elapsed = (performance.now() - start) / 1000;
  await pool.close();
  return {
    perSecond: round(samples.length / elapsed, 0),
    p50: round(percentile(samples, 0.5)),
    p95: round(percentile(samples, 0.95)),
    errors,
  };
}

/** Time to the first text of streamed responses, in ms, for `count` calls at a given concurrency. */
export async function firstToken(
  target: Target,
  concurrency: number,
  count: number,
): Promise<number[]> {
  const pool = new Pool(target.origin, { connections: concurrency });
  const samples: number[] = [];
  let left = count;
  const loop = async () => {
    while (left > 0) {
      left -= 1;
      const start = performance.now();
      const { body } = await pool.request({
        path: target.path,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...target.headers },
        body: target.body,
      });
      let seen = false;
      for await (const chunk of body) {
        // Not just any content, because our step events contain the prompts.
        if (seen || !/"delta":\{"content":"[^"]|event: run\.delta/.test(String(chunk))) continue;
        seen = true;
        samples.push(performance.now() - start);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  await pool.close();
  return samples;
}
