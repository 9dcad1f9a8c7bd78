import type {
  LeftBehindGroup,
  LeftBehindKind,
  RemovalChoices,
  RemovalPreview,
  StayingGroup,
  StayingKind,
} from '#generated/model/index.ts';
import { ROWS_MAX } from '../../audit/row-changes.ts';
import type { AccessChange } from '../../authorise.ts';
import type { Domain } from '../../domain.ts';
import type { Stores } from '../../stores.ts';
import { ENDING } from './ending.ts';
import { pagesOf, views } from './kind.ts';
import { type MadeBy, madeBy, type Place } from './place.ts';
import { ONLY_COUNTED, STAYING } from './staying.ts';

/** How many things of a kind are listed. */
const LISTED = 200;

/** What ends and what stays when these people are removed from a place. */
export async function leftBehind(
  stores: Stores,
  place: Place,
  userIds: readonly string[],
): Promise<RemovalPreview> {
  const by = await madeBy(stores, place, userIds);
  const ends: LeftBehindGroup[] = [];
  for (const kind of keysOf(ENDING)) ends.push(...(await grouped(stores, ENDING, kind, by)));
  const stays: StayingGroup[] = [];
  for (const kind of keysOf(STAYING)) stays.push(...(await grouped(stores, STAYING, kind, by)));
  return { ends, stays };
}

/** What ends at several places when a person's account is deleted. */
export async function endsAt(
  stores: Stores,
  places: readonly Place[],
  userId: string,
): Promise<LeftBehindGroup[]> {
  const groups = new Map<LeftBehindKind, LeftBehindGroup>();
  for (const place of places) {
    const by = await madeBy(stores, place, [userId]);
    for (const kind of keysOf(ENDING)) {
      for (const { count, items } of await grouped(stores, ENDING, kind, by)) {
        const before = groups.get(kind) ?? { kind, count: 0, items: [] };
        const all = [...before.items, ...items].slice(0, LISTED);
        groups.set(kind, { kind, count: before.count + count, items: all });
      }
    }
  }
  return keysOf(ENDING).flatMap((kind) => groups.get(kind) ?? []);
}

interface EndOptions {
  /** What stays nevertheless. */
  keep?: RemovalChoices | undefined;
  /** Only what was made since then. */
  since?: string;
}

/**
 * Ends everything by which people or programs could still come in because of these people: the one rule for removing,
 * leaving and deleting accounts. Each batch is a transaction, so that the embedded database isn't held for long, and small
 * enough for each thing to have its own entry in the audit log. It can stop anywhere and be repeated.
 */
export async function endLeftBehind(
  { stores, access }: Pick<Domain, 'stores' | 'access'>,
  place: Place,
  userIds: readonly string[],
  { keep = {}, since = '' }: EndOptions = {},
): Promise<void> {
  const by = await madeBy(stores, place, userIds);
  const kept = new Set(keep.ids);
  for (const kind of keysOf(ENDING)) {
    if (keep.kinds?.includes(kind)) continue;
    const ending = ENDING[kind];
    for await (const page of pagesOf(stores, ending, by, ROWS_MAX)) {
      const rows = page.filter(({ id, created_at }) => !kept.has(id) && created_at >= since);
      if (rows.length === 0) continue;
      const changes = await stores.transaction((all) => ending.end(all, rows, by));
      await announceAll(access, changes);
    }
  }
}

/**
 * Ends what these people leave behind, and then their access: in this order, so that nothing is left behind if the
 * process dies in between, and they are removed again.
 * @param removing takes away their roles
 */
export async function endBeforeAndAfter(
  domain: Pick<Domain, 'stores' | 'access'>,
  place: Place,
  userIds: readonly string[],
  { keep, removing }: { keep?: RemovalChoices | undefined; removing: () => Promise<void> },
): Promise<void> {
  const since = new Date().toISOString();
  await endLeftBehind(domain, place, userIds, { keep });
  await removing();
  // What they made in the meantime.
  await endLeftBehind(domain, place, userIds, { keep, since });
}

async function announceAll(
  access: Domain['access'],
  changes: readonly AccessChange[],
): Promise<void> {
  for (const change of changes) await access.announce(change);
}

/** All things of a kind; nothing if there are none. */
async function grouped<Kind extends LeftBehindKind | StayingKind>(
  stores: Stores,
  kinds: Readonly<Record<Kind, (typeof STAYING)[StayingKind]>>,
  kind: Kind,
  by: MadeBy,
): Promise<{ kind: Kind; count: number; items: LeftBehindGroup['items'] }[]> {
  const made = kinds[kind];
  if (by.userIds.length === 0 || by.projects.length === 0) return [];
  if ((ONLY_COUNTED as readonly string[]).includes(kind)) {
    const count = await made.table(stores).count(made.where(by));
    return count === 0 ? [] : [{ kind, count, items: [] }];
  }
  let count = 0;
  const items: LeftBehindGroup['items'] = [];
  for await (const rows of pagesOf(stores, made, by, LISTED)) {
    count += rows.length;
    const room = LISTED - items.length;
    if (room > 0) items.push(...(await views(stores, made, rows.slice(0, room), by)));
  }
  return count === 0 ? [] : [{ kind, count, items }];
}

function keysOf<Key extends string>(kinds: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(kinds) as Key[];
}
