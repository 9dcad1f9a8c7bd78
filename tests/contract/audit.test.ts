import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstIdAt } from '#core/ids.ts';
import type { BoundSecret } from '#domain/access/bound-secret.ts';
import type { AuditEntryRow } from '#domain/audit/audit.tables.ts';
import { FIELDS_MAX } from '#domain/audit/changes.ts';
import type { Origin } from '#domain/audit/origin.ts';
import { recordingStores } from '#domain/audit/recording-stores.ts';
import { ROWS_MAX } from '#domain/audit/row-changes.ts';
import { sweepAuditLogs } from '#domain/audit/sweep.ts';
import type { OrgRow } from '#domain/org/org.tables.ts';
import { newProject } from '#domain/project/project.service.ts';
import type { Stores } from '#domain/stores.ts';
import type { Table } from '#domain/table.ts';
import { AUDITED_TABLES, newRow, TABLES, type TableName } from '#domain/tables.ts';
import type { WebhookRow } from '#domain/webhook/webhook.tables.ts';
import { createMemoryStores } from '#mocks/memory/stores.ts';
import { seedWorld } from '#mocks/seed/world.ts';
import { createStore } from '#mocks/store.ts';
import { openTestDatabase } from '#server/db/testing.ts';
import { createStores } from '#server/stores.ts';

const ORG = 'org_audited';
const ORIGIN: Origin = {
  actor: { type: 'api_key', id: 'key_1', name: 'Backend', personId: 'user_1' },
  network: '203.0.113.7',
  requestId: 'req_1',
  orgId: ORG,
};
const TIME = '2026-11-20T09:00:00.000Z';

const stores = {
  memory: async () => ({
    stores: createMemoryStores(createStore(seedWorld({ scenario: 'empty' }))),
    close: async () => undefined,
  }),
  sql: async () => {
    const database = await openTestDatabase();
    return { stores: createStores(database.db), close: () => database.close() };
  },
};

describe.each(Object.entries(stores))('changes that are recorded, in %s', (_, open) => {
  let opened: { stores: Stores; close: () => Promise<unknown> };

  beforeAll(async () => {
    opened = await open();
    await opened.stores.org.orgs.insert(
      newRow('org', { id: ORG, name: 'Audited', created_at: TIME, updated_at: TIME }),
    );
  });

  afterAll(() => opened.close());

  const recording = (action: string, over = opened.stores) =>
    recordingStores(over, { action, origin: ORIGIN, tables: ['project', 'webhook', 'org'] });
  const entriesOf = (action: string) =>
    opened.stores.audit.entries.list({ where: { org_id: ORG, action }, order: ['id'] });
  const webhook = (projectId: string, id: string) => ({
    id,
    project_id: projectId,
    name: 'CI',
    url: 'https://ci.example.com/',
    events: ['run.succeeded' as const],
    all_tasks: false,
    status: 'active' as const,
    failures: 0,
    failing_since: null,
    last_delivered_at: null,
    secret: 'sealed-secret' as BoundSecret,
    old_secret: null,
    old_secret_until: null,
    created_by_id: 'user_1',
    created_by_name: 'Ada',
    created_at: TIME,
    version: 1,
  });

  it('say who changed what, from where, and only the fields that differ', async () => {
    const row = newProject(ORG, 'First name');
    await recording('create').project.projects.insert(row);
    await recording('rename').transaction(async ({ project }) => {
      const found = await project.projects.lock({ id: row.id });
      if (found) await project.projects.put({ ...found, name: 'Second name', version: 2 });
    });
    await recording('rename').project.projects.change({ id: row.id }, { version: 3 });
    await recording('delete').project.projects.delete({ id: row.id });
    expect(await entriesOf('create')).toMatchObject([
      {
        project_id: row.id,
        outcome: 'done',
        actor_type: 'api_key',
        actor_id: 'key_1',
        actor_name: 'Backend',
        person_id: 'user_1',
        network: '203.0.113.7',
        request_id: 'req_1',
        target_type: 'project',
        target_id: row.id,
        target_name: 'First name',
        changes: [{ field: 'name', before: null, after: 'First name', is_hidden: false }],
        count: 1,
      },
    ]);
    // What changed nothing that is recorded leaves no entry.
    const renamed = await entriesOf('rename');
    expect(renamed.map(({ changes }) => changes)).toEqual([
      [{ field: 'name', before: 'First name', after: 'Second name', is_hidden: false }],
    ]);
    expect(await entriesOf('delete')).toMatchObject([
      { target_id: row.id, changes: [{ before: 'Second name', after: null }] },
    ]);
  });

  it('leave no entry when the change is rolled back', async () => {
    const row = newProject(ORG, 'Rolled back');
    const failing = recording('fail').transaction(async ({ project }) => {
      await project.projects.insert(row);
      throw new Error('later in the transaction');
    });
    await expect(failing).rejects.toThrow('later in the transaction');
    expect(await entriesOf('fail')).toEqual([]);
  });

  it('are rolled back when their entry cannot be written, with and without a transaction', async () => {
    const row = newProject(ORG, 'Unrecorded');
    const broken = recording('lose', withoutLog(opened.stores));
    await expect(broken.project.projects.insert(row)).rejects.toThrow('disk full');
    const within = broken.transaction(({ project }) => project.projects.insert(row));
    await expect(within).rejects.toThrow('disk full');
    expect(await opened.stores.project.projects.find({ id: row.id })).toBeUndefined();
    expect(await entriesOf('lose')).toEqual([]);
  });

  it('never contain secrets, and are one entry however often a row was changed', async () => {
    const row = newProject(ORG, 'With a webhook');
    await opened.stores.project.projects.insert(row);
    const made = webhook(row.id, `webhook_${row.id}`);
    await opened.stores.webhook.webhooks.insert(made);
    await recording('rotate').transaction(async ({ webhook }) => {
      await webhook.webhooks.change(
        { id: made.id },
        { secret: 'another' as BoundSecret, name: 'Build' },
      );
      await webhook.webhooks.update({ id: made.id }, { name: 'Nightly' });
    });
    const entries = await entriesOf('rotate');
    expect(entries.map(({ target_name, changes }) => [target_name, changes])).toEqual([
      [
        'Nightly',
        [
          { field: 'name', before: 'CI', after: 'Nightly', is_hidden: false },
          { field: 'secret', before: null, after: null, is_hidden: true },
        ],
      ],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/sealed-secret|another/);
  });

  it('of many rows at once are counted', async () => {
    const many = Array.from({ length: ROWS_MAX + 5 }, (_, i) => newProject(ORG, `Many ${i}`));
    await recording('bulk').project.projects.insert(many);
    const ids = many.map(({ id }) => id);
    await recording('bulk').project.projects.change({ id: { in: ids } }, { run_retention_days: 7 });
    await recording('bulk').project.projects.delete({ id: { in: ids } });
    const entries = await entriesOf('bulk');
    expect(
      entries.map(({ target_type, target_id, count }) => [target_type, target_id, count]),
    ).toEqual([1, 2, 3].map(() => ['project', null, ROWS_MAX + 5]));
  });

  it('let one follow a row from its creation to its end', async () => {
    const project = newProject(ORG, 'Followed');
    await opened.stores.project.projects.insert(project);
    const id = `webhook_followed_${project.id}`;
    const fields = ['name', 'url', 'events', 'all_tasks', 'status'] as const;
    const value = fc.record(
      {
        name: fc.constantFrom('A', 'B', 'C'),
        url: fc.constantFrom('https://a.test/', 'https://b.test/'),
        events: fc.constantFrom(['run.failed'] as const, ['run.succeeded', 'run.failed'] as const),
        all_tasks: fc.boolean(),
        status: fc.constantFrom('active' as const, 'paused' as const),
        failures: fc.nat(5),
      },
      { requiredKeys: [] },
    );
    const statement = fc.tuple(fc.constantFrom('put', 'change', 'update', 'fail'), value);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(statement, { maxLength: 3 }), { maxLength: 5 }),
        async (steps) => {
          const stores = recording('follow');
          await stores.webhook.webhooks.insert(webhook(project.id, id));
          for (const statements of steps) {
            const done = stores.transaction(async ({ webhook }) => {
              for (const [how, given] of statements) {
                const change = given as Partial<WebhookRow>;
                const row = await webhook.webhooks.lock({ id });
                if (how === 'fail') throw new Error('rolled back');
                if (how === 'put')
                  await webhook.webhooks.put({ ...(row as WebhookRow), ...change });
                if (Object.keys(change).length === 0) continue;
                if (how === 'change') await webhook.webhooks.change({ id }, change);
                if (how === 'update')
                  await webhook.webhooks.update({ project_id: project.id }, change);
              }
            });
            await done.catch(() => undefined);
          }
          const last = await opened.stores.webhook.webhooks.find({ id });
          await stores.webhook.webhooks.delete({ id });
          const entries = await entriesOf('follow');
          await opened.stores.audit.entries.delete({ org_id: ORG, action: 'follow' });
          // What an entry says was before is what the entries until then made of it.
          const known: Record<string, unknown> = {};
          for (const { changes } of entries.slice(0, -1)) {
            expect(changes.length).toBeGreaterThan(0);
            for (const { field, before, after, is_hidden } of changes) {
              if (is_hidden) continue;
              expect([field, before]).toEqual([field, known[field] ?? null]);
              known[field] = after;
            }
          }
          expect(fields.map((field) => known[field])).toEqual(fields.map((field) => last?.[field]));
          expect(entries.at(-1)?.changes.every(({ after }) => after === null)).toBe(true);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('are deleted when they are older than their organisation keeps them, or with it', async () => {
    const { audit, org } = opened.stores;
    const now = new Date('2026-11-20T09:00:00.000Z');
    const daysAgo = (days: number) => now.getTime() - days * 86_400_000;
    const [row] = await entriesOf('create');
    const entryOf = (org_id: string, days: number) => ({
      ...(row as AuditEntryRow),
      id: firstIdAt('audit', daysAgo(days) + 1),
      org_id,
      created_at: new Date(daysAgo(days) + 1).toISOString(),
      action: 'age',
    });
    const owner = (await org.orgs.find({ id: ORG })) as OrgRow;
    await org.orgs.insert({ ...owner, id: 'org_brief' });
    await audit.settings.put({ org_id: 'org_brief', retention_days: 30, version: 1 });
    await audit.entries.insert([
      ...[10, 364, 366].map((days) => entryOf(ORG, days)),
      ...[11, 29, 31].map((days) => entryOf('org_brief', days)),
      ...[12, 400].map((days) => entryOf('org_gone', days)),
    ]);
    await sweepAuditLogs(opened, { now, signal: new AbortController().signal });
    const kept = await audit.entries.list({ where: { action: 'age' }, order: ['id'] });
    expect(kept.map(({ org_id, id }) => [org_id, id])).toEqual(
      (
        [
          [ORG, 364],
          ['org_brief', 29],
          ['org_brief', 11],
          [ORG, 10],
        ] as const
      ).map(([org_id, days]) => [org_id, firstIdAt('audit', daysAgo(days) + 1)]),
    );
  });

  it('are bounded, whatever was written', async () => {
    const row = newProject(ORG, 'x'.repeat(5000));
    await recording('bound').project.projects.insert(row);
    const [entry] = await entriesOf('bound');
    expect(entry?.target_name?.length).toBeLessThanOrEqual(200);
    expect(entry?.changes.length).toBeLessThanOrEqual(FIELDS_MAX);
    expect(JSON.stringify(entry).length).toBeLessThan(1500);
  });
});

it('every column of an audited table is shown, hidden or left out on purpose', () => {
  for (const [name, spec] of Object.entries(AUDITED_TABLES)) {
    const columns = [...TABLES[name as TableName].columns].sort();
    const hidden = spec.hidden?.split(' ') ?? [];
    const listed = [...spec.shown.split(' '), ...hidden, ...spec.rest.split(' ')].sort();
    expect(listed, name).toEqual(columns);
  }
});

/** Stores whose audit log can't be written. */
function withoutLog(over: Stores): Stores {
  const entries = {
    insert: () => Promise.reject(new Error('disk full')),
  } as unknown as Table<never>;
  return {
    ...over,
    transaction: (work) =>
      over.transaction((inner) =>
        work({ ...inner, transaction: inner.transaction, audit: { entries } } as unknown as Stores),
      ),
  };
}
