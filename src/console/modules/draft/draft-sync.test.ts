import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDraftKeeper } from './draft-keeper.ts';
import { AUTOSAVE_MS, createDraftSync } from './draft-sync.ts';
import { DraftNotSaved, type SaveFailure } from './draft-types.ts';
import { fakeServer, fakeTabs, isNote, open, settle, type, withText } from './testing.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const stop of open.stops.splice(0)) stop();
  vi.useRealTimers();
});

describe('autosave', () => {
  it('saves once when typing pauses, with the ETag it read', async () => {
    const { server, sync, state } = open();
    for (const text of ['t', 'tw', 'two']) {
      type(sync, text);
      await settle(AUTOSAVE_MS - 1);
    }
    expect(server.writes).toEqual([]);
    expect(state().status).toBe('dirty');
    await settle(1);
    expect(server.writes).toEqual([{ text: 'two', etag: '"1"', restoredFrom: null }]);
    expect(state()).toMatchObject({ status: 'saved', base: { etag: '"2"' } });
    type(sync, 'three');
    await settle();
    expect(server.writes[1]).toMatchObject({ text: 'three', etag: '"2"' });
  });

  it('saves continuous typing every few seconds', async () => {
    const { server, sync } = open();
    for (let i = 0; i < 30; i++) {
      type(sync, `text ${i}`);
      await settle(400);
    }
    expect(server.writes.length).toBeGreaterThanOrEqual(2);
    expect(server.writes.length).toBeLessThanOrEqual(3);
  });

  it('sends one request at a time; later edits follow', async () => {
    const { server, sync, state } = open();
    let release = () => {};
    server.hold = new Promise((resolve) => {
      release = resolve;
    });
    type(sync, 'two');
    await settle();
    type(sync, 'three');
    await settle();
    type(sync, 'four');
    await settle();
    expect(server.writes.map((w) => w.text)).toEqual(['two']);
    server.hold = null;
    release();
    await settle();
    expect(server.writes.map((w) => w.text)).toEqual(['two', 'four']);
    expect(server.mostAtOnce).toBe(1);
    expect(state().status).toBe('saved');
  });

  it('does not write when nothing changed', async () => {
    const { server, sync } = open();
    sync.edit((definition) => definition);
    await settle();
    expect(server.writes).toEqual([]);
  });

  it('tells the other tabs', async () => {
    const { sync, tabs } = open();
    type(sync, 'two');
    await settle();
    expect(tabs.announceSaved).toHaveBeenCalledTimes(1);
  });

  it('sends the revision it was restored from, once', async () => {
    const { server, sync } = open();
    sync.restore(withText('old'), 3);
    await settle();
    type(sync, 'older');
    await settle();
    expect(server.writes.map((w) => w.restoredFrom)).toEqual([3, null]);
  });
});

describe('flush', () => {
  it('saves immediately and returns the ETag', async () => {
    const { server, sync } = open();
    type(sync, 'two');
    await expect(sync.flush()).resolves.toBe('"2"');
    expect(server.writes).toHaveLength(1);
    await expect(sync.flush()).resolves.toBe('"2"');
    expect(server.writes).toHaveLength(1);
  });

  it('waits for the request in flight and saves later edits', async () => {
    const { server, sync } = open();
    let release = () => {};
    server.hold = new Promise((resolve) => {
      release = resolve;
    });
    type(sync, 'two');
    await settle();
    type(sync, 'three');
    const flushed = sync.flush();
    server.hold = null;
    release();
    await expect(flushed).resolves.toBe('"3"');
    expect(server.draft.content.text).toBe('three');
  });

  it.each<SaveFailure>(['unreachable', 'busy', 'refused'])(
    'rejects when saving fails: %s',
    async (kind) => {
      const { server, sync } = open();
      server.failWith = kind;
      type(sync, 'two');
      await expect(sync.flush()).rejects.toBeInstanceOf(DraftNotSaved);
    },
  );

  it('rejects in a conflict', async () => {
    const { server, sync } = open();
    server.writeBySomeoneElse(withText('hers'));
    type(sync, 'mine');
    await expect(sync.flush()).rejects.toMatchObject({ status: 'conflict' });
  });
});

describe('without a response', () => {
  it('stores the edits, retries with growing delays, and reports offline', async () => {
    const { server, sync, keeper, state } = open();
    server.failWith = 'unreachable';
    type(sync, 'two');
    await settle();
    expect(state()).toMatchObject({ status: 'offline', storedLocally: true });
    expect(keeper.read()?.content.text).toBe('two');
    type(sync, 'three');
    await settle(300);
    expect(keeper.read()?.content.text).toBe('three');
    await settle(60_000);
    expect(server.writes.length).toBeLessThan(9);
    server.failWith = null;
    await settle(30_000);
    expect(state().status).toBe('saved');
    expect(server.draft.content.text).toBe('three');
    expect(keeper.read()).toBeNull();
  });

  it('saves immediately when the connection is back', async () => {
    const { server, sync, state } = open();
    server.failWith = 'unreachable';
    type(sync, 'two');
    await settle(20_000);
    server.failWith = null;
    window.dispatchEvent(new Event('online'));
    await settle(0);
    expect(state().status).toBe('saved');
  });

  it('recognises its own write when only the response was lost', async () => {
    const { server, sync, state } = open();
    server.loseResponse = true;
    type(sync, 'two');
    await settle();
    expect(state().status).toBe('offline');
    server.loseResponse = false;
    type(sync, 'three');
    await settle(2000);
    expect(state()).toMatchObject({ status: 'saved', conflict: null });
    expect(server.draft.content.text).toBe('three');
  });

  it("doesn't repeat a refused write until something changes", async () => {
    const { server, sync, state } = open();
    server.failWith = 'refused';
    type(sync, 'two');
    await settle(60_000);
    expect(server.writes).toHaveLength(1);
    expect(state().status).toBe('failed');
    server.failWith = null;
    type(sync, 'three');
    await settle();
    expect(state().status).toBe('saved');
  });

  it("reports when the device can't store the edits", async () => {
    const server = fakeServer();
    const full = {
      getItem: () => null,
      removeItem: () => {},
      setItem: () => {
        throw new Error('full');
      },
    };
    const tabs = fakeTabs();
    const keeper = createDraftKeeper(
      'task-draft:task_1',
      tabs.name,
      isNote,
      full as unknown as Storage,
    );
    const sync = createDraftSync({ draft: server.draft, server, keeper, tabs });
    open.stops.push(sync.start());
    type(sync, 'two');
    await settle(300);
    expect(sync.store.getState().storedLocally).toBe(false);
  });
});
