interface Limits {
  /** How many slots there are. */
  total: number;
  /** How many of them one owner may hold at most. */
  each?: number;
  /**
   * The number of free slots required per slot that an owner holds, before it gets another; 0 for slots that are held
   * only briefly.
   */
  freeForOne?: number;
}

/** An owner's claim to one slot, which it may give up and take again. */
export interface Seat {
  readonly isHeld: boolean;
  /** Takes a slot if the owner's turn is now. Returns whether it is held. */
  tryTake(): boolean;
  /**
   * Takes a slot, or waits in line for one.
   * @throws the signal's reason if that aborts first
   */
  take(signal?: AbortSignal): Promise<void>;
  /** Takes a slot whatever the limits, for what can no longer be refused. */
  insist(): void;
  /** Gives the slot up. Does nothing if it isn't held. */
  release(): void;
}

/** An owner gets another slot only while it holds fewer than the free slots divided by this. */
const FREE_FOR_ONE = 3;

/**
 * Slots that owners share, for example the runs of all organisations. An owner holds at most a third as many as are
 * free, so that some are left for owners that hold none: one owner can take a quarter of all slots, two of them a
 * fifth each. Waiting owners are served in turn.
 */
export class Shares {
  readonly #total: number;
  readonly #each: number;
  readonly #freeForOne: number;
  readonly #held = new Map<string, number>();
  /** Owners that may hold fewer slots than `each`. */
  readonly #most = new Map<string, number>();
  /** Those who wait, by owner; the owner that was served least recently comes first. */
  readonly #lines = new Map<string, Set<() => void>>();
  #taken = 0;
  /** The owner of the slot that was taken last. */
  #latest: string | undefined;

  constructor({ total, each = total, freeForOne = FREE_FOR_ONE }: Limits) {
    this.#total = total;
    this.#each = each;
    this.#freeForOne = freeForOne;
  }

  /** The number of free slots required per slot that an owner holds, before it gets another. */
  get freeForOne(): number {
    return this.#freeForOne;
  }

  /** How many of them one owner may hold at most. */
  get each(): number {
    return this.#each;
  }

  get free(): number {
    return Math.max(0, this.#total - this.#taken);
  }

  /** How many slots each owner holds. Owners without slots are left out. */
  get held(): ReadonlyMap<string, number> {
    return this.#held;
  }

  heldBy(owner: string): number {
    return this.#held.get(owner) ?? 0;
  }

  /** Whether the owner would get a slot now. */
  hasRoom(owner: string): boolean {
    const held = this.heldBy(owner);
    return held < (this.#most.get(owner) ?? this.#each) && held * this.#freeForOne < this.free;
  }

  /**
   * Limits an owner to fewer slots, until it neither holds nor waits for any. Slots that it already holds aren't
   * revoked.
   */
  limit(owner: string, most: number): void {
    if (most < this.#each) this.#most.set(owner, most);
    else this.#most.delete(owner);
    this.#serve();
  }

  seat(owner: string): Seat {
    let isHeld = false;
    let waiting: Promise<void> | undefined;
    const hold = () => {
      if (isHeld) return;
      isHeld = true;
      this.#count(owner, 1);
    };
    const tryTake = () => {
      if (this.hasRoom(owner)) hold();
      return isHeld;
    };
    return {
      get isHeld() {
        return isHeld;
      },
      tryTake,
      take: async (signal) => {
        signal?.throwIfAborted();
        if (tryTake()) return;
        waiting ??= this.#wait(owner, hold, signal).finally(() => {
          waiting = undefined;
        });
        await waiting;
      },
      insist: hold,
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#count(owner, -1);
        this.#serve();
      },
    };
  }

  #wait(owner: string, hold: () => void, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const line = this.#lines.get(owner) ?? new Set();
    this.#lines.set(owner, line);
    const leave = () => {
      line.delete(turn);
      if (line.size === 0) this.#lines.delete(owner);
      reject(signal?.reason);
    };
    const turn = () => {
      signal?.removeEventListener('abort', leave);
      hold();
      resolve();
    };
    line.add(turn);
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }

  /** Gives free slots to those who wait. */
  #serve(): void {
    while (this.free > 0) {
      const next = this.#next();
      if (!next) return;
      const [owner, line] = next;
      const [turn] = line;
      if (turn) line.delete(turn);
      if (line.size === 0) this.#lines.delete(owner);
      turn?.();
    }
  }

  #next(): [owner: string, line: Set<() => void>] | undefined {
    const latest = this.#latest;
    for (const next of this.#lines) if (next[0] !== latest && this.hasRoom(next[0])) return next;
    const line = latest === undefined ? undefined : this.#lines.get(latest);
    return latest !== undefined && line && this.hasRoom(latest) ? [latest, line] : undefined;
  }

  /** Moves an owner to the end of the line: all others, even those who join later, come before its next turn. */
  #tookLast(owner: string): void {
    this.#latest = owner;
    const line = this.#lines.get(owner);
    if (!line) return;
    this.#lines.delete(owner);
    this.#lines.set(owner, line);
  }

  #count(owner: string, by: 1 | -1): void {
    this.#taken += by;
    if (by === 1) this.#tookLast(owner);
    const held = this.heldBy(owner) + by;
    if (held === 0) {
      this.#held.delete(owner);
      if (!this.#lines.has(owner)) this.#most.delete(owner);
    } else this.#held.set(owner, held);
  }
}

/**
 * Interleaves items by owner: the first of each, then the second of each, and so on, so that no owner delays the
 * others.
 */
export function inTurns<T>(items: readonly T[], ownerOf: (item: T) => string): T[] {
  const counts = new Map<string, number>();
  const placed = items.map((item) => {
    const owner = ownerOf(item);
    const place = counts.get(owner) ?? 0;
    counts.set(owner, place + 1);
    return { item, place };
  });
  return placed.sort((a, b) => a.place - b.place).map(({ item }) => item);
}
