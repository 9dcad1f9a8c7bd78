import { tooManyRequests } from '#domain/identity/errors.ts';
import { ATTEMPTS_WAITING } from '#domain/identity/limits.ts';

/** An attempt that has to wait. */
export interface Attempt {
  account: string;
  network: string;
  /** Earlier failures for this account from this network. */
  failures: number;
  /** Milliseconds. */
  delay: number;
  /** Calls back when the client has gone. Returns a function that stops listening. */
  onGone(leave: () => void): () => void;
}

export interface WaitingRoom {
  /**
   * Returns after the delay. A waiting call holds only a timer.
   * @throws IdentityError 429 if too many are waiting; attempts with more failures go first
   */
  wait(attempt: Attempt): Promise<void>;
}

interface Waiter extends Attempt {
  refuse(): void;
}

const RETRY_SECONDS = 5;

/** Attempts that are slowed down wait here. The number of waiting requests is bounded in every direction. */
export function createWaitingRoom(limits = ATTEMPTS_WAITING): WaitingRoom {
  const waiters = new Set<Waiter>();

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

  return {
    async wait(attempt) {
      if (attempt.delay <= 0) return;
      admit(attempt);
      await new Promise<void>((resolve, reject) => {
        const leave = (settle: () => void) => {
          clearTimeout(timer);
          stopListening();
          waiters.delete(waiter);
          settle();
        };
        const refuse = () => leave(() => reject(tooManyRequests(RETRY_SECONDS)));
        const waiter: Waiter = { ...attempt, refuse };
        const timer = setTimeout(() => leave(resolve), attempt.delay);
        const stopListening = attempt.onGone(refuse);
        waiters.add(waiter);
      });
    },
  };
}
