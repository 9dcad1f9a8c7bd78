import { ProblemError } from '../../problem.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Conversations that may be started with one widget, and from one network. */
const NEW_PER_MINUTE = 120;
const NEW_PER_NETWORK_DAY = 100;
/** The limit of a network, as a multiple of one visitor's: a school or an office shares an address. */
const NETWORK_SHARES = 20;
/** Counters that are kept. When there are more, the oldest are forgotten. */
const COUNTERS_MAX = 50_000;

/**
 * Limits that clearing the browser's storage doesn't evade. They are counted by each process, like requests, and are
 * generous: they stop floods, not visitors.
 */
export interface VisitorLimits {
  /**
   * Counts a new visitor of a widget.
   * @returns whether it is the widget's first one in a minute, which is when to tidy up
   * @throws ProblemError 429
   */
  visitor(widgetId: string, network: string): boolean;
  /**
   * Counts a message.
   * @param daily the limit of one visitor
   * @throws ProblemError 429
   */
  message(widgetId: string, network: string, daily: number): void;
}

export function createVisitorLimits(now: () => number = Date.now): VisitorLimits {
  const counters = new Map<string, { count: number; until: number }>();

  /** @throws ProblemError 429 */
  function count(key: string, { max, ms, what }: { max: number; ms: number; what: string }) {
    const time = now();
    let counter = counters.get(key);
    if (!counter || counter.until <= time) {
      counters.delete(key);
      counter = { count: 0, until: time + ms };
      counters.set(key, counter);
      const [oldest] = counters.keys();
      if (counters.size > COUNTERS_MAX && oldest !== undefined) counters.delete(oldest);
    }
    if (counter.count >= max) throw tooMany(what, counter.until - time);
    counter.count += 1;
    return counter.count === 1;
  }

  return {
    visitor(widgetId, network) {
      const what = 'Too many new conversations. Please try again later.';
      count(`network ${widgetId} ${network}`, { max: NEW_PER_NETWORK_DAY, ms: DAY, what });
      return count(`widget ${widgetId}`, { max: NEW_PER_MINUTE, ms: MINUTE, what });
    },
    message(widgetId, network, daily) {
      const what = 'Too many messages from your network today. Please try again tomorrow.';
      count(`messages ${widgetId} ${network}`, { max: daily * NETWORK_SHARES, ms: DAY, what });
    },
  };
}

/** A 429 that says when to try again. */
export function tooMany(detail: string, ms: number): ProblemError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new ProblemError('rate_limited', detail, { headers: { 'retry-after': String(seconds) } });
}
