interface StoredStore {
  persist: { getOptions: () => { name?: string }; rehydrate: () => unknown };
}

/** Makes a stored state follow other tabs: what one of them finished or cleared must not be done again in another. */
export function followTabs({ persist }: StoredStore): void {
  globalThis.addEventListener('storage', ({ key }) => {
    if (key === persist.getOptions().name) void persist.rehydrate();
  });
}
