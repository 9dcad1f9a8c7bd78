import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { startTestApp } from '#server/testing.ts';
import { definition } from './target.ts';

/** How long a request held the event loop. */
export interface Stall {
  what: string;
  status: number;
  /** The longest that the event loop was busy without a pause, in milliseconds of CPU time. */
  ms: number;
  bytes: number;
}

interface Sent {
  payload?: string | Readable | undefined;
  headers?: Record<string, string>;
}

const HEADERS = { authorization: 'Bearer token-ada', 'content-type': 'application/json' };

/** A server with a task, whose event loop is watched. */
export async function openWatched(database?: Database) {
  const settings = { RATE_LIMIT_PER_MINUTE: '1000000' };
  const server = await startTestApp(settings, { ...(database && { database }) });
  const ada = server.as('ada');
  await ada('GET', '/user');
  const orgId: string = (await ada('GET', '/org')).body.results[0].id;
  const projectId: string = (await ada('GET', `/org/${orgId}/project`)).body.results[0].id;
  const project = `/org/${orgId}/project/${projectId}`;
  const made = await ada('POST', `${project}/task`, { name: 'Under attack', definition });
  const taskId: string = made.body.id;

  /** Sends a request, and another caller's at the same time, and measures how long the event loop was held. */
  async function send(
    what: string,
    method: string,
    path: string,
    { payload, headers }: Sent = {},
  ): Promise<Stall & { text: string }> {
    let longest = 0;
    let before = process.threadCpuUsage();
    let isDone = false;
    const measure = () => {
      const used = process.threadCpuUsage(before);
      longest = Math.max(longest, (used.user + used.system) / 1000);
      before = process.threadCpuUsage();
    };
    const beat = () => {
      measure();
      if (!isDone) setImmediate(beat);
    };
    setImmediate(beat);
    const [response, other] = await Promise.all([
      server.app.inject({
        method: method as 'POST',
        url: `/api/v1${path}`,
        headers: { ...HEADERS, ...headers },
        ...(payload !== undefined && { payload }),
      }),
      server.app.inject({ method: 'GET', url: '/api/v1/healthz' }),
    ]);
    measure();
    isDone = true;
    expect(other.statusCode, `beside ${what}`).toBe(200);
    const { statusCode: status, rawPayload, body: text } = response;
    return { what, status, ms: longest, bytes: rawPayload.length, text };
  }

  return {
    server,
    ada,
    send,
    project,
    task: `${project}/task/${taskId}`,
    orgId,
    projectId,
    taskId,
  };
}

export type Watched = Awaited<ReturnType<typeof openWatched>>;

/** In CPU time, which other programs do not lengthen much. On a quiet machine the longest takes about a quarter of it. */
const LONGEST_MS = 250;
/** No refusal repeats more of a request than this, but one that lists the changes of a task's contract (409). */
const LONGEST_REFUSAL = 40_000;

export function expectShort(stalls: readonly Stall[]): void {
  const found = stalls.map(({ what, status, ms, bytes }) => ({ what, status, ms, bytes }));
  const slow = found.filter(({ ms }) => ms > LONGEST_MS);
  const broken = found.filter(({ status }) => status >= 500);
  const long = found.filter(
    ({ status, bytes }) => status >= 400 && status !== 409 && bytes > LONGEST_REFUSAL,
  );
  expect({ slow, broken, long }).toEqual({ slow: [], broken: [], long: [] });
}

/** A body as it arrives over a connection: in pieces, between which others are served. */
export function inPieces(body: string, size = 65_536): Readable {
  const bytes = Buffer.from(body, 'latin1');
  return Readable.from(
    (async function* () {
      for (let at = 0; at < bytes.length; at += size) {
        yield bytes.subarray(at, at + size);
        await turn();
      }
    })(),
  );
}

export const many = <T>(count: number, of: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => of(n));
