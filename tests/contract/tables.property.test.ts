import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BoundSecret } from '#domain/access/bound-secret.ts';
import type { OrgRow } from '#domain/org/org.tables.ts';
import type { ProjectRow } from '#domain/project/project.tables.ts';
import type { Stores } from '#domain/stores.ts';
import { type Condition, type ListOptions, Taken, type Where } from '#domain/table.ts';
import { newRow } from '#domain/tables.ts';
import type { ToolCredentialRow } from '#domain/tool/tool.tables.ts';
import { createMemoryStores } from '#mocks/memory/stores.ts';
import { seedWorld } from '#mocks/seed/world.ts';
import { createStore } from '#mocks/store.ts';
import type { Database } from '#server/db/client.ts';
import { openTestDatabase } from '#server/db/testing.ts';
import { createStores } from '#server/stores.ts';

/**
 * Random sequences of all table operations, in SQL and in memory: both return the same and end with the same rows.
 * Organisations, their projects and the credentials of those have unique indexes, one of which ignores case, and are
 * deleted with each other: projects by the sweep, credentials by a foreign key. There are so few values that conflicts
 * are common.
 */
const RUNS = Number(process.env.TABLE_RUNS ?? 60);
const TIME = '2026-11-20T09:00:00.000Z';

type Do = (stores: Stores) => Promise<unknown>;
interface Step {
  /** Shown when the test fails. */
  name: string;
  do: Do;
}

const orgId = fc.constantFrom('org_1', 'org_2');
const projectId = fc.constantFrom('project_1', 'project_2', 'project_3', 'project_4');
const credentialId = fc.constantFrom('credential_1', 'credential_2', 'credential_3');
const name = fc.constantFrom('ant', 'Ant', 'bee', 'Cat');
const days = fc.constantFrom(null, 1, 2, 3);
const version = fc.integer({ min: 1, max: 3 });
const origin = fc.constantFrom('https://a.test', 'https://b.test');

const org = fc
  .record({ id: orgId, name, version })
  .map((some): OrgRow => newRow('org', { created_at: TIME, updated_at: TIME, ...some }));
const project = fc
  .record({ id: projectId, org_id: orgId, name, version, run_retention_days: days })
  .map((some): ProjectRow => newRow('project', { created_at: TIME, updated_at: TIME, ...some }));
const path = fc.constantFrom('/', '/mcp');
const credential = fc.record({ id: credentialId, project_id: projectId, origin, path }).map(
  (some): ToolCredentialRow => ({
    authorization: 'sealed' as BoundSecret,
    updated_by_id: 'user_1',
    updated_by_name: 'Ada',
    updated_at: TIME,
    ...some,
  }),
);

function condition<T>(value: fc.Arbitrary<T>): fc.Arbitrary<Condition<T>> {
  const compared = value.filter((one) => one !== null);
  return fc.oneof(
    value,
    fc.array(value, { maxLength: 3 }).map((list) => ({ in: list })),
    compared.map((one) => ({ lt: one })),
    compared.map((one) => ({ gt: one })),
  ) as fc.Arbitrary<Condition<T>>;
}

const text = fc.constantFrom('a', 'AN', 'e', '%', '_').map((containing) => ({ containing }));
const where: fc.Arbitrary<Where<ProjectRow>> = fc.record(
  {
    id: condition(projectId),
    org_id: orgId,
    name: fc.oneof(fc.constantFrom('ant', 'Cat'), text),
    run_retention_days: condition(days),
    version: condition(version),
  },
  { requiredKeys: [] },
);

/** Sort orders with the values of a cursor, as used by pages. */
const order = fc.oneof(
  fc.record({ order: fc.constant(['id'] as const), after: fc.tuple(projectId) }),
  fc.record({
    order: fc.constant(['version', 'id'] as const),
    after: fc.tuple(version, projectId),
  }),
  fc.record({
    order: fc.constant(['name', 'id'] as const),
    ignoringCase: fc.constant(true),
    after: fc.tuple(
      name.map((one) => one.toLowerCase()),
      projectId,
    ),
  }),
);
const listing: fc.Arbitrary<ListOptions<ProjectRow>> = fc
  .tuple(
    order,
    fc.record({ where, filter: where, descending: fc.boolean() }),
    fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    fc.boolean(),
  )
  .map(([{ after, ...by }, options, limit, isPaged]) => ({
    ...by,
    ...options,
    ...(limit !== undefined && { limit }),
    ...(isPaged && { after }),
  }));

/** Only rows whose references exist are written, because PostgreSQL checks that and the tables in memory don't. */
async function withProjects(stores: Stores, rows: ToolCredentialRow[], write: Do) {
  for (const { project_id } of rows) {
    if (!(await stores.project.projects.find({ id: project_id }))) return 'no such project';
  }
  return write(stores);
}
async function withOrgs(stores: Stores, rows: ProjectRow[], write: Do) {
  for (const { org_id } of rows) {
    if (!(await stores.org.orgs.find({ id: org_id }))) return 'no such organisation';
  }
  return write(stores);
}

/** Removes rows, and then what the sweep deletes with them, which in memory happens at once. */
async function swept(stores: Stores, remove: Do) {
  const removed = await remove(stores);
  await stores.system.sweepOrphans(new Date(TIME), new AbortController().signal);
  return removed;
}

const byId = <Row extends { id: string }>(rows: Row[]) =>
  rows.sort((a, b) => (a.id < b.id ? -1 : 1));
const step = <T>(label: string, args: fc.Arbitrary<T>, run: (stores: Stores, args: T) => unknown) =>
  args.map(
    (given): Step => ({
      name: `${label} ${JSON.stringify(given)}`,
      do: async (stores) => run(stores, given),
    }),
  );

const simple: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: step('put an org', org, ({ org }, row) => org.orgs.put(row)), weight: 2 },
  step('insert an org', org, ({ org }, row) => org.orgs.insert(row)),
  {
    arbitrary: step('insert projects', fc.array(project, { maxLength: 3 }), (stores, rows) =>
      withOrgs(stores, rows, ({ project }) => project.projects.insert(rows)),
    ),
    weight: 4,
  },
  step('put a project', project, (stores, row) =>
    withOrgs(stores, [row], ({ project }) => project.projects.put(row)),
  ),
  {
    arbitrary: step('insert credentials', fc.array(credential, { maxLength: 2 }), (stores, rows) =>
      withProjects(stores, rows, ({ tool }) => tool.credentials.insert(rows)),
    ),
    weight: 2,
  },
  step('put a credential', credential, (stores, row) =>
    withProjects(stores, [row], ({ tool }) => tool.credentials.put(row)),
  ),
  step('update', fc.tuple(where, fc.record({ name, version })), async ({ project }, [some, to]) =>
    byId(await project.projects.update(some, to)),
  ),
  step('change', fc.tuple(where, fc.record({ name })), ({ project }, [some, to]) =>
    project.projects.change(some, to),
  ),
  step('change retention', fc.tuple(where, days), ({ project }, [some, run_retention_days]) =>
    project.projects.change(some, { run_retention_days }),
  ),
  step('delete projects', where, (stores, some) =>
    swept(stores, ({ project }) => project.projects.delete(some)),
  ),
  step('delete an org', orgId, (stores, id) => swept(stores, ({ org }) => org.orgs.delete({ id }))),
  step('find', projectId, ({ project }, id) => project.projects.find({ id })),
  step('count', where, ({ project }, some) => project.projects.count(some)),
  {
    arbitrary: step('list', listing, ({ project }, options) => project.projects.list(options)),
    weight: 4,
  },
);

/** A transaction ends with the first write that is rejected: PostgreSQL accepts nothing more after that. */
const transaction = (inner: fc.Arbitrary<Step>) =>
  fc
    .record({ steps: fc.array(inner, { maxLength: 4 }), fails: fc.boolean() })
    .map(({ steps, fails }): Step => {
      const names = steps.map((one) => one.name).join('; ');
      return {
        name: `transaction${fails ? ' that fails' : ''} (${names})`,
        do: (stores) =>
          stores.transaction(async (inside) => {
            const results: unknown[] = [];
            for (const one of steps) results.push(await one.do(inside));
            if (fails) throw new Error('rolled back');
            return results;
          }),
      };
    });
/** A nested transaction may fail without the outer one. */
const nested = transaction(
  fc.oneof(
    simple,
    transaction(simple).map((one): Step => ({ ...one, do: (stores) => outcome(one, stores) })),
  ),
);
const steps = fc.array(fc.oneof({ arbitrary: simple, weight: 4 }, nested), {
  minLength: 1,
  maxLength: 20,
});

async function outcome(one: Step, stores: Stores): Promise<unknown> {
  try {
    return (await one.do(stores)) ?? null;
  } catch (error) {
    if (error instanceof Taken) return `taken: ${error.index}`;
    if (error instanceof Error && error.message === 'rolled back') return error.message;
    throw error;
  }
}

async function contents({ org, project, tool }: Stores) {
  const all = { where: {}, order: ['id'] } as const;
  const orgs = await org.orgs.list(all);
  return [orgs, await project.projects.list(all), await tool.credentials.list(all)];
}

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('do the same in SQL and in memory', async () => {
  const sql = createStores(database.db);
  const property = fc.asyncProperty(steps, async (sequence) => {
    await swept(sql, ({ org }) => org.orgs.delete({}));
    const memory = createMemoryStores(createStore(seedWorld({ scenario: 'empty' })));
    await memory.org.orgs.delete({});
    for (const one of sequence) {
      const [expected, actual] = [await outcome(one, sql), await outcome(one, memory)];
      expect(actual, one.name).toEqual(expected);
    }
    expect(await contents(memory)).toEqual(await contents(sql));
  });
  await fc.assert(property, { numRuns: RUNS });
}, 300_000);
