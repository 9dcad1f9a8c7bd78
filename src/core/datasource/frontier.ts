import { shapeOf } from './page-url.ts';

/** The maximum numbers of waiting and of remembered URLs. */
const URLS_MAX = 100_000;
/** After this many pages of one shape, further ones are visited last. */
const SHAPE_FIRST = 20;
/** The maximum number of pages of a shape in which two or more parts vary: calendars and filters are endless. */
const SHAPE_MAX = 100;

export interface Waiting {
  url: string;
  /** The number of links between the start page and this one. */
  depth: number;
}

/**
 * The pages that a crawl has found but not visited yet. Each is returned once. Pages with similar URLs, such as the
 * months of a calendar, come last.
 */
export class Frontier {
  readonly #found = new Set<string>();
  readonly #shapes = new Map<string, number>();
  readonly #first = new Queue<Waiting>();
  readonly #later = new Queue<Waiting>();
  /** Whether pages were dropped because there were too many of one shape or in total. */
  isLimited = false;

  /** @param isVouched whether the sitemap lists the page, so that it can't be part of a crawler trap */
  add(waiting: Waiting, isVouched = false): void {
    if (this.#found.size >= URLS_MAX) {
      this.isLimited = true;
      return;
    }
    if (!this.claim(waiting.url)) return;
    const lane = isVouched ? this.#first : this.#laneOf(waiting.url);
    if (lane) lane.push(waiting);
    else this.isLimited = true;
  }

  /** Marks a page as found. Returns false if it already was. */
  claim(url: string): boolean {
    const name = nameOf(url);
    if (this.#found.has(name)) return false;
    this.#found.add(name);
    return true;
  }

  next(): Waiting | undefined {
    return this.#first.shift() ?? this.#later.shift();
  }

  /** All waiting pages. */
  *[Symbol.iterator](): Generator<Waiting> {
    yield* this.#first;
    yield* this.#later;
  }

  #laneOf(url: string): Queue<Waiting> | undefined {
    const { shape, freedom } = shapeOf(url);
    if (freedom === 0) return this.#first;
    const count = (this.#shapes.get(shape) ?? 0) + 1;
    this.#shapes.set(shape, count);
    if (count <= SHAPE_FIRST) return this.#first;
    return freedom > 1 && count > SHAPE_MAX ? undefined : this.#later;
  }
}

/** Whether two URLs are variants of the same page's: they differ only in protocol, `www.` or the trailing slash. */
export function isSamePage(a: string, b: string): boolean {
  return nameOf(a) === nameOf(b);
}

function nameOf(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/(?=\?|$)/, '');
}

class Queue<T> {
  #items: T[] = [];
  #head = 0;

  push(item: T): void {
    this.#items.push(item);
  }

  shift(): T | undefined {
    if (this.#head >= this.#items.length) return undefined;
    const item = this.#items[this.#head];
    this.#head += 1;
    if (this.#head > 1000 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#items.slice(this.#head)[Symbol.iterator]();
  }
}
