import { isDialogOpen, isLayerOpen, isTyping } from '#console/ui/keyboard/page-keys.ts';

/** A chord: `mod+shift+I`, `C`, `?`; or two of them one after the other: `G T`. */
export type Keys = string;

/** Whether a pressed key is this chord. `mod` is ⌘ on a Mac and Ctrl elsewhere; both are taken. */
export function matchesChord(event: KeyboardEvent, chord: string): boolean {
  const parts = chord.split('+');
  const key = parts.at(-1) ?? '';
  const wants = (name: string) => parts.slice(0, -1).includes(name);
  if ((event.metaKey || event.ctrlKey) !== wants('mod')) return false;
  if (event.altKey !== wants('alt')) return false;
  // Which symbol Shift makes depends on the keyboard: only letters and named keys tell it apart.
  const isSymbol = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  if (!isSymbol && event.shiftKey !== wants('shift')) return false;
  return event.key.toLowerCase() === key.toLowerCase();
}

/** Whether a shortcut may act now: plain keys not while typing, nothing behind an open dialog or menu. */
export function mayAct(event: KeyboardEvent, keys: Keys): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  return keys.includes('mod+') ? !isDialogOpen() : !isLayerOpen() && !isTyping(event);
}

/** The single keys of a shortcut, to be shown: `mod+Enter` → mod, Enter. */
export function keyCaps(keys: Keys): string[] {
  return keys.split(/[+ ]/);
}
