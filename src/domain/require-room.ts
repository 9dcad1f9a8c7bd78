import type { Shares } from '#core/shares.ts';
import { ProblemError } from './problem.ts';

/** What organisations share, in the plural. */
type Shared = 'chat connections' | 'runs' | 'streams' | 'exports' | 'large requests';

const RETRY = { headers: { 'retry-after': '5' } };

const IN_PROGRESS: Record<Shared, readonly [one: string, many: string]> = {
  'chat connections': ['chat connection', 'chat connections'],
  runs: ['run', 'runs'],
  streams: ['stream', 'streams'],
  exports: ['export', 'exports'],
  'large requests': ['large request', 'large requests'],
};

/**
 * Refuses more work for an organisation that has no room left in its share.
 * @throws ProblemError 429 when the organisation has used up its share, 503 when the others leave no room for it
 */
export function requireRoom(shares: Shares, orgId: string, what: Shared): void {
  if (shares.hasRoom(orgId)) return;
  const held = shares.heldBy(orgId);
  if (held === 0) throw tooBusy(what);
  const [one, many] = IN_PROGRESS[what];
  throw new ProblemError(
    'rate_limited',
    `This organisation has ${held.toLocaleString('en-US')} ${held === 1 ? one : many} in progress, which is its share of this server. Wait until some have ended, then try again.`,
    RETRY,
  );
}

export function tooBusy(what: Shared): ProblemError {
  return new ProblemError(
    'unavailable',
    `The server can't accept more ${what} right now. Try again in a moment.`,
    RETRY,
  );
}
