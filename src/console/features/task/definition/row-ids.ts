/**
 * Variables and fields have no id of their own, and their names change as they are typed. A row keeps
 * its identity through edits by handing its mark from the old object to the new one.
 */
const marks = new WeakMap<object, string>();
let next = 0;

/** The identity of a row: the same for as long as it is edited, another for any other row. */
export function rowId(row: object): string {
  const known = marks.get(row);
  if (known !== undefined) return known;
  const made = `row-${++next}`;
  marks.set(row, made);
  return made;
}

/** An edited copy of a row that is still the same row. A change to undefined removes the key. */
export function editRow<T extends object>(row: T, change: Partial<T>): T {
  const entries = Object.entries({ ...row, ...change }).filter(([, value]) => value !== undefined);
  const edited = Object.fromEntries(entries) as T;
  marks.set(edited, rowId(row));
  return edited;
}

/** A list with one item moved; the same list when there is nowhere to go. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const copy = [...list];
  if (from === to || to < 0 || to >= list.length) return copy;
  copy.splice(to, 0, ...copy.splice(from, 1));
  return copy;
}
