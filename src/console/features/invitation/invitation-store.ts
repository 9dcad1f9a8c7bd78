const KEY = 'invitation';

/**
 * The token of the invitation that someone is about to accept. It is kept in the browser, because signing up leads
 * through other pages, and possibly through another tab, and removed from the address bar and its history.
 */
export function takeToken(): string | null {
  const given = new URLSearchParams(globalThis.location.hash.slice(1)).get('token');
  if (given === null) return localStorage.getItem(KEY);
  localStorage.setItem(KEY, given);
  globalThis.history.replaceState(globalThis.history.state, '', globalThis.location.pathname);
  return given;
}

/** The invitation was accepted or declined, or no longer works. */
export function forgetToken(): void {
  localStorage.removeItem(KEY);
}
