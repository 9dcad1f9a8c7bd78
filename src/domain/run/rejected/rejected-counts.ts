import { sha256 } from '#core/sha256.ts';
import type { RejectedCalls, Rejection } from './rejection.ts';

interface Group extends Rejection {
  calls: number;
  first_at: string;
  last_at: string;
  last_request_id: string;
}

/** The maximum number of groups per caller and day. Further calls are grouped by code only. */
export const GROUPS_MAX = 100;
/**
 * The maximum number of remembered groups of all callers. Beyond it, all are forgotten, and callers can get new groups.
 */
const KNOWN_MAX = 20_000;
/** The maximum number of groups waiting to be saved, so that saving blocks nothing. Calls beyond it aren't counted. */
const WAITING_MAX = 2000;

/** Counts rejected calls in memory until they are saved. */
export class RejectedCounts {
  #waiting = new Map<string, Group>();
  /** The groups of each caller today, so that invented names can't fill the table. */
  #known = new Map<string, Set<string>>();
  #knownGroups = 0;
  #day = '';
  #saving: Promise<unknown> = Promise.resolve();

  /** The number of groups waiting to be saved. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Counts a call. Takes microseconds, because there may be thousands of rejected calls per second. */
  add(rejection: Rejection, requestId: string, at = new Date().toISOString()): void {
    const day = at.slice(0, 10);
    if (day !== this.#day) this.#forget(day);
    const key = keyOf(rejection, day);
    const isRoom = this.#hasRoom(rejection, key);
    const counted = isRoom ? rejection : withoutDetails(rejection);
    this.#count(isRoom ? key : keyOf(counted, day), {
      ...counted,
      calls: 1,
      first_at: at,
      last_at: at,
      last_request_id: requestId,
    });
  }

  /**
   * Saves the counts. Saves are serialised, so once this resolves, earlier ones have completed too. Counts that
   * couldn't be written are kept for the next save.
   * @throws the errors of `write`
   */
  save(write: (rows: readonly RejectedCalls[]) => Promise<void>): Promise<void> {
    const saved = this.#saving.then(() => this.#saveNow(write));
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  async #saveNow(write: (rows: readonly RejectedCalls[]) => Promise<void>): Promise<void> {
    if (this.size === 0) return;
    const rows = await this.take();
    try {
      await write(rows);
    } catch (error) {
      this.restore(rows);
      throw error;
    }
  }

  /** Takes the counts since the last save, with the IDs of their rows. */
  async take(): Promise<RejectedCalls[]> {
    const taken = [...this.#waiting];
    this.#waiting = new Map();
    return Promise.all(
      // A group has the same ID on every node, so that the counts add up.
      taken.map(async ([key, group]) => ({
        id: `rejected_${(await sha256(key)).slice(0, 26)}`,
        ...group,
      })),
    );
  }

  /** Puts back counts that couldn't be saved. */
  restore(rows: readonly RejectedCalls[]): void {
    for (const { id: _, ...group } of rows) {
      this.#count(keyOf(group, group.first_at.slice(0, 10)), group);
    }
  }

  #count(key: string, group: Group): void {
    const waiting = this.#waiting.get(key);
    if (waiting) add(waiting, group);
    else if (this.#waiting.size < WAITING_MAX) this.#waiting.set(key, { ...group });
  }

  #hasRoom({ project_id, caller_id }: Rejection, key: string): boolean {
    const caller = `${project_id} ${caller_id}`;
    let groups = this.#known.get(caller);
    if (groups?.has(key)) return true;
    if (groups && groups.size >= GROUPS_MAX) return false;
    if (!groups) {
      groups = new Set();
      this.#known.set(caller, groups);
    }
    groups.add(key);
    this.#knownGroups += 1;
    if (this.#knownGroups > KNOWN_MAX) this.#forget(this.#day);
    return true;
  }

  #forget(day: string): void {
    this.#day = day;
    this.#known = new Map();
    this.#knownGroups = 0;
  }
}

function add(to: Group, more: Group): void {
  to.calls += more.calls;
  if (more.first_at < to.first_at) to.first_at = more.first_at;
  if (more.last_at < to.last_at) return;
  to.last_at = more.last_at;
  to.last_request_id = more.last_request_id;
  to.caller_name = more.caller_name;
}

function withoutDetails(rejection: Rejection): Rejection {
  return { ...rejection, task_id: null, target: null, revision: null, pointers: [] };
}

function keyOf(
  { project_id, caller_id, source, task_id, target, revision, code, pointers }: Rejection,
  day: string,
): string {
  return JSON.stringify([
    day,
    project_id,
    caller_id,
    source,
    task_id,
    target,
    revision,
    code,
    pointers,
  ]);
}
