import { createStore, type StoreApi } from 'zustand/vanilla';
import { retryDelay } from '#console/api/http/retry-delay.ts';
import { fingerprint, same } from './canonical.ts';
import type { DraftKeeper, StoredDraft } from './draft-keeper.ts';
import type { DraftTabs } from './draft-tabs.ts';
import {
  DraftNotSaved,
  type DraftServer,
  type DraftState,
  type ServerDraft,
} from './draft-types.ts';
import { listenToPage } from './page-events.ts';

/** How long after the last keystroke a draft is saved. */
export const AUTOSAVE_MS = 600;

/** Continuous typing is still saved this often. */
const LONGEST_WAIT_MS = 5000;
const KEEP_MS = 300;
/** How long other tabs have to respond before edits they left behind are adopted. */
const ROLL_CALL_MS = 250;

export interface DraftOptions<T> {
  draft: ServerDraft<T>;
  server: DraftServer<T>;
  keeper: DraftKeeper<T>;
  tabs: DraftTabs;
  /**
   * Merges two versions that changed different things. Null if both changed the same: then, and without this function,
   * the user has to decide.
   */
  merge?: ((base: T, mine: T, theirs: T) => T | null) | undefined;
}

/** An open draft, saved in the background. Edits are never lost and never silently overwritten. */
export interface DraftSync<T> {
  readonly store: StoreApi<DraftState<T>>;
  /** Changes the draft on screen; saving follows automatically. */
  edit(change: (content: T) => T): void;
  /** Replaces the draft with the content of a revision. */
  restore(content: T, revision: number): void;
  /**
   * Saves now.
   * @returns the ETag of a server draft that includes all edits made before the call
   * @throws DraftNotSaved
   */
  flush(): Promise<string>;
  /** Checks whether someone else changed the draft. */
  check(): Promise<void>;
  /**
   * Fetches the draft after the server changed it on behalf of this page, so that it isn't treated as someone else's
   * change.
   */
  refresh(): Promise<void>;
  /** Resolves a conflict with the chosen content. */
  resolve(content: T): void;
  /** Discards unsaved edits, after they have been saved elsewhere. */
  discard(): void;
  /** Retries immediately, for instance when the connection is back. */
  retry(): void;
  /** Starts syncing; the returned function stops it and saves what is left in the background. */
  start(): () => void;
}

/** @returns a draft that does nothing until `start` is called */
export function createDraftSync<T>({
  draft,
  server,
  keeper,
  tabs,
  merge,
}: DraftOptions<T>): DraftSync<T> {
  const store = createStore<DraftState<T>>(() => ({
    content: draft.content,
    base: draft,
    status: 'saved',
    savedAt: null,
    failure: null,
    conflict: null,
    storedLocally: true,
    recovered: false,
    otherTabs: 0,
    arrivals: 0,
  }));
  const get = store.getState;
  const set = store.setState;

  // Every edit increments a counter, and the server's acknowledged state is a counter value too. Comparing numbers is
  // instant; comparing two prompts of 50,000 characters on each key press isn't.
  let edits = 0;
  let acknowledged = 0;
  let restoredFrom: number | null = null;
  // Fingerprints of writes that were sent but never acknowledged: any of them may have arrived.
  let unanswered: string[] = [];
  let inFlight: Promise<void> | null = null;
  let failures = 0;
  let dirtySince = 0;
  let working = false;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  let keepTimer: ReturnType<typeof setTimeout> | undefined;

  const isDirty = () => edits > acknowledged;

  function keepNow(): void {
    clearTimeout(keepTimer);
    keepTimer = undefined;
    if (!isDirty()) {
      keeper.remove();
      return;
    }
    const { content, base, conflict } = get();
    const storedLocally = keeper.write({
      content,
      base: conflict?.base ?? base.content,
      // During a conflict, the server's newer ETag isn't the one our edits are based on.
      etag: conflict ? '' : base.etag,
      unanswered,
      restoredFrom,
      at: Date.now(),
    });
    if (storedLocally !== get().storedLocally) set({ storedLocally });
  }

  function schedule(wait: number): void {
    clearTimeout(saveTimer);
    saveTimer = setTimeout(() => {
      saveTimer = undefined;
      void write();
    }, wait);
  }

  function change(content: T): void {
    if (!isDirty()) dirtySince = Date.now();
    edits++;
    keepTimer ??= setTimeout(keepNow, KEEP_MS);
    const { conflict, status } = get();
    set({ content, status: conflict ? 'conflict' : status === 'offline' ? status : 'dirty' });
    if (conflict) return;
    const left = dirtySince + LONGEST_WAIT_MS - Date.now();
    // While the server is unreachable, only the retry timer sends: new edits must not hammer the server.
    if (status !== 'offline') schedule(Math.max(0, Math.min(AUTOSAVE_MS, left)));
  }

  async function write(): Promise<void> {
    if (inFlight) return inFlight;
    if (!isDirty() || get().conflict) return;
    clearTimeout(saveTimer);
    saveTimer = undefined;
    inFlight = send().finally(() => {
      inFlight = null;
      const { status } = get();
      if (isDirty() && status === 'dirty' && saveTimer === undefined) schedule(0);
    });
    return inFlight;
  }

  async function send(): Promise<void> {
    const { content, base } = get();
    const edit = edits;
    const revision = restoredFrom;
    unanswered = [...unanswered.slice(-20), fingerprint(content)];
    set({ status: 'saving' });
    keepNow();
    try {
      const reply = await server.save(content, base.etag, revision);
      if (restoredFrom === revision) restoredFrom = null;
      accept(reply, edit);
      tabs.announceSaved();
    } catch (error) {
      await fail(error);
    }
  }

  /** Records that the server holds the draft as of the given edit. */
  function accept(base: ServerDraft<T>, edit: number): void {
    acknowledged = edit;
    unanswered = [];
    failures = 0;
    dirtySince = Date.now();
    set({
      base,
      conflict: null,
      failure: null,
      savedAt: Date.now(),
      status: isDirty() ? 'dirty' : 'saved',
    });
    keepNow();
  }

  async function fail(error: unknown): Promise<void> {
    const kind = server.failure(error);
    if (kind !== 'unreachable') unanswered = unanswered.slice(0, -1);
    if (kind === 'stale') {
      const theirs = await server.load().catch(() => null);
      if (theirs && theirs.etag !== get().base.etag) {
        meet(theirs);
        return;
      }
    }
    set({ failure: error, status: kind === 'unreachable' ? 'offline' : 'failed' });
    if (kind !== 'refused' && working) schedule(retryDelay(failures++));
  }

  /**
   * Decides what to do with a server draft that differs from the last known one.
   * @param isNews whether someone else changed it
   */
  function meet(theirs: ServerDraft<T>, isNews = true): void {
    const { base, content, conflict, arrivals: before } = get();
    const arrivals = isNews ? before + 1 : before;
    if (theirs.etag === base.etag) return;
    if (!isDirty()) {
      if (same(theirs.content, content)) set({ base: theirs });
      else set({ base: theirs, content: theirs.content, arrivals });
      return;
    }
    if (same(theirs.content, content)) {
      accept(theirs, edits);
      return;
    }
    const ancestor = conflict?.base ?? base.content;
    // Either only the ETag changed, or this is our own write whose response was lost.
    if (same(theirs.content, ancestor) || unanswered.includes(fingerprint(theirs.content))) {
      unanswered = [];
      set({ base: theirs, conflict: null, status: 'dirty' });
      schedule(0);
      return;
    }
    const merged = conflict ? null : (merge?.(ancestor, content, theirs.content) ?? null);
    if (merged !== null) {
      unanswered = [];
      edits++;
      set({ base: theirs, content: merged, status: 'dirty', arrivals });
      schedule(0);
      return;
    }
    clearTimeout(saveTimer);
    saveTimer = undefined;
    const found = { base: ancestor, theirs };
    set({ conflict: found, base: theirs, status: 'conflict', failure: null });
    keepNow();
  }

  function recover(stored: StoredDraft<T>): void {
    const { base } = get();
    if (same(stored.content, base.content)) {
      keeper.remove();
      return;
    }
    edits++;
    unanswered = stored.unanswered;
    restoredFrom = stored.restoredFrom;
    dirtySince = Date.now();
    set({ content: stored.content, recovered: true, status: 'dirty' });
    if (stored.etag === base.etag) {
      schedule(0);
      return;
    }
    // The server's draft changed again: decide as if this newer draft had just arrived.
    set({ base: { ...base, content: stored.base, etag: stored.etag } });
    meet(base);
  }

  async function check(): Promise<void> {
    if (inFlight) return;
    const edit = acknowledged;
    const theirs = await server.load().catch(() => null);
    // A response sent before our own write was acknowledged is outdated.
    if (theirs && !inFlight && edit === acknowledged) meet(theirs);
  }

  async function refresh(): Promise<void> {
    while (inFlight) await inFlight;
    const edit = acknowledged;
    const theirs = await server.load();
    if (!inFlight && edit === acknowledged) meet(theirs, false);
  }

  function retry(): void {
    if (isDirty()) void write();
  }

  /** Stores locally first, because a closing page may not get to save. */
  function leaving(): void {
    keepNow();
    void write();
  }

  return {
    store,
    check,
    refresh,
    edit(changeContent) {
      const before = get().content;
      const content = changeContent(before);
      if (content !== before) change(content);
    },
    restore(content, revision) {
      restoredFrom = revision;
      change(content);
    },
    async flush() {
      const wanted = edits;
      while (acknowledged < wanted) {
        if (inFlight) await inFlight;
        else await write();
        const { status, failure } = get();
        if (acknowledged < wanted && status !== 'dirty' && status !== 'saving')
          throw new DraftNotSaved(status, failure);
      }
      return get().base.etag;
    },
    resolve(content) {
      const { conflict } = get();
      if (!conflict) return;
      edits++;
      set({ conflict: null, content, status: 'dirty' });
      unanswered = [];
      if (same(content, conflict.theirs.content)) accept(conflict.theirs, edits);
      else schedule(0);
    },
    discard() {
      acknowledged = edits;
      unanswered = [];
      clearTimeout(saveTimer);
      saveTimer = undefined;
      set({ status: 'saved', failure: null, conflict: null });
      keepNow();
    },
    retry,
    start() {
      working = true;
      tabs.open({
        saved: () => void check(),
        changed: (otherTabs) => set({ otherTabs }),
      });
      const own = keeper.read();
      if (own && !isDirty()) recover(own);
      const rollCall = setTimeout(() => {
        const left = isDirty() ? null : keeper.adopt(tabs.others());
        if (left) recover(left);
      }, ROLL_CALL_MS);
      const stopListening = listenToPage({ leaving, back: () => void check(), retry });
      return () => {
        working = false;
        stopListening();
        clearTimeout(rollCall);
        tabs.close();
        leaving();
      };
    },
  };
}
