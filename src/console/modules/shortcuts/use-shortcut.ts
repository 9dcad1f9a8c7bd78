import { useEffect, useRef } from 'react';
import type { Keys } from './chords.ts';
import { register } from './registry.ts';

type ShortcutOptions = {
  /** Its group in the shortcut list. */
  group?: string;
  enabled?: boolean;
  /** Whether the shortcut is ignored in text fields, where the browser's own meaning applies, as for undo. */
  leavesFields?: boolean;
};

/**
 * Registers a shortcut while the component is mounted, and lists it under `?`.
 * @param keys `C`, `mod+Enter`, `G T`; plain keys do nothing while typing
 */
export function useShortcut(
  keys: Keys,
  label: string,
  run: (event: KeyboardEvent) => void,
  { group = 'This page', enabled = true, leavesFields }: ShortcutOptions = {},
): void {
  const latest = useRef(run);

  useEffect(() => {
    latest.current = run;
  });

  useEffect(() => {
    if (!enabled) return;
    return register({ keys, label, group, run: (event) => latest.current(event), leavesFields });
  }, [keys, label, group, enabled, leavesFields]);
}
