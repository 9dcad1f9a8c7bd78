import { useState } from 'react';
import type { LeftBehindGroup, LeftBehindKind, RemovalChoices } from '#generated/model/index.ts';

/** How much of a group ends. */
export type Ends = 'all' | 'some' | 'none';

/** What stays of what someone leaves behind. At first nothing does. */
export interface Kept {
  endsOf(group: LeftBehindGroup): Ends;
  ends(group: LeftBehindGroup, id: string): boolean;
  toggleKind(group: LeftBehindGroup): void;
  toggle(group: LeftBehindGroup, id: string): void;
  /** For the request; undefined if everything ends. */
  choices: RemovalChoices | undefined;
}

export function useKept(): Kept {
  const [kinds, setKinds] = useState<ReadonlySet<LeftBehindKind>>(new Set());
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());

  const without = ({ items }: LeftBehindGroup) =>
    new Set([...ids].filter((id) => !items.some((item) => item.id === id)));
  const keepKind = (kind: LeftBehindKind, isKept: boolean) => {
    const next = new Set(kinds);
    if (isKept) next.add(kind);
    else next.delete(kind);
    setKinds(next);
  };

  return {
    endsOf({ kind, items }) {
      if (kinds.has(kind)) return 'none';
      return items.some(({ id }) => ids.has(id)) ? 'some' : 'all';
    },
    ends: ({ kind }, id) => !kinds.has(kind) && !ids.has(id),
    toggleKind(group) {
      keepKind(group.kind, !kinds.has(group.kind) && without(group).size === ids.size);
      setIds(without(group));
    },
    toggle(group, id) {
      const { kind, count, items } = group;
      const kept = new Set(
        items.filter((item) => kinds.has(kind) || ids.has(item.id)).map((item) => item.id),
      );
      if (!kept.delete(id)) kept.add(id);
      // Things that aren't listed stay only with their kind.
      const isKind = kept.size === count;
      keepKind(kind, isKind);
      setIds(new Set([...without(group), ...(isKind ? [] : kept)]));
    },
    choices:
      kinds.size + ids.size === 0
        ? undefined
        : {
            ...(kinds.size > 0 && { kinds: [...kinds] }),
            ...(ids.size > 0 && { ids: [...ids] }),
          },
  };
}
