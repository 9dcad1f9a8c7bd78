import { type Background, type Claimed, Stopped } from '#domain/system/background.ts';
import type { Where } from '#domain/table.ts';
import type { Store } from '../store.ts';

/** The rows that each page works on. */
const working = new WeakMap<Store, Set<string>>();

/** Works on open rows that this page is not working on yet, including those interrupted by a page load. */
export async function workOn<Row extends Claimed>(
  store: Store,
  background: Background<Row>,
): Promise<void> {
  const ids = working.get(store) ?? new Set();
  working.set(store, ids);
  for (const { id } of await background.table.list({ where: background.isOpen })) {
    if (ids.has(id)) continue;
    ids.add(id);
    void workOnRow(store, background, id).finally(() => ids.delete(id));
  }
}

async function workOnRow<Row extends Claimed>(
  store: Store,
  { table, isOpen, begun, work, fail }: Background<Row>,
  id: string,
): Promise<void> {
  const own = { id, worker_id: crypto.randomUUID() };
  const isStill = { ...isOpen, id } as Where<Row>;
  try {
    const [row] = await table.update(isStill, { ...begun, ...own } as Partial<Row>);
    if (row) await work(row, new AbortController().signal);
  } catch (error) {
    if (!(error instanceof Stopped)) await fail(own, error, console.error);
  }
  store.push();
}
