/** The elements that had focus, most recent last; focus returns to them when the current one disappears. */
let past: HTMLElement[] = [];
const maxLength = 8;

document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  past = [...past.filter((each) => each !== target), target].slice(-maxLength);
});

/** The focus history, most recent last. */
export function focusedBefore(): readonly HTMLElement[] {
  return past;
}

/** Whether nothing has focus because the focused element was removed. */
export function isFocusLost(): boolean {
  const hasNoFocus = document.activeElement === null || document.activeElement === document.body;
  return hasNoFocus && past.at(-1)?.isConnected === false;
}

/** Focuses the most recent of these elements that is still visible, unlike the items of a closed menu. */
export function restoreFocus(before: readonly HTMLElement[]): void {
  const target = before.findLast((each) => each.isConnected && each.checkVisibility());
  target?.focus({ preventScroll: true });
}

/**
 * Call it before a row is removed by its own button: focus moves to that button (`data-remove`) of the
 * next row, else of the previous one, else to the first button of the section.
 */
export function keepFocusInList(button: HTMLElement): void {
  const row = button.closest('li');
  const section = row?.closest('section, fieldset');
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  setTimeout(() => {
    const next = beside?.querySelector('[data-remove]') ?? section?.querySelector('button');
    if (next instanceof HTMLElement) next.focus();
  });
}
