import { Kbd } from '@mantine/core';
import classes from './shortcut.module.css';

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

const names: Record<string, string> = isMac
  ? { mod: '⌘', shift: '⇧', alt: '⌥', Enter: '⏎', Escape: 'Esc' }
  : { mod: 'Ctrl', shift: 'Shift', alt: 'Alt', Enter: '⏎', Escape: 'Esc' };

/** How a key is written on this platform. */
export function keyName(key: string): string {
  return names[key] ?? key;
}

/** A chord within a sentence: `⌘⇧I`, or `Ctrl+Shift+I`. */
export function keysText(chord: string): string {
  return chord
    .split('+')
    .map(keyName)
    .join(isMac ? '' : '+');
}

/** Keys drawn as keycaps: `['mod', 'Enter']` → ⌘ ⏎. Hidden from screen readers, so not part of a control's name. */
export function Shortcut({ keys }: { keys: readonly string[] }) {
  return (
    <span className={classes.keys} aria-hidden>
      {keys.map((key) => (
        <Kbd key={key} className={classes.key}>
          {keyName(key)}
        </Kbd>
      ))}
    </span>
  );
}
