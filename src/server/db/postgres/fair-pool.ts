import pg from 'pg';
import { type Seat, Shares } from '#core/shares.ts';
import { causeOf } from '../turns/cause.ts';

/** The number of connections that a single caller can't use, so that its slow queries leave some for others. */
const FOR_OTHERS = 2;

type FairPoolConfig = pg.PoolConfig & { max: number; connectionTimeoutMillis: number };
type Callback = Parameters<pg.Pool['connect']>[0];

/**
 * A pool whose callers take turns. `pg`'s own pool serves queries in order of arrival, so a thousand queries of one
 * caller would delay all others.
 */
export class FairPool extends pg.Pool {
  readonly #shares: Shares;
  readonly #seats = new Map<pg.PoolClient, Seat>();
  readonly #patienceMs: number;

  constructor(config: FairPoolConfig) {
    super(config);
    this.#patienceMs = config.connectionTimeoutMillis;
    const each = Math.max(1, config.max - FOR_OTHERS);
    this.#shares = new Shares({ total: config.max, each, freeForOne: 0 });
    this.on('release', (_error, client) => {
      this.#seats.get(client)?.release();
      this.#seats.delete(client);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): unknown {
    const connecting = this.#connectInTurn();
    if (!callback) return connecting;
    return connecting.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error) => callback(error, undefined, () => {}),
    );
  }

  async #connectInTurn(): Promise<pg.PoolClient> {
    const seat = this.#shares.seat(causeOf());
    if (!seat.tryTake()) await seat.take(AbortSignal.timeout(this.#patienceMs));
    try {
      const client = await super.connect();
      this.#seats.set(client, seat);
      return client;
    } catch (error) {
      seat.release();
      throw error;
    }
  }
}
