import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { themeManager } from './color-scheme.ts';

describe('the theme', () => {
  const manager = themeManager();

  it('is kept under the key theme, as light, dark or system', () => {
    manager.set('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    manager.set('auto');
    expect(localStorage.getItem('theme')).toBe('system');
    expect(manager.get('light')).toBe('auto');
  });

  it('is the default when nothing, or nonsense, is stored', () => {
    expect(manager.get('auto')).toBe('auto');
    localStorage.setItem('theme', 'purple');
    expect(manager.get('auto')).toBe('auto');
  });

  it('follows other tabs', () => {
    const seen: string[] = [];
    manager.subscribe((value) => seen.push(value));
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: 'light' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: null }));
    manager.unsubscribe();
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' }));
    expect(seen).toEqual(['dark', 'auto']);
  });
});

describe('before the first paint', () => {
  const script = readFileSync(join(import.meta.dirname, '../public/theme.js'), 'utf8');

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
