import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

const STORAGE_KEY = 'theme';

/** The value stored under `theme`: `light`, `dark` or `system`. Mantine calls the last one `auto`. */
const toMantine: Readonly<Record<string, MantineColorScheme>> = {
  light: 'light',
  dark: 'dark',
  system: 'auto',
};

/** Keeps the theme in local storage under the specified key; other tabs follow. */
export function themeManager(): MantineColorSchemeManager {
  let onStorage: ((event: StorageEvent) => void) | undefined;
  return {
    get: (fallback) => {
      try {
        return toMantine[localStorage.getItem(STORAGE_KEY) ?? ''] ?? fallback;
      } catch {
        return fallback;
      }
    },
    set: (value) => {
      try {
        localStorage.setItem(STORAGE_KEY, value === 'auto' ? 'system' : value);
      } catch {
        // Storage is blocked: the theme lasts until the page is closed.
      }
    },
    subscribe: (onUpdate) => {
      onStorage = (event) => {
        if (event.key === STORAGE_KEY) onUpdate(toMantine[event.newValue ?? ''] ?? 'auto');
      };
      window.addEventListener('storage', onStorage);
    },
    unsubscribe: () => {
      if (onStorage) window.removeEventListener('storage', onStorage);
    },
    clear: () => localStorage.removeItem(STORAGE_KEY),
  };
}
