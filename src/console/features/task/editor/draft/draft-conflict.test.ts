import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TaskDraft } from '#generated/model/index.ts';
import { AUTOSAVE_MS } from './draft-sync.ts';
import { fakeServer, fakeTabs, first, open, settle, type, withPrompt } from './draft-test-kit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const stop of open.stops.splice(0)) stop();
  vi.useRealTimers();
});

describe('someone else wrote', () => {
  it('takes their draft when nothing was typed here', async () => {
    const { server, sync, state } = open();
    server.writeBySomeoneElse(withPrompt('hers'));
    await sync.check();
    expect(state()).toMatchObject({ status: 'saved', conflict: null, arrivals: 1 });
    expect(state().definition.user_prompt).toBe('hers');
  });

  it('asks, with both versions and the one they grew from, and writes nothing', async () => {
    const { server, sync, state } = open();
    server.writeBySomeoneElse(withPrompt('hers'));
    type(sync, 'mine');
    await settle(60_000);
    expect(state().status).toBe('conflict');
    expect(state().conflict?.base.user_prompt).toBe('one');
    expect(state().conflict?.theirs.definition.user_prompt).toBe('hers');
    expect(state().definition.user_prompt).toBe('mine');
    type(sync, 'mine too');
    await settle(60_000);
    expect(server.draft.definition.user_prompt).toBe('hers');
    expect(server.writes).toHaveLength(1);
  });

  it('is no conflict when both wrote the same', async () => {
    const { server, sync, state } = open();
    server.writeBySomeoneElse(withPrompt('same'));
    type(sync, 'same');
    await settle();
    expect(state()).toMatchObject({ status: 'saved', conflict: null });
  });

  it('is no conflict when only the ETag moved', async () => {
    const { server, sync, state } = open();
    server.writeBySomeoneElse(first);
    type(sync, 'two');
    await settle();
    await settle(1);
    expect(state().status).toBe('saved');
    expect(server.draft.definition.user_prompt).toBe('two');
  });

  it('writes what was chosen over their version', async () => {
    const { server, sync, state } = open();
    server.writeBySomeoneElse(withPrompt('hers'));
    type(sync, 'mine');
    await settle();
    sync.resolve(withPrompt('both'));
    await settle();
    expect(state()).toMatchObject({ status: 'saved', conflict: null });
    expect(server.draft.definition.user_prompt).toBe('both');
  });

  it('writes nothing when theirs was chosen', async () => {
    const { server, sync, state, keeper } = open();
    server.writeBySomeoneElse(withPrompt('hers'));
    type(sync, 'mine');
    await settle();
    const writes = server.writes.length;
    sync.resolve(withPrompt('hers'));
    await settle();
    expect(server.writes).toHaveLength(writes);
    expect(state()).toMatchObject({ status: 'saved' });
    expect(keeper.read()).toBeNull();
  });

  it('asks again when they wrote once more meanwhile', async () => {
    const { server, sync, state } = open();
    server.writeBySomeoneElse(withPrompt('hers'));
    type(sync, 'mine');
    await settle();
    server.writeBySomeoneElse(withPrompt('hers again'));
    sync.resolve(withPrompt('both'));
    await settle();
    expect(state().status).toBe('conflict');
    expect(state().definition.user_prompt).toBe('both');
    expect(server.draft.definition.user_prompt).toBe('hers again');
  });

  it('in another tab is noticed at once', async () => {
    const { server, sync, tabs, state } = open();
    type(sync, 'mine');
    server.writeBySomeoneElse(withPrompt('other tab'));
    tabs.hearSaved();
    await settle(0);
    expect(state().status).toBe('conflict');
    expect(server.writes).toEqual([]);
  });

  it('ignores an answer that is older than its own write', async () => {
    const { server, sync, state } = open();
    const old = server.draft;
    let answer = (_draft: TaskDraft) => {};
    vi.spyOn(server, 'load').mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const check = sync.check();
    type(sync, 'two');
    await settle();
    answer(old);
    await check;
    expect(state().definition.user_prompt).toBe('two');
  });
});

describe('after a reload or a crash', () => {
  /** A page that dies: its timers never run again and it says no goodbye. */
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

  it('goes on with what was typed, and saves it', async () => {
    const server = await crashAfter('typed');
    const { state } = open(server);
    expect(state().definition.user_prompt).toBe('typed');
    expect(state().recovered).toBe(true);
    await settle();
    expect(server.draft.definition.user_prompt).toBe('typed');
    expect(state().status).toBe('saved');
  });

  it('keeps at the last moment what no timer has kept yet', () => {
    const { sync, keeper } = open();
    type(sync, 'typed');
    window.dispatchEvent(new Event('pagehide'));
    expect(keeper.read()?.definition.user_prompt).toBe('typed');
  });

  it('asks when someone else wrote meanwhile', async () => {
    const server = await crashAfter('typed');
    server.writeBySomeoneElse(withPrompt('hers'));
    const { state } = open(server);
    expect(state().status).toBe('conflict');
    expect(state().conflict?.base.user_prompt).toBe('one');
    expect(state().definition.user_prompt).toBe('typed');
  });

  it('still asks when the conflict was open already', async () => {
    const server = fakeServer();
    const page = open(server);
    server.writeBySomeoneElse(withPrompt('hers'));
    type(page.sync, 'mine');
    await settle();
    window.dispatchEvent(new Event('pagehide'));
    vi.clearAllTimers();
    const { state } = open(server);
    expect(state().conflict).toMatchObject({ base: { user_prompt: 'one' } });
    expect(state().definition.user_prompt).toBe('mine');
    expect(server.draft.definition.user_prompt).toBe('hers');
  });

  it('is silent when the last write had arrived after all', async () => {
    const server = fakeServer();
    const page = open(server);
    server.loseAnswer = true;
    type(page.sync, 'typed');
    await settle();
    vi.clearAllTimers();
    server.loseAnswer = false;
    const { state, keeper } = open(server);
    expect(state()).toMatchObject({ status: 'saved', recovered: false });
    expect(keeper.read()).toBeNull();
  });

  it('takes up what a tab left that is gone, not what a living tab holds', async () => {
    const server = await crashAfter('typed');
    const tabs = fakeTabs('tab-c');
    tabs.live.add('tab-a');
    const beside = open(server, tabs);
    await settle(1000);
    expect(beside.state().recovered).toBe(false);
    const alone = open(server, fakeTabs('tab-d'));
    await settle(250);
    expect(alone.state()).toMatchObject({ recovered: true });
    expect(alone.state().definition.user_prompt).toBe('typed');
  });

  it('survives storage that holds nonsense', () => {
    localStorage.setItem('task-draft:task_1:tab-a', '{"definition":{"user_prompt":1}}');
    expect(open().state()).toMatchObject({ status: 'saved', recovered: false });
  });
});

describe('leaving', () => {
  it('saves what is left in the background and stops trying', async () => {
    const { server, sync, stop } = open();
    type(sync, 'two');
    stop();
    await settle(0);
    expect(server.draft.definition.user_prompt).toBe('two');
    server.failWith = 'unreachable';
    const second = open(server);
    type(second.sync, 'three');
    second.stop();
    await settle(60_000);
    expect(server.writes).toHaveLength(2);
    expect(second.keeper.read()?.definition.user_prompt).toBe('three');
  });
});
