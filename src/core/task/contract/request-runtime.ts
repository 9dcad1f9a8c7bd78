import type * as z from 'zod';
import type { FieldError, Problem } from '#generated/model/index.ts';

/** The runtime shared by task and collection clients. It is copied to the end of each. */
// ---- the client ----

const RETRIED = [408, 429, 500, 502, 503, 504];
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Whether a retry may help. */
export function isRetried(status: number | undefined): boolean {
  return status !== undefined && RETRIED.includes(status);
}

/** Parses an error response; `problem` is missing if it isn't from this API. */
export async function readProblem(response: Response, schema: z.ZodType<Problem>) {
  const { status, headers } = response;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  const { data: problem } = schema.safeParse(await response.json().catch(() => undefined));
  const text = problem
    ? (problem.detail ?? problem.title)
    : `The server responded with ${status}, but the response isn't from this API.`;
  return { problem, text, status, retryAfter };
}

export function toFieldErrors(error: z.ZodError, at: string): FieldError[] {
  return error.issues.map(({ path, message }) => ({
    pointer:
      at + path.map((part) => `/${String(part).replace(/~/g, '~0').replace(/\//g, '~1')}`).join(''),
    message,
  }));
}

/** Waits for as long as the server asks; otherwise twice as long each time, with some jitter. */
export async function pause(
  seconds: number | undefined,
  attempt: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const own = FIRST_PAUSE_MS * 2 ** attempt * (0.75 + Math.random() / 2);
  const ms = Math.min(seconds === undefined ? own : seconds * 1000, LONGEST_PAUSE_MS);
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done);
  });
  signal?.throwIfAborted();
}
