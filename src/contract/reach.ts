/** The starts, and everything that can be reached from them. */
export function reach<T>(starts: Iterable<T>, next: (item: T) => Iterable<T>): Set<T> {
  const found = new Set(starts);
  // A set is walked in the order of insertion, including items that are added meanwhile.
  for (const item of found) for (const one of next(item)) found.add(one);
  return found;
}
