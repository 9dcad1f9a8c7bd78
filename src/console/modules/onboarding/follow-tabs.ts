interface StoredStore {
  persist: { getOptions: () => { name?: string }; rehydrate: () => unknown };
}

/** Syncs a stored state between tabs, so that something finished or cleared in one tab isn't done again in another. */
export function followTabs({ persist }: StoredStore): void {
  globalThis.addEventListener('storage', ({ key }) => {
    if (key === persist.getOptions().name) void persist.rehydrate();
  });
}
