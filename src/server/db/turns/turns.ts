import { Shares } from '#core/shares.ts';
import { causeOf } from './cause.ts';

/** Those that use the connection; `transaction` for as long as the transaction takes. */
const METHODS: readonly (string | symbol)[] = ['query', 'exec', 'transaction'];
/** After this much of the database's time, the event loop goes on: without a thread of its own, it holds that up. */
const HOLD_MS = 10;

/**
 * The embedded database has one connection, and takes queries in the order of their arrival, one right after the other:
 * a thousand requests of one caller would delay all others until all of theirs are done. This client gives callers
 * turns, of a query or a transaction each, and lets new requests arrive meanwhile.
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
