import { expect, it } from 'vitest';
import { createRunExporter } from './export-runs.ts';
import type { RunRow } from './run.store.ts';

const row = { id: 'run_1', status: 'succeeded', inputs: {}, output: null };

/** A store with this many runs, which it returns immediately, like the embedded database. */
function exporterOf(runs: number, output_text = 'Hi') {
  const pages: { projectId: string; limit: number }[] = [];
  const left = new Map<string, number>();
  const exportRuns = createRunExporter({
    async listFull(projectId, _filter, { limit }) {
      pages.push({ projectId, limit });
      const more = left.get(projectId) ?? runs;
      left.set(projectId, more - limit);
      const count = Math.max(0, Math.min(limit, more));
      return Array.from({ length: count }, () => ({ ...row, output_text }) as unknown as RunRow);
    },
  });
  const start = (name: string) =>
    exportRuns({ orgId: `org_${name}`, projectId: name }, {}, 'jsonl');
  return { pages, start };
}

async function readAll(text: AsyncIterable<string>): Promise<number> {
  let runs = 0;
  for await (const lines of text) runs += lines.split('\n').length - 1;
  return runs;
}

it('lets others have a turn between its pages, however fast it is read', async () => {
  const { pages, start } = exporterOf(500);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  expect(await readAll(start('a'))).toBe(500);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(pages.length / 2);
});

it('reads the exports of several organisations in turn', async () => {
  const { pages, start } = exporterOf(200);
  await Promise.all(['a', 'a', 'a', 'b'].map((name) => readAll(start(name))));
  const ofB = pages.findLastIndex(({ projectId }) => projectId === 'b');
  // Its nine pages alternate with those of the three others.
  expect(ofB).toBeLessThan(20);
});

it('reads fewer large runs at a time', async () => {
  const { pages, start } = exporterOf(30, 'x'.repeat(100_000));
  expect(await readAll(start('a'))).toBe(30);
  // The size of the first page is not known before it is read.
  expect(pages.map(({ limit }) => limit)).toEqual([25, 1, 1, 1, 1, 1, 1]);
});

it('refuses more exports of an organisation than its share until one has ended or was given up', async () => {
  const { start } = exporterOf(30);
  const mine = Array.from({ length: 4 }, () => start('a'));
  const refusal = expect.objectContaining({ status: 429, headers: { 'retry-after': '5' } });
  expect(() => start('a')).toThrow(refusal);
  expect(await readAll(start('b'))).toBe(30);
  // The client left before it was read.
  await mine[0]?.[Symbol.asyncIterator]().return?.();
  start('a');
  expect(() => start('a')).toThrow(refusal);
  for (const text of mine.slice(1)) await readAll(text);
  start('a');
});
