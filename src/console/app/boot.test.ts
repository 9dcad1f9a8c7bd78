import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';

const script = readFileSync(join(import.meta.dirname, '../public/boot.js'), 'utf8');

describe('before the first paint', () => {
  function paint(stored: string | null, systemDark: boolean): string | undefined {
    if (stored !== null) localStorage.setItem('theme', stored);
    vi.stubGlobal('matchMedia', () => ({ matches: systemDark }));
    new Function(script)();
    return document.documentElement.dataset.mantineColorScheme;
  }

  afterEach(() => {
    vi.unstubAllGlobals();
    delete document.documentElement.dataset.mantineColorScheme;
  });

  it.each([
    [null, true, 'dark'],
    [null, false, 'light'],
    ['system', true, 'dark'],
    ['light', true, 'light'],
    ['dark', false, 'dark'],
  ])('stored %s, system dark %s: %s', (stored, systemDark, expected) => {
    expect(paint(stored, systemDark)).toBe(expected);
  });
});

describe('while the code is loading', () => {
  function boot(settings: object | null) {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    const fetch = vi.fn(async () => new Response('{}'));
    vi.stubGlobal('fetch', fetch);
    if (settings) {
      document.body.innerHTML = `<script type="application/json" id="client-settings">${JSON.stringify(settings)}</script>`;
    }
    new Function(script)();
    return fetch;
  }

  afterEach(() => {
    vi.unstubAllGlobals();
    document.body.innerHTML = '';
    globalThis.earlySession = undefined;
  });

  it('checks the session with the method in the settings', () => {
    const jwt = boot({ identity_url: '/identity', auth_method: 'jwt' });
    const url = 'http://localhost:3000/identity/sessions/whoami?tokenize_as=taskloom';
    expect(jwt).toHaveBeenCalledWith(url, expect.objectContaining({ credentials: 'include' }));
    expect(globalThis.earlySession?.url).toBe(url);
    const cookie = boot({ identity_url: 'https://ory.example.com/', auth_method: 'cookie' });
    expect(cookie).toHaveBeenCalledWith(
      'https://ory.example.com/sessions/whoami',
      expect.anything(),
    );
  });

  it('sends no request without settings', () => {
    expect(boot(null)).not.toHaveBeenCalled();
  });
});
