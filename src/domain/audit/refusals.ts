import { newId } from '#core/ids.ts';
import type { AuditStore } from './audit.store.ts';
import type { AuditEntryRow } from './audit.tables.ts';
import type { Refusal } from './refusal.ts';

interface Counted {
  row: AuditEntryRow;
  /** `new`: its row doesn't exist yet. `counted`: its row has an older count. */
  state: 'new' | 'counted' | 'saved';
}

const HOUR_MS = 3_600_000;
/** How many things an actor gets entries for within an hour. Attempts at others are counted by action only. */
export const TARGETS_MAX = 50;
/** How many entries are remembered. Beyond it, all are forgotten, and get new ones. */
const KNOWN_MAX = 5000;
/** How many rows are written at once. Saving blocks the embedded database. */
const BATCH = 200;

/** Counts refused attempts in memory: those of the same actor at the same thing are one entry an hour. */
export class Refusals {
  #known = new Map<string, Counted>();
  #targets = new Map<string, number>();
  #saving: Promise<unknown> = Promise.resolve();

  add(refusal: Refusal, now = Date.now()): void {
    const { org_id, actor_id } = refusal;
    const at = new Date(now).toISOString();
    const known = this.#known.get(keyOf(refusal));
    if (known && now - Date.parse(known.row.created_at) < HOUR_MS) {
      known.row = { ...known.row, count: known.row.count + 1, last_at: at };
      if (known.state === 'saved') known.state = 'counted';
      return;
    }
    const actor = `${org_id} ${actor_id}`;
    const targets = this.#targets.get(actor) ?? 0;
    if (targets >= TARGETS_MAX && refusal.target_id !== null) {
      this.add({ ...refusal, target_id: null }, now);
      return;
    }
    if (this.#known.size >= KNOWN_MAX) this.#forget((counted) => counted.state === 'saved');
    if (this.#known.size >= KNOWN_MAX) return;
    this.#targets.set(actor, targets + 1);
    const row = {
      ...refusal,
      id: newId('audit'),
      changes: [],
      count: 1,
      created_at: at,
      last_at: at,
    };
    this.#known.set(keyOf(refusal), { row, state: 'new' });
  }

  /** Saves what is new. Saves are serialised. What couldn't be saved is tried again next time. */
  save({ entries }: Pick<AuditStore, 'entries'>, now = Date.now()): Promise<void> {
    const saved = this.#saving.then(() => this.#saveNow(entries, now));
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  async #saveNow(entries: AuditStore['entries'], now: number): Promise<void> {
    const unsaved = [...this.#known.values()].filter(({ state }) => state !== 'saved');
    const made = unsaved.filter(({ state }) => state === 'new');
    for (let i = 0; i < made.length; i += BATCH) {
      const some = made.slice(i, i + BATCH);
      const rows = some.map(({ row }) => row);
      await entries.insert(rows);
      for (const [index, one] of some.entries()) settle(one, rows[index]);
    }
    for (const one of unsaved.filter(({ state }) => state === 'counted')) {
      const { row } = one;
      await entries.change({ id: row.id }, { count: row.count, last_at: row.last_at });
      settle(one, row);
    }
    this.#forget(
      ({ state, row }) => state === 'saved' && now - Date.parse(row.created_at) >= HOUR_MS,
    );
  }

  #forget(isOver: (counted: Counted) => boolean): void {
    for (const [key, counted] of this.#known) {
      if (!isOver(counted)) continue;
      this.#known.delete(key);
      const actor = `${counted.row.org_id} ${counted.row.actor_id}`;
      const targets = (this.#targets.get(actor) ?? 0) - 1;
      if (targets > 0) this.#targets.set(actor, targets);
      else this.#targets.delete(actor);
    }
  }
}

/** Unless it was counted again while it was saved. */
function settle(one: Counted, saved: AuditEntryRow | undefined): void {
  one.state = one.row === saved ? 'saved' : 'counted';
}

function keyOf({ org_id, actor_id, action, target_id, project_id, reason }: Refusal): string {
  return JSON.stringify([org_id, actor_id, action, target_id, project_id, reason]);
}
