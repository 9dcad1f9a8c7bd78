import { Shares } from '#core/shares.ts';
import { causeOf } from './cause.ts';

/** The methods that use the connection; `transaction` uses it until the transaction ends. */
const METHODS: readonly (string | symbol)[] = ['query', 'exec', 'transaction'];
/** Yields to the event loop after this much database time, because a database without its own thread blocks it. */
const HOLD_MS = 10;

/**
 * The embedded database has one connection, and processes queries in order of arrival, so a thousand requests of one
 * caller would delay all others. This client lets callers take turns of one query or transaction each, and accepts new
 * requests in between.
 */
export function takingTurns<T extends object>(client: T): T {
  const turns = new Shares({ total: 1 });
  let heldMs = 0;

  async function inTurn(work: () => Promise<unknown>): Promise<unknown> {
    const turn = turns.seat(causeOf());
    await turn.take();
    const began = performance.now();
    try {
      return await work();
    } finally {
      heldMs += performance.now() - began;
      if (heldMs < HOLD_MS) turn.release();
      else setImmediate(turn.release);
      heldMs %= HOLD_MS;
    }
  }

  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target);
      if (!METHODS.includes(name)) return method;
      return (...args: unknown[]) => inTurn(() => method(...args));
    },
  });
}
