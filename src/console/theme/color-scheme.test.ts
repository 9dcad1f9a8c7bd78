import { describe, expect, it } from 'vitest';
import { themeManager } from './color-scheme.ts';

describe('the theme', () => {
  const manager = themeManager();

  it('is stored under the key theme, as light, dark or system', () => {
    manager.set('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    manager.set('auto');
    expect(localStorage.getItem('theme')).toBe('system');
    expect(manager.get('light')).toBe('auto');
  });

  it('is the default when nothing valid is stored', () => {
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
