import { expect, it } from 'vitest';
import { Shares } from '#core/shares.ts';
import { SHARED_EXPORTS } from '../exports.ts';
import type { Table } from '../table.ts';
import { createRunExporter } from './export-runs.ts';
import type { RunFilter, RunPage } from './run.store.ts';
import type { RunRow } from './run.tables.ts';

const row = { status: 'succeeded', inputs: {}, output: null, output_text: 'Hi' };

/** A store with this many runs, which it returns immediately, like the embedded database. */
function exporterOf(runs: number, sizeOf: (n: number) => number = () => 500) {
  const pages: { projectId: string; runs: number }[] = [];
  let projectId = '';
  const store = {
    async sizes(project: string, _filter: RunFilter, { limit, after }: RunPage) {
      projectId = project;
      const from = after === undefined ? 0 : Number(after) + 1;
      const count = Math.max(0, Math.min(limit, runs - from));
      const rows = Array.from({ length: count }, (_, i) => {
        return { id: String(from + i), characters: sizeOf(from + i) };
      });
      return { rows };
    },
    runs: {
      async list({ where }: { where: { id: { in: string[] } } }) {
        const ids = where.id.in;
        pages.push({ projectId, runs: ids.length });
        return ids.map((id) => ({ ...row, id }) as unknown as RunRow);
      },
    } as unknown as Table<RunRow>,
  };
  const exportRuns = createRunExporter(store, {
    exports: new Shares(SHARED_EXPORTS),
    scanAtMost: 1000,
  });
  const start = (name: string) =>
    exportRuns({ orgId: `org_${name}`, projectId: name }, { readerId: 'user_1' }, 'jsonl');
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

it('reads fewer large runs at a time, also after many small ones', async () => {
  const { pages, start } = exporterOf(60, (n) => (n < 30 ? 500 : 80_000));
  expect(await readAll(start('a'))).toBe(60);
  expect(pages.map(({ runs }) => runs)).toEqual([25, 7, ...Array(14).fill(2)]);
});

it('reads a run that is too large for a page alone', async () => {
  const { pages, start } = exporterOf(3, () => 5_000_000);
  expect(await readAll(start('a'))).toBe(3);
  expect(pages.map(({ runs }) => runs)).toEqual([1, 1, 1]);
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
