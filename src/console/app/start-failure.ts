import { GENERIC_MESSAGE, MESSAGES } from '#core/messages.ts';

/**
 * Explains why the console could not start. Without React, since that may be what failed to load.
 * @param root the element that the console would have been rendered into
 */
export function showStartFailure(root: HTMLElement, error: unknown): void {
  const settings = error instanceof Error && error.message === MESSAGES.app.environment;
  const title = document.createElement('h1');
  title.textContent = settings ? MESSAGES.app.environment : "The console couldn't start";
  const text = document.createElement('p');
  text.textContent = settings
    ? "The server's settings for the console are incomplete. Its log lists what is missing."
    : GENERIC_MESSAGE;
  const retry = document.createElement('button');
  retry.textContent = 'Reload';
  retry.addEventListener('click', () => globalThis.location.reload());
  const box = document.createElement('main');
  box.className = 'tl-start-failure';
  box.append(title, text, retry);
  root.replaceChildren(box);
  console.error(error);
}
