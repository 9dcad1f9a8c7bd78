/** What a browser remembers of a visitor. */
export interface Saved {
  token: string;
  expires_at: string;
}

/** Storage may be full, blocked, or belong to a sandboxed page; then the conversation lives in this page only. */
export interface Storage {
  read(): Saved | undefined;
  write(saved: Saved | undefined): void;
  /** Whether the panel was open on the page before. */
  wasOpen(): boolean;
  setOpen(isOpen: boolean): void;
  /** Calls back when another tab has begun or continued the conversation. Returns the unsubscribe function. */
  follow(onChange: () => void): () => void;
  /** Tells the other tabs. */
  announce(): void;
}

/** @param isLasting false for a preview, which must not continue a visitor's conversation */
export function createStorage(key: string, isLasting = true): Storage {
  const name = `taskloom:${key}`;
  let memory: Saved | undefined;
  const channel =
    isLasting && typeof BroadcastChannel !== 'undefined'
      ? guarded(() => new BroadcastChannel(name))
      : undefined;

  return {
    read() {
      const text = isLasting ? guarded(() => localStorage.getItem(name)) : undefined;
      const saved = text ? guarded(() => JSON.parse(text) as Partial<Saved> | null) : undefined;
      const found =
        typeof saved?.token === 'string' && typeof saved.expires_at === 'string'
          ? { token: saved.token, expires_at: saved.expires_at }
          : memory;
      return found && Date.parse(found.expires_at) > Date.now() ? found : undefined;
    },
    write(saved) {
      memory = saved;
      if (!isLasting) return;
      guarded(() =>
        saved ? localStorage.setItem(name, JSON.stringify(saved)) : localStorage.removeItem(name),
      );
    },
    wasOpen: () => isLasting && guarded(() => sessionStorage.getItem(name)) === 'open',
    setOpen: (isOpen) =>
      void (isLasting && guarded(() => sessionStorage.setItem(name, isOpen ? 'open' : 'closed'))),
    follow(onChange) {
      channel?.addEventListener('message', onChange);
      return () => channel?.close();
    },
    announce: () => void guarded(() => channel?.postMessage('changed')),
  };
}

function guarded<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
