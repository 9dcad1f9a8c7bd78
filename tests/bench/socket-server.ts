import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { eq } from 'drizzle-orm';
import { orgMember, org as orgs } from '#domain/org/org.tables.ts';
import { user } from '#domain/user/user.tables.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { startTestApp } from '#server/testing.ts';

/**
 * A server for the bench of sockets, in a process of its own. Its users need no password: `token-<name>` is the token of
 * a user, so that a thousand people can sign in. The bench talks to it through IPC.
 */
const PEOPLE = 100;
const folder = mkdtempSync(join(tmpdir(), 'taskloom-sockets-'));
// In its own thread, as on a real server.
const database = await openDatabase({
  dataDir: folder,
  databaseUrl: undefined,
  poolSize: 10,
  url: 'http://localhost',
  onError: console.error,
});
const settings = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  CHECK_RESPONSES: 'false',
  COMPATIBLE_BASE_URL: process.env.BENCH_MODEL ?? '',
  COMPATIBLE_API_KEY: 'sk-bench',
  COMPATIBLE_MODELS: 'fake-model',
  MODEL_PRICES: 'compatible/fake-model=0.01/0.01',
};
const started = await startTestApp(settings, { database });
const owner = started.as('p0');
const { body: org } = await owner('POST', '/org', { name: 'Crowd' });
await database.db.update(orgs).set({ balance: 5_000_000 }).where(eq(orgs.id, org.id));
const { body: project } = await owner('POST', `/org/${org.id}/project`, { name: 'Chats' });
for (let i = 1; i < PEOPLE; i += 1) {
  const name = `p${i}`;
  const { body } = await started.as(name)('GET', '/user');
  const [row] = await started.database.db.select().from(user).where(eq(user.id, body.id));
  if (!row) throw new Error(`${name} has no user`);
  await started.database.db
    .insert(orgMember)
    .values({ org_id: org.id, user_id: row.id, role: 'member' });
}
const address = await started.app.listen({ port: 0, host: '127.0.0.1' });
const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();

process.on('message', (message) => {
  if (message === 'stop') void stop();
  if (message !== 'measure') return;
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({
    rss,
    heap: heapUsed + external,
    p99: delays.percentile(99) / 1e6,
    max: delays.max / 1e6,
  });
  delays.reset();
});
async function stop(): Promise<void> {
  await started.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}

process.send?.({ baseUrl: `${address}/api/v1`, orgId: org.id, projectId: project.id });
