import type { KeyboardEvent } from 'react';

/**
 * Moves the focus between a search field and the buttons below it: the arrow keys by one, around the ends; Home and End
 * to the first and last button. Typing on a button goes on in the field.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const [field, ...buttons] = event.currentTarget.querySelectorAll<HTMLElement>('input, button');
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const { key } = event;
  if (at !== -1 && ((key.length === 1 && key !== ' ') || key === 'Backspace')) {
    // The browser types into what has the focus once the event is over.
    field?.focus();
    return;
  }
  const stops = [...buttons, field];
  const to =
    key === 'ArrowDown'
      ? at + 1
      : key === 'ArrowUp'
        ? at - 1
        : key === 'Home' && at !== -1
          ? 0
          : key === 'End' && at !== -1
            ? buttons.length - 1
            : undefined;
  if (to === undefined) return;
  event.preventDefault();
  // From the field (-1), ArrowUp goes to the last button (-2), and from the first button (0) to the field (-1).
  stops.at(to)?.focus();
}
