import { describe, expect, it } from 'vitest';
import { createSharedStore, forgetWorld } from './persist.ts';
import { ORG_ID, PROJECT_ID, seedId } from './seed/ids.ts';
import { seedWorld, signInAs } from './seed/world.ts';
import { beginTab, endTab, type KeyValues, readTab, setCurrentSession } from './tab.ts';
import { type Bench, createBench } from './testing.ts';

function storage(limit = Number.POSITIVE_INFINITY): KeyValues {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem(key, value) {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key) => void values.delete(key),
  };
}

const tab = (shared: KeyValues) =>
  createBench(
    {},
    createSharedStore(shared, () => seedWorld(), 0),
  );
const draft = `/api/v1/org/${ORG_ID}/project/${PROJECT_ID}/task/${seedId('task', 1)}/draft`;
const read = async (bench: Bench) =>
  (await bench.send('GET', draft, { as: 'owner' })).json() as Promise<{
    etag: string;
    definition: { user_prompt: string };
  }>;

async function write(bench: Bench, user_prompt: string, etag: string): Promise<number> {
  const { definition } = await read(bench);
  const body = { definition: { ...definition, user_prompt } };
  return (await bench.send('PUT', draft, { as: 'owner', body, headers: { 'if-match': etag } }))
    .status;
}

describe('a shared store', () => {
  it('is shared by two tabs: the second write to the same version is rejected', async () => {
    const shared = storage();
    const [one, two] = [tab(shared), tab(shared)];
    const { etag } = await read(two);
    expect(await write(one, 'first', etag)).toBe(200);
    expect(await write(two, 'second', etag)).toBe(412);
    expect((await read(two)).definition.user_prompt).toBe('first');
  });

  it('keeps what two tabs changed at the same time', () => {
    const shared = storage();
    const [one, two] = [0, 1].map(() => createSharedStore(shared, () => seedWorld(), 0));
    if (!one || !two) throw new TypeError('No tabs');
    const { project, org, task_draft } = one.data.tables;
    const gone = Object.keys(task_draft)[0] ?? '';
    Object.assign(project[PROJECT_ID] ?? {}, { name: 'Renamed' });
    delete task_draft[gone];
    Object.assign(org[ORG_ID] ?? {}, { name: 'Both' });
    Object.assign(two.data.tables.org[ORG_ID] ?? {}, { name: 'Both', balance: 7 });
    one.push();
    two.push();
    one.pull();
    for (const { data } of [one, two]) {
      expect(data.tables.project[PROJECT_ID]?.name).toBe('Renamed');
      expect(data.tables.task_draft[gone]).toBeUndefined();
      expect(data.tables.org[ORG_ID]).toMatchObject({ name: 'Both', balance: 7 });
    }
  });

  it('is shared by tabs that different people are signed in to', async () => {
    const shared = storage();
    const own = storage();
    const open = (mine: KeyValues) => {
      const store = createSharedStore(shared, () => seedWorld(), 0);
      store.tab = readTab(mine);
      return createBench({}, store);
    };
    const whoIs = async (bench: Bench) => {
      const response = await bench.send('GET', '/identity/sessions/whoami');
      return response.ok ? (await response.json()).identity.traits.email : response.status;
    };
    const one = open(storage());
    beginTab(own, 'member', signInAs(one.store.data, 'member'));
    const two = open(own);
    expect([await whoIs(one), await whoIs(two)]).toEqual(['ada@example.com', 'mira@example.com']);
    setCurrentSession(two.store, null);
    expect([await whoIs(one), await whoIs(open(own))]).toEqual(['ada@example.com', 401]);
    endTab(own);
    expect(await whoIs(open(own))).toBe('ada@example.com');
  });

  it('survives a reload, until it is cleared', async () => {
    const shared = storage();
    const before = tab(shared);
    await write(before, 'kept', (await read(before)).etag);
    expect((await read(tab(shared))).definition.user_prompt).toBe('kept');
    forgetWorld(shared);
    expect((await read(tab(shared))).definition.user_prompt).not.toBe('kept');
  });

  it('continues in memory when the storage is full', async () => {
    const shared = storage(1000);
    const bench = tab(shared);
    expect(await write(bench, 'mine', (await read(bench)).etag)).toBe(200);
    expect((await read(bench)).definition.user_prompt).toBe('mine');
    expect((await read(tab(shared))).definition.user_prompt).not.toBe('mine');
  });

  it('starts a new world when the stored data cannot be read', async () => {
    const shared = storage();
    shared.setItem('mock-world-2', '{');
    expect((await read(tab(shared))).definition.user_prompt).toContain('Review');
  });
});
