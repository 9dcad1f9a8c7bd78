import { useEffect } from 'react';
import { isTyping } from '#console/ui/keyboard/page-keys.ts';
import { useLatest } from '#console/ui/use-latest.ts';

interface DrawerKeys {
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** J and K go to the next and previous run, Escape closes. Ignored while typing or when a menu is open. */
export function useDrawerKeys(keys: DrawerKeys): void {
  const latest = useLatest(keys);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      if (isTyping(event) || document.querySelector('[role="menu"], [aria-modal="true"]')) return;
      const act = actionFor(event.key, latest.current);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function actionFor(key: string, { onClose, onPrevious, onNext }: DrawerKeys) {
  if (key === 'Escape') return onClose;
  if (key === 'j') return onNext;
  return key === 'k' ? onPrevious : undefined;
}
