import { describe, expect, it } from 'vitest';
import { ARTICLE_TEXT_MAX } from '#core/compose/limits.ts';
import { checkDefinition } from '#core/task/definition/definition.ts';
import { sizeOf } from '#domain/compose/article-edit.ts';
import { LARGE_TASKS, PERSONAS, SCENARIOS } from './scenarios.ts';
import { ONBOARDING_ORG_ID, ORG_ID, PROJECT_ID, SHARED_ORG_ID } from './seed/ids.ts';
import { orgIdOf } from './seed/orgs.ts';
import { SAMPLE_TASKS } from './seed/sample-tasks.ts';
import { seedWorld } from './seed/world.ts';
import { setBalance } from './store.ts';
import { createBench } from './testing.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read any part of a response
type Any = any;
const json = async (response: Response) => (await response.json()) as Any;

describe('the seed', () => {
  it('gives the same world for the same options, except for sign-in times', () => {
    const world = () => {
      const { identity, ...data } = seedWorld({ seed: 7, now: Date.parse('2026-11-20T12:00:00Z') });
      return { ...data, identities: identity.identities };
    };
    expect(world()).toEqual(world());
    const other = seedWorld({ seed: 8, now: Date.parse('2026-11-20T12:00:00Z') });
    expect(other.tables.run).not.toEqual(world().tables.run);
    expect(Object.keys(other.tables.task)).toEqual(Object.keys(world().tables.task));
  });

  it('contains only valid tasks', () => {
    const models = seedWorld().models;
    for (const { definition } of SAMPLE_TASKS)
      expect(checkDefinition(definition, { models })).toEqual([]);
  });

  it('has unique task names in each project', () => {
    const names = Object.values(seedWorld({ scenario: 'large' }).tables.task).map(
      (t) => `${t.project_id} ${t.name.toLowerCase()}`,
    );
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('scenarios', () => {
  it.each(SCENARIOS)('%s lists its tasks', async (scenario) => {
    const bench = createBench({ scenario });
    const list = await json(
      await bench.send('GET', `/api/v1/org/${ORG_ID}/project/${PROJECT_ID}/task`, { as: 'owner' }),
    );
    expect(list.results).toHaveLength(scenario === 'empty' ? 0 : scenario === 'large' ? 25 : 12);
  });

  it('large is at the limit: one more task is rejected', async () => {
    const bench = createBench({ scenario: 'large' });
    expect(
      Object.values(bench.store.data.tables.task).filter((t) => t.project_id === PROJECT_ID),
    ).toHaveLength(LARGE_TASKS);
    const response = await bench.send('POST', `/api/v1/org/${ORG_ID}/project/${PROJECT_ID}/task`, {
      as: 'owner',
      body: { name: 'x' },
    });
    expect([response.status, (await json(response)).detail]).toEqual([
      409,
      'You have reached the maximum number of tasks',
    ]);
  });

  it('low-balance has less than a dollar; past-due is marked as such', async () => {
    const low = await createBench({ scenario: 'low-balance' }).send(
      'GET',
      `/api/v1/org/${ORG_ID}/balance`,
      { as: 'owner' },
    );
    expect((await json(low)).balance).toBe(42_000);
    const due = await createBench({ scenario: 'past-due' }).send('GET', `/api/v1/org/${ORG_ID}`, {
      as: 'owner',
    });
    expect(await json(due)).toMatchObject({ plan_status: 'past_due' });
  });
});

describe('a busy organisation', () => {
  const data = seedWorld({ scenario: 'large' });
  const rows = <T>(table: Record<string, T>) => Object.values(table);

  it('has hundreds of articles and ledger entries, and a history of invoices and limits', () => {
    expect(rows(data.tables.article).length).toBeGreaterThan(500);
    expect(rows(data.tables.ledger_entry).length).toBeGreaterThan(500);
    expect(Object.values(data.payments)[0]?.invoices.length).toBeGreaterThan(50);
    expect(rows(data.tables.spend_limit).length).toBeGreaterThan(50);
    expect(new Set(rows(data.tables.usage_day).map(({ day }) => day)).size).toBeGreaterThan(30);
  });

  it('has a ledger that adds up to its balance', () => {
    const own = rows(data.tables.ledger_entry).filter(({ org_id }) => org_id === ORG_ID);
    const sum = own.reduce((total, { amount }) => total + amount, 0);
    expect(data.tables.org[ORG_ID]?.balance).toBe(sum);
  });

  it('has one article that is nearly as long as an article may be', () => {
    const sizes = rows(data.tables.article_content).map(({ content }) => sizeOf(content));
    const longest = Math.max(...sizes);
    expect(longest).toBeGreaterThan(0.9 * ARTICLE_TEXT_MAX);
    expect(longest).toBeLessThanOrEqual(ARTICLE_TEXT_MAX);
  });
});

describe('personas', () => {
  it.each([
    ['owner', ORG_ID],
    ['outsider', SHARED_ORG_ID],
    ['onboarding', ONBOARDING_ORG_ID],
    ['signed-out', ORG_ID],
  ] as const)('%s sees the balance that is set', async (persona, orgId) => {
    const bench = createBench({ persona });
    setBalance(bench.store, orgIdOf(persona), 0);
    expect(bench.store.data.tables.org[orgId]?.balance).toBe(0);
    if (persona === 'signed-out') return;
    const shown = await bench.send('GET', `/api/v1/org/${orgId}/balance`, { as: persona });
    expect((await json(shown)).balance).toBe(0);
  });

  it.each(PERSONAS)('%s', async (persona) => {
    const bench = createBench({ persona });
    const who = await bench.send('GET', '/identity/sessions/whoami');
    expect(who.status).toBe(persona === 'signed-out' ? 401 : 200);
    const user = await bench.send('GET', '/api/v1/user', { as: persona });
    if (persona === 'signed-out') expect(user.status).toBe(401);
    else expect((await json(user)).is_onboarding).toBe(persona === 'onboarding');
  });

  it('see the organisations they belong to and those shared with them', async () => {
    const bench = createBench();
    const ids = async (membership: string) => {
      const list = await json(
        await bench.send('GET', `/api/v1/org?membership=${membership}`, { as: 'owner' }),
      );
      return list.results.map((org: Any) => org.id);
    };
    expect(await ids('member')).toEqual([ORG_ID]);
    expect(await ids('shared')).toEqual([SHARED_ORG_ID]);
    expect(await ids('any')).toEqual([ORG_ID, SHARED_ORG_ID]);
    const projects = await json(
      await bench.send('GET', `/api/v1/org/${SHARED_ORG_ID}/project`, { as: 'owner' }),
    );
    expect(projects.results.map((p: Any) => p.role)).toEqual(['editor']);
  });
});

describe('the picture of a user', () => {
  const png = new Uint8Array(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  );
  const put = async (bytes: Uint8Array<ArrayBuffer>) => {
    const bench = createBench();
    const body = new FormData();
    body.set('file', new Blob([bytes]), 'me.png');
    return {
      bench,
      response: await bench.send('PUT', '/api/v1/user/avatar', { as: 'owner', body }),
    };
  };

  it('is served at the URL in the user', async () => {
    const { bench, response } = await put(png);
    const { avatar_url } = await json(response);
    const served = await bench.send('GET', avatar_url);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(png);
    const removed = await bench.send('DELETE', '/api/v1/user/avatar', { as: 'owner' });
    expect((await json(removed)).avatar_url).toBeNull();
    expect((await bench.send('GET', avatar_url)).status).toBe(404);
  });

  it('must be an image of a supported type, and not too large', async () => {
    const text = await put(new TextEncoder().encode('hello'));
    expect([text.response.status, (await json(text.response)).code]).toEqual([
      415,
      'unsupported_image',
    ]);
    const large = await put(new Uint8Array(2 * 1024 * 1024 + 1));
    expect([large.response.status, (await json(large.response)).detail]).toEqual([
      413,
      'Please upload file under 2mb',
    ]);
  });
});

it('rejects requests that are not in the contract', async () => {
  const bench = createBench();
  const unknown = await bench.send('GET', '/api/v1/nothing', { as: 'owner' });
  expect([unknown.status, (await json(unknown)).code]).toEqual([404, 'not_found']);
  const method = await bench.send('DELETE', '/api/v1/user', { as: 'owner' });
  expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, PATCH']);
});
