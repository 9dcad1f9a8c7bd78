import { GENERIC_MESSAGE, MESSAGES } from '#core/messages.ts';

/**
 * Says why the console cannot start. Without React: what failed may be what React would need.
 * @param root what the console would have stood in
 */
export function showStartFailure(root: HTMLElement, error: unknown): void {
  const settings = error instanceof Error && error.message === MESSAGES.app.environment;
  const title = document.createElement('h1');
  title.textContent = settings ? MESSAGES.app.environment : 'The console could not start';
  const text = document.createElement('p');
  text.textContent = settings
    ? "The server's settings for the console are incomplete. Its log names what is missing."
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
