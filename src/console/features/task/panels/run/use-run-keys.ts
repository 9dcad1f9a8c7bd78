import { type KeyboardEvent as ReactKeyboardEvent, useEffect } from 'react';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { isLayerOpen } from '#console/ui/keyboard/page-keys.ts';
import { useLatest } from '#console/ui/use-latest.ts';

interface RunKeys {
  busy: boolean;
  onRun: () => void;
  onStop: () => void;
}

/**
 * ⌘Enter (Ctrl+Enter) runs; Escape stops a run, even while typing.
 * @returns props for the panel, needed because list inputs would handle Enter themselves
 */
export function useRunKeys({ busy, onRun, onStop }: RunKeys) {
  const latestStop = useLatest(onStop);

  useShortcut('mod+Enter', 'Run task', onRun, { group: 'Task' });

  // Not a regular shortcut: those with a plain key are ignored in fields, and Run is often pressed from one.
  useEffect(() => {
    if (!busy) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isLayerOpen()) return;
      event.preventDefault();
      latestStop.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [busy]);

  return {
    onKeyDownCapture: (event: ReactKeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      event.stopPropagation();
      onRun();
    },
  };
}
