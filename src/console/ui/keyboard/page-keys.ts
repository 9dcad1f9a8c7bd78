const typing =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"]';
const dialogs = '[role="dialog"], [role="menu"], dialog[open]';
const layers = `${dialogs}, [role="listbox"]`;

/** Whether a key press belongs to a field in which someone is typing. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  return target instanceof Element && target.closest(typing) !== null;
}

/**
 * Whether a dialog or menu is open: single keys then don't act on the page behind it. Closed lists of
 * selects stay in the DOM, hidden.
 */
export function isLayerOpen(): boolean {
  return isOpen(layers);
}

/** The same without the lists of fields: a chord such as ⌘S is still meant for the page. */
export function isDialogOpen(): boolean {
  return isOpen(dialogs);
}

function isOpen(which: string): boolean {
  return [...document.querySelectorAll(which)].some((layer) => layer.checkVisibility());
}

/** A single key for the page: not typed into a field, no modifier, nothing floating above. */
export function isPageKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return false;
  return !isTyping(event) && !isLayerOpen();
}
