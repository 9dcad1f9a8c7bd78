import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { type Arena, type Figures, openArena, type Tenant, type Victim } from './arena.ts';

/** Exports, lists and statistics of 100,000 runs and of some huge ones, beside another tenant's ordinary work. */
const RUNS = 100_000;
const HUGE = 12;
/** At least. */
const HUGE_CHARACTERS = 2_200_000;
let arena: Arena;
let mallory: Tenant;
let victim: Victim;
let calm: Figures;

beforeAll(async () => {
  arena = await openArena();
  arena.models.setReply({ kind: 'text', text: 'ok' });
  mallory = await arena.join('Mallory');
  const ada = await arena.join('Ada');
  const quick = await ada.makeTask('quick');
  await arena.restart((dataDir) => seed(dataDir, mallory));
  victim = arena.openVictim(ada, quick);
  await victim.during();
  calm = await victim.during();
}, 120_000);
afterAll(async () => {
  await victim.close();
  await arena.close();
});

/** Inserts the runs, because calling the API for each of them would take minutes. */
async function seed(dataDir: string, { orgId, projectId }: Tenant): Promise<void> {
  const { db, close } = await openDatabase({ dataDir });
  const insert = (count: number, prefix: string, words: number) =>
    db.execute(sql`
      insert into run (id, org_id, project_id, task_id, task_name, revision, source, status, model_id, input_preview,
        inputs, output_text, output_valid, input_tokens, output_tokens, cost, latency_ms, caller_type, caller_id,
        caller_name, worker_id, created_at, ended_at)
      select ${prefix}::text || lpad(n::text, 22, '0'), ${orgId}, ${projectId}, 'task_any', 'Any', 1, 'api', 'succeeded',
        'any', 'lorem ipsum', jsonb_build_object('text', repeat('lorem ipsum ', ${words}::int)),
        repeat('dolor sit ', ${words}::int), true, 100, 50, 10, 100, 'api_key', 'key', 'Key', 'worker', now(), now()
      from generate_series(1, ${count}::int) n`);
  await insert(RUNS, 'run_01jd', 40);
  await insert(HUGE, 'run_01je', 100_000);
  // The server does this every minute.
  await db.execute(sql`analyze run`);
  await close();
}

/** Reads a response until it has this many characters, or to its end, and leaves. */
async function read(response: Response, enough: number): Promise<string> {
  expect(response.status).toBe(200);
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > enough) break;
  }
  return text;
}

const runs = (query: string) => mallory.open('GET', `${mallory.path}/run${query}`);

it.each<[what: string, attack: () => Promise<unknown>]>([
  [
    'two exports of huge runs, and of many',
    () =>
      Promise.all(
        ['csv', 'jsonl'].map(async (format) => {
          // All huge runs, and some thousand others.
          const text = await read(
            await runs(`/export?format=${format}`),
            HUGE * HUGE_CHARACTERS + 2e6,
          );
          expect(text.length).toBeGreaterThan(HUGE * HUGE_CHARACTERS);
        }),
      ),
  ],
  [
    'two exports that find nothing',
    () =>
      Promise.all(
        ['?q=zebra', '?source=evaluation'].map(async (query) => {
          expect((await read(await runs(`/export${query}`), 1e6)).split('\r\n')).toHaveLength(2);
        }),
      ),
  ],
  [
    'lists that find nothing',
    () =>
      Promise.all(
        ['source=evaluation', 'revision=2', 'q=zebra'].map(async (filter) => {
          const list = await (await runs(`?${filter}`)).json();
          expect([list.results, list.pagination.has_next]).toEqual([[], true]);
        }),
      ),
  ],
  ['statistics', () => runs('/stats')],
])('%s do not stop the server', { timeout: 120_000 }, async (what, attack) => {
  const began = performance.now();
  let took = 0;
  const found = await victim.during(async () => {
    await attack();
    took = performance.now() - began;
  });
  console.log(
    `Beside ${what} (${took.toFixed(0)} ms), a run takes ${found.median.toFixed(0)} ms (at most ${found.longest.toFixed(0)} ms); otherwise ${calm.median.toFixed(0)} ms`,
  );
  expect(found.median).toBeLessThan(Math.max(10 * calm.median, 500));
  expect(found.longest).toBeLessThan(Math.max(30 * calm.median, 3000));
});
