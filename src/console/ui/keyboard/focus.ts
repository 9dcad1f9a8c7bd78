/** What had the focus, latest last: where it goes back to when what has it now is closed. */
let past: HTMLElement[] = [];
const kept = 8;

document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  past = [...past.filter((each) => each !== target), target].slice(-kept);
});

/** What had the focus until now, latest last. */
export function focusedBefore(): readonly HTMLElement[] {
  return past;
}

/** Whether nothing has the focus since what had it is gone from the page. */
export function isFocusLost(): boolean {
  const isNowhere = document.activeElement === null || document.activeElement === document.body;
  return isNowhere && past.at(-1)?.isConnected === false;
}

/** Gives the focus to the latest of these that is still to be seen. A menu's items, for one, are not. */
export function giveFocusBack(before: readonly HTMLElement[]): void {
  const there = before.findLast((each) => each.isConnected && each.checkVisibility());
  there?.focus({ preventScroll: true });
}

/**
 * Call it before a row goes whose own button takes it out of the list: the focus goes to that button
 * (`data-remove`) of the next row, else of the one before, else to the first button of the section.
 */
export function keepFocusInList(button: HTMLElement): void {
  const row = button.closest('li');
  const section = row?.closest('section');
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  setTimeout(() => {
    const next = beside?.querySelector('[data-remove]') ?? section?.querySelector('button');
    if (next instanceof HTMLElement) next.focus();
  });
}
