import type { TaskDefinition } from '#generated/model/index.ts';

/**
 * A value as text that does not depend on the order of keys: a database may hand an object back with
 * its keys in another order, and an absent key means the same as one that is undefined.
 */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Whether two values mean the same. */
export function same(a: unknown, b: unknown): boolean {
  return a === b || canonical(a) === canonical(b);
}

/** A short mark of a definition, to know it again without keeping it (53 bits; not for secrets). */
export function fingerprint(definition: TaskDefinition): string {
  const text = canonical(definition);
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return `${text.length}-${(4294967296 * (2097151 & low) + (high >>> 0)).toString(36)}`;
}
