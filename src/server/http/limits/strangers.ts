/** A socket that has not authenticated yet. */
interface Stranger {
  /** Ends its connection. */
  end(): void;
}

/**
 * Sockets that have not authenticated yet. When there are too many of one network, or on this node, the one that has
 * waited longest gives way to the next: clients authenticate at once, so those that are silent keep nobody out.
 */
export class Strangers {
  readonly #total: number;
  readonly #each: number;
  readonly #networks = new Map<string, Set<Stranger>>();
  #count = 0;

  constructor({ total, each }: { total: number; each: number }) {
    this.#total = total;
    this.#each = each;
  }

  get count(): number {
    return this.#count;
  }

  /** Returns what to call when it has authenticated, or is closed. */
  add(network: string, stranger: Stranger): () => void {
    const own = this.#networks.get(network);
    if (own && own.size >= this.#each) this.#endOldest(network, own);
    else if (this.#count >= this.#total) this.#endOldest(...this.#largest());
    const waiting = this.#networks.get(network) ?? new Set();
    this.#networks.set(network, waiting.add(stranger));
    this.#count += 1;
    return () => this.#remove(network, stranger);
  }

  #endOldest(network: string, waiting: ReadonlySet<Stranger>): void {
    const [oldest] = waiting;
    if (!oldest) return;
    this.#remove(network, oldest);
    oldest.end();
  }

  #largest(): [network: string, waiting: ReadonlySet<Stranger>] {
    let largest: [string, ReadonlySet<Stranger>] = ['', new Set()];
    for (const entry of this.#networks) if (entry[1].size > largest[1].size) largest = entry;
    return largest;
  }

  #remove(network: string, stranger: Stranger): void {
    const waiting = this.#networks.get(network);
    if (!waiting?.delete(stranger)) return;
    this.#count -= 1;
    if (waiting.size === 0) this.#networks.delete(network);
  }
}
