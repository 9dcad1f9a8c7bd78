import type { Attempt } from '#domain/identity/context.ts';
import { tooManyRequests } from '#domain/identity/errors.ts';
import { ATTEMPTS_WAITING } from '#domain/identity/limits.ts';

export interface WaitingRoom {
  /**
   * Returns after the delay. A waiting call holds only a timer.
   * @throws IdentityError 429 if too many are waiting; attempts with more failures go first. Fresh ones are never refused
   */
  wait(attempt: Attempt): Promise<void>;
}

interface Waiter extends Attempt {
  refuse(): void;
  /** Ends its wait early. */
  release(): void;
}

const RETRY_SECONDS = 5;

/** Attempts that are slowed down wait here. The number of waiting requests is bounded in every direction. */
export function createWaitingRoom(limits = ATTEMPTS_WAITING): WaitingRoom {
  const waiters = new Set<Waiter>();
  /** In the order in which they came. */
  const fresh = new Set<Waiter>();
  /** When the next turn at an account is. */
  const turns = new Map<string, number>();

  /** Makes room for a newcomer, if need be at the expense of an attempt with more failures. */
  function admit({ account, network, failures }: Attempt): void {
    const all = [...waiters];
    const mine = all.filter((waiter) => waiter.account === account);
    const near = all.filter((waiter) => waiter.network === network);
    const crowds: [Waiter[], number][] = [
      [mine.filter((waiter) => waiter.network === network), limits.pair],
      [mine, limits.account],
      [near, limits.network],
      [all, limits.all],
    ];
    for (const [crowd, most] of crowds) {
      const present = crowd.filter((waiter) => waiters.has(waiter));
      if (present.length < most) continue;
      const worst = present.reduce((a, b) => (b.failures > a.failures ? b : a));
      if (worst.failures <= failures) throw tooManyRequests(RETRY_SECONDS);
      worst.refuse();
    }
  }

  /** Milliseconds until this attempt's turn. */
  function untilTurn({ account, turn: pause }: Attempt): number {
    const now = Date.now();
    const turn = Math.max(now, turns.get(account) ?? 0);
    turns.set(account, turn + pause);
    for (const [other, next] of turns) if (next <= now) turns.delete(other);
    return turn - now;
  }

  function stay(attempt: Attempt, delay: number, room: Set<Waiter>): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const leave = (settle: () => void) => {
        clearTimeout(timer);
        stopListening();
        room.delete(waiter);
        settle();
      };
      const refuse = () => leave(() => reject(tooManyRequests(RETRY_SECONDS)));
      const release = () => leave(resolve);
      const waiter: Waiter = { ...attempt, refuse, release };
      const timer = setTimeout(release, delay);
      const stopListening = attempt.onGone(refuse);
      room.add(waiter);
    });
  }

  return {
    async wait(attempt) {
      const { delay, isFresh, turn } = attempt;
      if (isFresh) {
        if (delay <= 0) return;
        const [longest] = fresh;
        if (fresh.size >= limits.fresh) longest?.release();
        return stay(attempt, delay, fresh);
      }
      if (turn <= 0 && delay <= 0) return;
      admit(attempt);
      return stay(attempt, turn > 0 ? Math.max(delay, untilTurn(attempt)) : delay, waiters);
    },
  };
}
