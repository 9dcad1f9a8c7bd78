import { vi } from 'vitest';
import { createDraftKeeper } from './draft-keeper.ts';
import { AUTOSAVE_MS, createDraftSync, type DraftOptions, type DraftSync } from './draft-sync.ts';
import type { DraftTabs } from './draft-tabs.ts';
import type { SaveFailure, ServerDraft } from './draft-types.ts';

/** What the tests edit. */
export interface Note {
  text: string;
  title: string;
}

/** Shared by the draft's tests: a server, tabs, and a page that can crash. */
export const first: Note = { text: 'one', title: 'Note' };
export const withText = (text: string) => ({ ...first, text });
export const isNote = (value: unknown): value is Note =>
  typeof (value as Partial<Note> | null)?.text === 'string';

class Refusal extends Error {
  readonly kind: SaveFailure;
  constructor(kind: SaveFailure) {
    super(kind);
    this.kind = kind;
  }
}

/** A server with one draft. It responds unless `hold` is set, and can be made to fail. */
export function fakeServer() {
  let version = 1;
  const server = {
    draft: toDraft(first, version),
    writes: [] as { text: string; etag: string; restoredFrom: number | null }[],
    failWith: null as SaveFailure | null,
    /** The write succeeds but its response is lost. */
    loseResponse: false,
    hold: null as Promise<void> | null,
    running: 0,
    mostAtOnce: 0,
    writeBySomeoneElse(content: Note) {
      server.draft = toDraft(content, ++version);
    },
    async save(content: Note, etag: string, restoredFrom: number | null) {
      server.writes.push({ text: content.text, etag, restoredFrom });
      server.mostAtOnce = Math.max(server.mostAtOnce, ++server.running);
      try {
        await server.hold;
        if (server.failWith) throw new Refusal(server.failWith);
        if (etag !== server.draft.etag) throw new Refusal('stale');
        // A database may return the keys in another order.
        const reordered = Object.fromEntries(Object.entries(content).reverse());
        server.draft = toDraft(reordered as unknown as Note, ++version);
        if (server.loseResponse) throw new Refusal('unreachable');
        return server.draft;
      } finally {
        server.running--;
      }
    },
    load: async () => {
      if (server.failWith === 'unreachable') throw new Refusal('unreachable');
      return server.draft;
    },
    failure: (error: unknown): SaveFailure =>
      error instanceof Refusal ? error.kind : 'unreachable',
  };
  return server;
}

function toDraft(content: Note, version: number): ServerDraft<Note> {
  return {
    content,
    updated_by: { id: 'user_2', name: 'Grace' },
    updated_at: '2026-11-20T09:00:00Z',
    etag: `"${version}"`,
  };
}

export function fakeTabs(name = 'tab-a') {
  let on: Parameters<DraftTabs['open']>[0] | null = null;
  const live = new Set<string>();
  return {
    name,
    others: () => live,
    open: (handlers: Parameters<DraftTabs['open']>[0]) => {
      on = handlers;
    },
    announceSaved: vi.fn(),
    close: vi.fn(),
    live,
    hearSaved: () => on?.saved(),
  };
}

export function open(
  server = fakeServer(),
  tabs = fakeTabs(),
  draft = server.draft,
  merge?: DraftOptions<Note>['merge'],
) {
  const keeper = createDraftKeeper('task-draft:task_1', tabs.name, isNote);
  const sync = createDraftSync({ draft, server, keeper, tabs, merge });
  const stop = sync.start();
  open.stops.push(stop);
  return { server, tabs, keeper, sync, stop, state: () => sync.store.getState() };
}

export const type = (sync: DraftSync<Note>, text: string) =>
  sync.edit((content) => ({ ...content, text }));
export const settle = (ms = AUTOSAVE_MS) => vi.advanceTimersByTimeAsync(ms);

open.stops = [] as (() => void)[];
