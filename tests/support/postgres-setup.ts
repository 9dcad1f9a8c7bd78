import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { findPostgres, startPostgres, type TemporaryPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where tests ask for the PostgreSQL server that they share. */
    postgres: string;
  }
}

/**
 * Runs before all tests. Test files run in several processes, so the one that outlives them starts the PostgreSQL server,
 * when the first of them asks for it, and stops it after the last.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<TemporaryPostgres> | undefined;
  const desk = createServer((_, response) => {
    starting ??= start();
    starting.then(
      ({ url }) => response.end(url),
      (error: Error) => response.writeHead(503).end(error.message),
    );
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  desk.unref();
  project.provide('postgres', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`);
  return async () => {
    desk.closeAllConnections();
    desk.close();
    await (await starting?.catch(() => undefined))?.stop();
  };
}

async function start(): Promise<TemporaryPostgres> {
  const folder = findPostgres();
  if (folder === undefined)
    throw new Error('It is not installed here. Install it, or set TEST_DATABASE_URL.');
  const server = await startPostgres(folder);
  process.once('exit', server.kill);
  return server;
}
