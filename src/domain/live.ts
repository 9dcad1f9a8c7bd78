import { IS_SET, type Table, type Where } from './table.ts';

/** What is deleted and can still be restored. */
export interface Deletable {
  /** Null unless it is deleted. */
  deleted_at: string | null;
}

/** The condition on rows that are deleted. */
export const DELETED = IS_SET;

/**
 * A table without its deleted rows: they are neither found nor counted nor changed, so nobody has to remember to leave
 * them out. Only restoring and erasing use the whole table.
 */
export function liveOnly<Row extends Deletable>(table: Table<Row>): Table<Row> {
  const live = (where: Where<Row>) => ({ ...where, deleted_at: null }) as Where<Row>;
  return {
    ...table,
    find: (where) => table.find(live(where)),
    lock: (where) => table.lock(live(where)),
    list: (options) => table.list({ ...options, where: live(options.where) }),
    count: (where) => table.count(live(where)),
    update: (where, change) => table.update(live(where), change),
    change: (where, change) => table.change(live(where), change),
    delete: (where) => table.delete(live(where)),
  };
}
