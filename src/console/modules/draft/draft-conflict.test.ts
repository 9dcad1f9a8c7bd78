import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AUTOSAVE_MS } from './draft-sync.ts';
import type { ServerDraft } from './draft-types.ts';
import { fakeServer, fakeTabs, first, type Note, open, settle, type, withText } from './testing.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const stop of open.stops.splice(0)) stop();
  vi.useRealTimers();
});

describe('someone else changed the draft', () => {
  it('uses their draft when nothing was changed here', async () => {
    const { server, sync, state } = open();
    server.writeBySomeoneElse(withText('hers'));
    await sync.check();
    expect(state()).toMatchObject({ status: 'saved', conflict: null, arrivals: 1 });
    expect(state().content.text).toBe('hers');
  });

  it('reports a conflict with both versions and their base, and writes nothing', async () => {
    const { server, sync, state } = open();
    server.writeBySomeoneElse(withText('hers'));
    type(sync, 'mine');
    await settle(60_000);
    expect(state().status).toBe('conflict');
    expect(state().conflict?.base.text).toBe('one');
    expect(state().conflict?.theirs.content.text).toBe('hers');
    expect(state().content.text).toBe('mine');
    type(sync, 'mine too');
    await settle(60_000);
    expect(server.draft.content.text).toBe('hers');
    expect(server.writes).toHaveLength(1);
  });

  it('is no conflict when both made the same change', async () => {
    const { server, sync, state } = open();
    server.writeBySomeoneElse(withText('same'));
    type(sync, 'same');
    await settle();
    expect(state()).toMatchObject({ status: 'saved', conflict: null });
  });

  it('is no conflict when only the ETag changed', async () => {
    const { server, sync, state } = open();
    server.writeBySomeoneElse(first);
    type(sync, 'two');
    await settle();
    await settle(1);
    expect(state().status).toBe('saved');
    expect(server.draft.content.text).toBe('two');
  });

  it('writes the chosen version over theirs', async () => {
    const { server, sync, state } = open();
    server.writeBySomeoneElse(withText('hers'));
    type(sync, 'mine');
    await settle();
    sync.resolve(withText('both'));
    await settle();
    expect(state()).toMatchObject({ status: 'saved', conflict: null });
    expect(server.draft.content.text).toBe('both');
  });

  it('writes nothing when theirs is chosen', async () => {
    const { server, sync, state, keeper } = open();
    server.writeBySomeoneElse(withText('hers'));
    type(sync, 'mine');
    await settle();
    const writes = server.writes.length;
    sync.resolve(withText('hers'));
    await settle();
    expect(server.writes).toHaveLength(writes);
    expect(state()).toMatchObject({ status: 'saved' });
    expect(keeper.read()).toBeNull();
  });

  it('reports another conflict when they changed it again meanwhile', async () => {
    const { server, sync, state } = open();
    server.writeBySomeoneElse(withText('hers'));
    type(sync, 'mine');
    await settle();
    server.writeBySomeoneElse(withText('hers again'));
    sync.resolve(withText('both'));
    await settle();
    expect(state().status).toBe('conflict');
    expect(state().content.text).toBe('both');
    expect(server.draft.content.text).toBe('hers again');
  });

  it('notices changes from another tab immediately', async () => {
    const { server, sync, tabs, state } = open();
    type(sync, 'mine');
    server.writeBySomeoneElse(withText('other tab'));
    tabs.hearSaved();
    await settle(0);
    expect(state().status).toBe('conflict');
    expect(server.writes).toEqual([]);
  });

  it('ignores a response that is older than its own write', async () => {
    const { server, sync, state } = open();
    const old = server.draft;
    let respond = (_draft: ServerDraft<Note>) => {};
    vi.spyOn(server, 'load').mockReturnValueOnce(
      new Promise((resolve) => {
        respond = resolve;
      }),
    );
    const check = sync.check();
    type(sync, 'two');
    await settle();
    respond(old);
    await check;
    expect(state().content.text).toBe('two');
  });
});

describe('the server changed the draft', () => {
  /** Merges if only one side changed the text. */
  const merge = (base: Note, mine: Note, theirs: Note): Note | null =>
    mine.text === base.text ? { ...theirs, title: mine.title } : null;

  it('at the request of this page: it is shown, and is no news', async () => {
    const { server, sync, state } = open();
    server.writeBySomeoneElse(withText('written'));
    await sync.refresh();
    expect(state()).toMatchObject({ status: 'saved', conflict: null, arrivals: 0 });
    expect(state().content.text).toBe('written');
  });

  it('in another place than this page, which merges both and saves the result', async () => {
    const { server, sync, state } = open(fakeServer(), fakeTabs(), undefined, merge);
    sync.edit((note) => ({ ...note, title: 'Mine' }));
    server.writeBySomeoneElse(withText('written'));
    await sync.refresh();
    expect(state()).toMatchObject({ conflict: null, content: { text: 'written', title: 'Mine' } });
    await settle();
    expect(server.draft.content).toEqual({ text: 'written', title: 'Mine' });
  });

  it('in the same place: the person decides, and nothing is overwritten', async () => {
    const { server, sync, state } = open(fakeServer(), fakeTabs(), undefined, merge);
    type(sync, 'mine');
    server.writeBySomeoneElse(withText('written'));
    await sync.refresh();
    expect(state()).toMatchObject({ status: 'conflict', content: { text: 'mine' } });
    await settle(60_000);
    expect(server.draft.content.text).toBe('written');
  });
});

describe('after a reload or a crash', () => {
  /** A page that crashes: its timers never run again and no close event fires. */
  async function crashAfter(text: string, server = fakeServer()) {
    const page = open(server);
    server.failWith = 'unreachable';
    type(page.sync, text);
    await settle(AUTOSAVE_MS);
    vi.clearAllTimers();
    open.stops.length = 0;
    server.failWith = null;
    return server;
  }

  it('restores unsaved edits and saves them', async () => {
    const server = await crashAfter('typed');
    const { state } = open(server);
    expect(state().content.text).toBe('typed');
    expect(state().recovered).toBe(true);
    await settle();
    expect(server.draft.content.text).toBe('typed');
    expect(state().status).toBe('saved');
  });

  it('stores edits when the page closes, even before any timer fires', () => {
    const { sync, keeper } = open();
    type(sync, 'typed');
    window.dispatchEvent(new Event('pagehide'));
    expect(keeper.read()?.content.text).toBe('typed');
  });

  it('reports a conflict when someone else changed the draft meanwhile', async () => {
    const server = await crashAfter('typed');
    server.writeBySomeoneElse(withText('hers'));
    const { state } = open(server);
    expect(state().status).toBe('conflict');
    expect(state().conflict?.base.text).toBe('one');
    expect(state().content.text).toBe('typed');
  });

  it('still reports a conflict that was open before', async () => {
    const server = fakeServer();
    const page = open(server);
    server.writeBySomeoneElse(withText('hers'));
    type(page.sync, 'mine');
    await settle();
    window.dispatchEvent(new Event('pagehide'));
    vi.clearAllTimers();
    const { state } = open(server);
    expect(state().conflict).toMatchObject({ base: { text: 'one' } });
    expect(state().content.text).toBe('mine');
    expect(server.draft.content.text).toBe('hers');
  });

  it('reports nothing when the last write had arrived after all', async () => {
    const server = fakeServer();
    const page = open(server);
    server.loseResponse = true;
    type(page.sync, 'typed');
    await settle();
    vi.clearAllTimers();
    server.loseResponse = false;
    const { state, keeper } = open(server);
    expect(state()).toMatchObject({ status: 'saved', recovered: false });
    expect(keeper.read()).toBeNull();
  });

  it('adopts edits of a closed tab, but not those of an open one', async () => {
    const server = await crashAfter('typed');
    const tabs = fakeTabs('tab-c');
    tabs.live.add('tab-a');
    const beside = open(server, tabs);
    await settle(1000);
    expect(beside.state().recovered).toBe(false);
    const alone = open(server, fakeTabs('tab-d'));
    await settle(250);
    expect(alone.state()).toMatchObject({ recovered: true });
    expect(alone.state().content.text).toBe('typed');
  });

  it('survives corrupt storage', () => {
    localStorage.setItem('task-draft:task_1:tab-a', '{"content":{"text":1}}');
    expect(open().state()).toMatchObject({ status: 'saved', recovered: false });
  });
});

describe('leaving', () => {
  it('saves the rest in the background and stops retrying', async () => {
    const { server, sync, stop } = open();
    type(sync, 'two');
    stop();
    await settle(0);
    expect(server.draft.content.text).toBe('two');
    server.failWith = 'unreachable';
    const second = open(server);
    type(second.sync, 'three');
    second.stop();
    await settle(60_000);
    expect(server.writes).toHaveLength(2);
    expect(second.keeper.read()?.content.text).toBe('three');
  });
});
