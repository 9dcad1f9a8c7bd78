import { useMediaQuery } from '@mantine/hooks';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';

export const sides = ['run', 'revisions', 'api', 'evaluate'] as const;
export type Side = (typeof sides)[number];

/** The visible pane, held in the URL. On wide screens the editor is always visible, and no tab means Run. */
export function usePaneTab() {
  const [tab, setTab] = useQueryParam('tab');
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const named = sides.find((side) => side === tab) ?? null;
  const side: Side = named ?? 'run';
  return {
    side,
    narrow,
    shown: named ?? (narrow ? ('edit' as const) : side),
    select: (next: Side | 'edit') => setTab(next === 'edit' ? null : next),
  };
}
