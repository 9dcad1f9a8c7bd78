import { useEffect, useRef } from 'react';
import type { Keys } from './chords.ts';
import { register } from './registry.ts';

type ShortcutOptions = {
  /** Its heading in the list under `?`. */
  group?: string;
  enabled?: boolean;
};

/**
 * Makes keys do something for as long as the component is there, and lists them under `?`.
 * @param keys `C`, `mod+Enter`, `G T`; plain keys do nothing while someone types
 */
export function useShortcut(
  keys: Keys,
  label: string,
  run: (event: KeyboardEvent) => void,
  { group = 'This page', enabled = true }: ShortcutOptions = {},
): void {
  const latest = useRef(run);

  useEffect(() => {
    latest.current = run;
  });

  useEffect(() => {
    if (!enabled) return;
    return register({ keys, label, group, run: (event) => latest.current(event) });
  }, [keys, label, group, enabled]);
}
