// Runs before the first paint and before the console's code has loaded. A separate file, because the content
// security policy allows no inline scripts.

// The theme, so that a dark page never flashes white.
(() => {
  let theme = 'system';
  try {
    theme = localStorage.getItem('theme') || 'system';
  } catch {
    // Storage is blocked: the system decides.
  }
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const dark = theme === 'dark' || (theme !== 'light' && prefersDark);
  const root = document.documentElement;
  root.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  root.style.colorScheme = dark ? 'dark' : 'light';
})();

// The session check, started while the code loads; `api/session.ts` picks up the result.
(() => {
  const settings = document.getElementById('client-settings');
  if (!settings || location.pathname.startsWith('/auth/')) return;
  const { identity_url, auth_method } = JSON.parse(settings.textContent);
  const query = auth_method === 'jwt' ? '?tokenize_as=taskloom' : '';
  const base = identity_url.replace(/\/+$/, '');
  const url = new URL(`${base}/sessions/whoami${query}`, location.origin).href;
  const init = {
    credentials: 'include',
    headers: { accept: 'application/json' },
    cache: 'no-store',
  };
  globalThis.earlySession = { url, response: fetch(url, init).catch(() => null) };
})();
