/** A part of the budget that one reader holds, to be given back. */
export interface Reservation {
  /**
   * Gives back what is held, and waits for this many bytes instead; 0 only gives back. More than the whole budget counts
   * as the whole.
   * @throws the signal's reason if that aborts first
   */
  hold(bytes: number, signal?: AbortSignal): Promise<void>;
}

interface Waiting {
  owner: string;
  bytes: number;
  take: () => void;
}

/**
 * Memory that owners share, for example for all large files being fetched. First come, first served, except that an owner
 * gets at most half of the memory, unless a single file needs more.
 */
export class ByteBudget {
  readonly total: number;
  readonly #held = new Map<string, number>();
  readonly #line = new Set<Waiting>();
  #taken = 0;

  constructor(total: number) {
    this.total = total;
  }

  /** The bytes that are held at the moment. */
  get taken(): number {
    return this.#taken;
  }

  reservation(owner: string): Reservation {
    let held = 0;
    return {
      hold: async (bytes, signal) => {
        // Two readers that wait for more while they hold some would wait for each other.
        this.#count(owner, -held);
        held = 0;
        this.#serve();
        if (bytes === 0) return;
        const wanted = Math.min(bytes, this.total);
        await this.#wait(owner, wanted, signal);
        held = wanted;
      },
    };
  }

  async #wait(owner: string, bytes: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      this.#line.delete(waiting);
      reject(signal?.reason);
      // Those behind may need less.
      this.#serve();
    };
    const take = () => {
      signal?.removeEventListener('abort', leave);
      this.#line.delete(waiting);
      this.#count(owner, bytes);
      resolve();
    };
    const waiting = { owner, bytes, take };
    this.#line.add(waiting);
    signal?.addEventListener('abort', leave, { once: true });
    this.#serve();
    await promise;
  }

  #serve(): void {
    for (const { owner, bytes, take } of this.#line) {
      const own = this.#held.get(owner) ?? 0;
      if (own > 0 && own + bytes > this.total / 2) continue;
      // Nobody overtakes a large file, or it might wait for ever.
      if (this.#taken + bytes > this.total) return;
      take();
    }
  }

  #count(owner: string, by: number): void {
    this.#taken += by;
    const held = (this.#held.get(owner) ?? 0) + by;
    if (held === 0) this.#held.delete(owner);
    else this.#held.set(owner, held);
  }
}
