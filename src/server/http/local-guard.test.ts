import { afterAll, expect, it } from 'vitest';
import { openTestDatabase } from '../db/testing.ts';
import { startTestApp } from '../testing.ts';

const database = await openTestDatabase();
afterAll(() => database.close());

/** The statuses of /metrics and /outbox for a request. */
async function statuses(
  env: Record<string, string>,
  { ip = '127.0.0.1', ...headers }: Record<string, string> = {},
) {
  const server = await startTestApp({ PORT: '4000', ...env }, { database, outbox: true });
  const read = async (url: string) => {
    const options = { url, remoteAddress: ip, headers: { host: 'localhost:4000', ...headers } };
    return (await server.app.inject(options)).statusCode;
  };
  const both = [await read('/metrics'), await read('/outbox')];
  await server.close();
  return both;
}

it('shows metrics and emails only on this machine', async () => {
  expect(await statuses({})).toEqual([200, 200]);
  expect(await statuses({}, { ip: '::1' })).toEqual([200, 200]);
  expect(await statuses({}, { ip: '192.168.1.7' })).toEqual([404, 404]);
  expect(await statuses({}, { host: 'evil.example' })).toEqual([404, 404]);
  expect(await statuses({}, { 'x-forwarded-for': '127.0.0.1' })).toEqual([404, 404]);
  // A proxy on this machine that adds no headers.
  expect(await statuses({ PUBLIC_URL: 'https://taskloom.example.com' })).toEqual([404, 404]);
});

it('shows them to other machines if a setting says so', async () => {
  const elsewhere = { ip: '192.168.1.7', host: 'taskloom.example.com' };
  const env = { PUBLIC_URL: 'https://taskloom.example.com' };
  expect(await statuses({ ...env, METRICS_PUBLIC: 'true' }, elsewhere)).toEqual([200, 404]);
  expect(await statuses({ ...env, OUTBOX_PUBLIC: 'true' }, elsewhere)).toEqual([404, 200]);
});
