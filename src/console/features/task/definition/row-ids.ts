/**
 * Variables and fields have no id, and their names change as the user types. A row keeps its identity by passing an id
 * from the old object to its edited copy.
 */
const marks = new WeakMap<object, string>();
let next = 0;

/** The id of a row: constant while the row is edited, unique among rows. */
export function rowId(row: object): string {
  const known = marks.get(row);
  if (known !== undefined) return known;
  const created = `row-${++next}`;
  marks.set(row, created);
  return created;
}

/** An edited copy that keeps the row's id. Setting a key to undefined removes it. */
export function editRow<T extends object>(row: T, change: Partial<T>): T {
  const entries = Object.entries({ ...row, ...change }).filter(([, value]) => value !== undefined);
  const edited = Object.fromEntries(entries) as T;
  marks.set(edited, rowId(row));
  return edited;
}

/** The list with one item moved; the same list when the item is already at the edge. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const copy = [...list];
  if (from === to || to < 0 || to >= list.length) return copy;
  copy.splice(to, 0, ...copy.splice(from, 1));
  return copy;
}
