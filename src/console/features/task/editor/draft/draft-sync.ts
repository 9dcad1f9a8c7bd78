import { createStore, type StoreApi } from 'zustand/vanilla';
import { retryDelay } from '#console/api/http/retry-delay.ts';
import type { TaskDefinition, TaskDraft } from '#generated/model/index.ts';
import { fingerprint, same } from './canonical.ts';
import type { DraftKeeper, KeptDraft } from './draft-keeper.ts';
import type { DraftTabs } from './draft-tabs.ts';
import { DraftNotSaved, type DraftServer, type DraftState } from './draft-types.ts';
import { listenToPage } from './page-events.ts';

/** A draft is saved this long after the last keystroke. */
export const AUTOSAVE_MS = 600;

/** Someone who never stops typing is still saved this often. */
const LONGEST_WAIT_MS = 5000;
const KEEP_MS = 300;
/** How long other tabs have to say that they are alive before what they left behind is taken over. */
const ROLL_CALL_MS = 250;

export interface DraftOptions {
  draft: TaskDraft;
  server: DraftServer;
  keeper: DraftKeeper;
  tabs: DraftTabs;
}

/** One open draft: what is typed, saved in the background, never lost and never silently overwritten. */
export interface DraftSync {
  readonly store: StoreApi<DraftState>;
  /** Changes what is on the screen; saving follows by itself. */
  edit(change: (definition: TaskDefinition) => TaskDefinition): void;
  /** Puts a revision's definition on the screen. */
  restore(definition: TaskDefinition, revision: number): void;
  /**
   * Saves now.
   * @returns the ETag under which the server holds all that was typed before the call
   * @throws DraftNotSaved
   */
  flush(): Promise<string>;
  /** Asks the server whether someone else wrote. */
  check(): Promise<void>;
  /** Ends a conflict with the definition that a person chose. */
  resolve(definition: TaskDefinition): void;
  /** Tries again at once, for instance when the connection is back. */
  retry(): void;
  /** Begins to work; the returned function ends it, saving what is left in the background. */
  start(): () => void;
}

/** @returns a draft that does nothing until `start` */
export function createDraftSync({ draft, server, keeper, tabs }: DraftOptions): DraftSync {
  const store = createStore<DraftState>(() => ({
    definition: draft.definition,
    base: draft,
    status: 'saved',
    savedAt: null,
    failure: null,
    conflict: null,
    kept: true,
    recovered: false,
    otherTabs: 0,
    arrivals: 0,
  }));
  const get = store.getState;
  const set = store.setState;

  // Every edit counts up; what the server has acknowledged is a number too. Comparing them is instant,
  // where comparing two prompts of 50,000 characters on each key is not.
  let edits = 0;
  let acknowledged = 0;
  let restoredFrom: number | null = null;
  // Fingerprints of what was sent and never answered: any of it may have arrived.
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
    const { definition, base, conflict } = get();
    const kept = keeper.write({
      definition,
      base: conflict?.base ?? base.definition,
      // In a conflict the server's newer ETag must not be taken for the one that we built on.
      etag: conflict ? '' : base.etag,
      unanswered,
      restoredFrom,
      at: Date.now(),
    });
    if (kept !== get().kept) set({ kept });
  }

  function schedule(wait: number): void {
    clearTimeout(saveTimer);
    saveTimer = setTimeout(() => {
      saveTimer = undefined;
      void write();
    }, wait);
  }

  function change(definition: TaskDefinition): void {
    if (!isDirty()) dirtySince = Date.now();
    edits++;
    keepTimer ??= setTimeout(keepNow, KEEP_MS);
    const { conflict, status } = get();
    set({ definition, status: conflict ? 'conflict' : status === 'offline' ? status : 'dirty' });
    if (conflict) return;
    const left = dirtySince + LONGEST_WAIT_MS - Date.now();
    // While nothing answers, the retry's own clock decides; a new edit must not hammer the server.
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
    const { definition, base } = get();
    const edit = edits;
    const revision = restoredFrom;
    unanswered = [...unanswered.slice(-20), fingerprint(definition)];
    set({ status: 'saving' });
    keepNow();
    try {
      const reply = await server.save(definition, base.etag, revision);
      if (restoredFrom === revision) restoredFrom = null;
      accept(reply, edit);
      tabs.announceSaved();
    } catch (error) {
      await fail(error);
    }
  }

  /** The server holds what was on the screen at the given edit. */
  function accept(base: TaskDraft, edit: number): void {
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

  /** What to do with the server's draft when it is not the one that we know. */
  function meet(theirs: TaskDraft): void {
    const { base, definition, conflict, arrivals } = get();
    if (theirs.etag === base.etag) return;
    if (!isDirty()) {
      if (same(theirs.definition, definition)) set({ base: theirs });
      else set({ base: theirs, definition: theirs.definition, arrivals: arrivals + 1 });
      return;
    }
    if (same(theirs.definition, definition)) {
      accept(theirs, edits);
      return;
    }
    const ancestor = conflict?.base ?? base.definition;
    // Either nothing changed but the ETag, or it is our own write whose answer was lost.
    if (same(theirs.definition, ancestor) || unanswered.includes(fingerprint(theirs.definition))) {
      unanswered = [];
      set({ base: theirs, conflict: null, status: 'dirty' });
      schedule(0);
      return;
    }
    clearTimeout(saveTimer);
    saveTimer = undefined;
    const found = { base: ancestor, theirs };
    set({ conflict: found, base: theirs, status: 'conflict', failure: null });
    keepNow();
  }

  function recover(kept: KeptDraft): void {
    const { base } = get();
    if (same(kept.definition, base.definition)) {
      keeper.remove();
      return;
    }
    edits++;
    unanswered = kept.unanswered;
    restoredFrom = kept.restoredFrom;
    dirtySince = Date.now();
    set({ definition: kept.definition, recovered: true, status: 'dirty' });
    if (kept.etag === base.etag) {
      schedule(0);
      return;
    }
    // The server has moved on since: decide as if its newer draft had just arrived.
    set({ base: { ...base, definition: kept.base, etag: kept.etag } });
    meet(base);
  }

  async function check(): Promise<void> {
    if (inFlight) return;
    const edit = acknowledged;
    const theirs = await server.load().catch(() => null);
    // An answer that left before our own write came back says nothing.
    if (theirs && !inFlight && edit === acknowledged) meet(theirs);
  }

  function retry(): void {
    if (isDirty()) void write();
  }

  /** Keeps first, since a closing page may not get as far as saving. */
  function leaving(): void {
    keepNow();
    void write();
  }

  return {
    store,
    check,
    edit(changeDefinition) {
      const before = get().definition;
      const definition = changeDefinition(before);
      if (definition !== before) change(definition);
    },
    restore(definition, revision) {
      restoredFrom = revision;
      change(definition);
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
    resolve(definition) {
      const { conflict } = get();
      if (!conflict) return;
      edits++;
      set({ conflict: null, definition, status: 'dirty' });
      unanswered = [];
      if (same(definition, conflict.theirs.definition)) accept(conflict.theirs, edits);
      else schedule(0);
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
