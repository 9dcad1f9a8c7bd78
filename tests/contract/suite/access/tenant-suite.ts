import { beforeAll, describe, expect, it } from 'vitest';
import { isObject } from '#core/json/is-object.ts';
import type { PathParam } from '#domain/access/path-rows.ts';
import { type Operation, operations } from '#domain/call.ts';
import type { Stores } from '#domain/stores.ts';
import type { Table } from '#domain/table.ts';
import { TABLE_NAMES, TABLES, type TableName } from '#domain/tables.ts';
import type { FieldError } from '#generated/model/index.ts';
import type { OperationId } from '#generated/operations/index.ts';
import { exampleBody } from '../../../support/example-body.ts';
import { call, definition, type Target, uniqueName } from '../../target.ts';
import { createTenant, OF_ORG, ORIGIN, pathOf, type Tenant } from '../../tenant.ts';

/** Parameters that everybody may use, or that are no IDs. */
const NOT_OWNED = new Set<string>([
  ...['environment', 'resourceType', 'passageNumber', 'revisionNumber', 'versionNumber'],
  // Only looked for among the steps of the run in the same path.
  'stepId',
  // Secrets, which let in whoever knows them.
  ...['shareToken', 'widgetKey'],
  // Never someone's: `sandbox` and `classify` are the product's own.
  ...['modelEndpointId', 'templateId'],
  // Requests of apps are for whoever their owner sends to the consent page.
  'oauthRequestId',
]);
/** Tables of what was tried or sent, rather than of what tenants have. */
const NO_BELONGINGS = new Set<TableName>([
  ...(['audit_entry', 'idempotency', 'model_probe', 'rejected_call'] as const),
  ...(['notification_setting', 'webhook_delivery'] as const),
]);
/** Columns that change by themselves, as time goes by. */
const CHANGING = new Set(['mail_at', 'last_delivered_at', 'last_used_at', 'failures']);
/** Operations that find nothing in anybody's world: no app asks for access, and no organisation is exported. */
const EMPTY: readonly OperationId[] = ['getOAuthRequest', 'downloadTransfer'];

const BODIES: Partial<Record<OperationId, object>> = {
  activateTaskRevision: {},
  replaceTaskEnvironment: { revision: 1 },
  runAssist: { helper: 'suggest_names', definition },
  streamAssist: { helper: 'suggest_names', definition },
};
const QUERIES: Partial<Record<OperationId, string>> = {
  uploadPart: 'offset=0',
  previewPlanChange: 'plan=teams&interval=monthly',
  listPriceChanges: 'model_id=sandbox/sandbox',
};

/** A request that the contract accepts, apart from what the path names. */
function requestOf({ id, method, file, headers }: Operation) {
  const form = new FormData();
  if (file !== undefined) form.set(file, new File(['Hello.'], 'hello.txt'));
  const example = method === 'GET' ? undefined : (BODIES[id] ?? exampleBody(id));
  const needed = headers.filter(({ required }) => required).map(({ name }) => [name, '"1"']);
  return {
    ...(file === undefined ? example !== undefined && { body: example } : { body: form }),
    headers: { ...Object.fromEntries(needed), origin: ORIGIN },
  };
}

function urlOf({ id, path }: Operation, values: Tenant['values']): string {
  const query = QUERIES[id];
  return pathOf(path, values) + (query === undefined ? '' : `?${query}`);
}

const withPath = Object.values(operations).filter(
  ({ path, permission }) => path.includes('{') && permission !== 'visitor',
);

/** The names of IDs in bodies and queries, and the parameters of the same things. */
const FIELDS: Readonly<Record<string, PathParam>> = {
  ...{ task_id: 'taskId', task_ids: 'taskId', collection_id: 'collectionId', run_id: 'runId' },
  ...{ collection_ids: 'collectionId', dataset_id: 'datasetId', webhook_id: 'webhookId' },
  ...{ project_id: 'projectId', org_id: 'orgId', chat_id: 'chatId', message_id: 'messageId' },
  ...{ user_id: 'userId', user_ids: 'userId', upload_id: 'uploadId', parent_id: 'messageId' },
  ...{ document_id: 'documentId', document_ids: 'documentId', datasource_id: 'datasourceId' },
  ...{ index_id: 'indexId', attachment_ids: 'attachmentId', caller_id: 'apiKeyId' },
  ...{ around: 'messageId', leaf_id: 'messageId', actor_id: 'userId' },
};

/** Stands for any tenant. */
const NAMES = Object.fromEntries(
  Object.values(FIELDS).map((param) => [param, param]),
) as Tenant['values'];

/** A body with a tenant's own IDs in it. */
function withOwn(body: unknown, own: Tenant['values']): unknown {
  if (Array.isArray(body)) return body.map((item) => withOwn(item, own));
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const param = FIELDS[name];
      if (!param || value === null) return [name, withOwn(value, own)];
      return [name, Array.isArray(value) ? [own[param]] : own[param]];
    }),
  );
}

interface Foreign {
  /** The JSON pointer of the ID. */
  at: string;
  param: PathParam;
  body: unknown;
}

/** Copies of a body, each with one of its IDs replaced by somebody else's. */
function withForeign(body: unknown, foreign: Tenant['values']): Foreign[] {
  if (Array.isArray(body))
    return body.flatMap((item, i) =>
      withForeign(item, foreign).map((one) => ({
        ...one,
        at: `/${i}${one.at}`,
        body: body.with(i, one.body),
      })),
    );
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const param = FIELDS[name];
    const id = param && foreign[param];
    const own: Foreign[] = id ? [{ at: '', param, body: Array.isArray(value) ? [id] : id }] : [];
    return [...own, ...withForeign(value, foreign)].map((one) => ({
      ...one,
      at: `/${name}${one.at}`,
      body: { ...body, [name]: one.body },
    }));
  });
}

/** All that tenants have, each as text by table and row. */
async function belongingsOf(
  stores: Stores,
  tenants: readonly (readonly string[])[],
): Promise<string[][]> {
  const found = tenants.map((): string[] => []);
  for (const [area, tables] of Object.entries(TABLE_NAMES)) {
    for (const [key, name] of Object.entries(tables) as [string, TableName][]) {
      if (NO_BELONGINGS.has(name) || key.startsWith('all')) continue;
      const table = stores[area as keyof typeof TABLE_NAMES][key as never] as Table<object>;
      const order = TABLES[name].key;
      const rows = await table.list({ where: {}, order: order as never });
      for (const row of rows) {
        const text = JSON.stringify(row, (column, value) =>
          CHANGING.has(column) ? undefined : value,
        );
        for (const [at, ids] of tenants.entries())
          if (ids.some((id) => text.includes(id))) found[at]?.push(`${name} ${text}`);
      }
    }
  }
  return found;
}

/** IDs of others in paths, bodies and queries: nothing is read or changed, and nobody learns that they exist. */
export function suite(target: () => Target): void {
  describe('IDs of other tenants and projects', () => {
    let mine: Tenant;
    let others: { name: 'tenant' | 'project'; tenant: Tenant; ids: string[] }[];

    beforeAll(async () => {
      const { shared, orgId } = target();
      const open = async (who: 'owner' | 'outsider', org: string, beside?: Tenant) => {
        const body = { name: uniqueName('Tenant') };
        const made = await call(target(), who, 'POST', `/org/${org}/project`, { body });
        return createTenant(target(), who, { orgId: org, projectId: made.body.id }, beside);
      };
      mine = await open('outsider', shared.orgId);
      const idsOf = ({ values }: Tenant, isAll: boolean) =>
        Object.entries(values).flatMap(([param, id]) =>
          NOT_OWNED.has(param) || (OF_ORG.includes(param as PathParam) && !isAll) ? [] : [id],
        );
      const victim = await open('owner', orgId);
      const sibling = await open('outsider', shared.orgId, mine);
      others = [
        { name: 'tenant', tenant: victim, ids: idsOf(victim, true) },
        { name: 'project', tenant: sibling, ids: idsOf(sibling, false) },
      ];
    }, 120_000);

    /** The IDs of others for a path. Those of another project only below the project that the path names. */
    const foreign = (path: string) => {
      const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param as PathParam);
      const inProject = params.filter((param) => !OF_ORG.includes(param) && !NOT_OWNED.has(param));
      // A project by itself may be any of the organisation's.
      const isBelow = (param: PathParam) =>
        inProject[0] === 'projectId' && inProject.length > 1 && inProject.includes(param);
      return others.flatMap(({ name, tenant }) =>
        params
          .filter((param) => !NOT_OWNED.has(param) && (name === 'tenant' || isBelow(param)))
          .map((param) => ({ name, param, id: tenant.values[param] })),
      );
    };

    /** What others have after the test before: reading it all takes longer than most tests. */
    let before: string[][];

    async function unchanged(work: () => Promise<void>): Promise<void> {
      const look = () =>
        belongingsOf(
          target().stores,
          others.map(({ ids }) => ids),
        );
      before ??= await look();
      await work();
      const was = before;
      before = await look();
      expect(before).toEqual(was);
    }

    it('name what their owners find', async () => {
      const lost: string[] = [];
      for (const operation of withPath) {
        if (operation.method !== 'GET' || EMPTY.includes(operation.id)) continue;
        for (const { who, values } of [mine, ...others.map(({ tenant }) => tenant)]) {
          const url = urlOf(operation, values);
          const { status } = await call(target(), who, 'GET', url, requestOf(operation));
          if (status === 404) lost.push(`${operation.id} ${url}`);
        }
      }
      expect(lost).toEqual([]);
    });

    it.each(withPath)('in the path of $id', async (operation) => {
      await unchanged(async () => {
        const seen: Record<string, number> = {};
        for (const { name, param, id } of foreign(operation.path)) {
          const url = urlOf(operation, { ...mine.values, [param]: id });
          const { method } = operation;
          const { status } = await call(target(), mine.who, method, url, requestOf(operation));
          seen[`${param} of another ${name}`] = status;
        }
        expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((name) => [name, 404])));
      });
    });

    const withBody = withPath
      .map((operation) => ({ ...operation, sent: requestOf(operation).body }))
      // Nobody's article is complete, which is said before its webhook is looked for.
      .filter(({ id, sent }) => id !== 'publishArticle' && withForeign(sent, NAMES).length > 0);

    it.each(withBody)('in the body of $id', async (operation) => {
      const wrong: string[] = [];
      await unchanged(async () => {
        for (const { name, tenant } of others) {
          for (const { at, body, param } of withForeign(
            withOwn(operation.sent, mine.values),
            tenant.values,
          )) {
            // Things may be moved to another project of the same organisation.
            if (name === 'project' && (param === 'projectId' || OF_ORG.includes(param))) continue;
            const options = { ...requestOf(operation), body };
            const url = urlOf(operation, mine.values);
            const { status, body: problem } = await call(
              target(),
              mine.who,
              operation.method,
              url,
              options,
            );
            const isNamed = problem.errors?.some(({ pointer }: FieldError) =>
              pointer.startsWith(at),
            );
            if (status !== 404 && !(status === 400 && isNamed))
              wrong.push(`${at} of another ${name}: ${status} ${JSON.stringify(problem)}`);
          }
        }
      });
      expect(wrong).toEqual([]);
    });

    it('in queries: nothing of theirs is found', async () => {
      const leaks: string[] = [];
      await unchanged(async () => {
        for (const operation of Object.values(operations)) {
          if (operation.method !== 'GET' || operation.sends === 'socket') continue;
          for (const field of operation.query.filter((one) => FIELDS[one])) {
            for (const { name, tenant, ids } of others) {
              if (name === 'project' && !operation.path.includes('{projectId}')) continue;
              const id = tenant.values[FIELDS[field] as PathParam];
              const url = urlOf(operation, mine.values);
              const full = `${url}${url.includes('?') ? '&' : '?'}${field}=${id}`;
              const { body } = await call(target(), mine.who, 'GET', full, requestOf(operation));
              const text = JSON.stringify(body);
              const leaked = ids.filter((one) => one !== id && text.includes(one));
              if (leaked.length > 0) leaks.push(`${full}: ${leaked}`);
            }
          }
        }
      });
      expect(leaks).toEqual([]);
    });
  });
}
