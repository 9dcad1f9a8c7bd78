import { beforeAll, describe, expect, it } from 'vitest';
import { can } from '#core/access/permissions.ts';
import { SHARE_LEVELS } from '#core/access/share-levels.ts';
import type { PathParam } from '#domain/access/path-rows.ts';
import type { ResourceScope, ShareLevel } from '#generated/model/index.ts';
import contract from '#generated/openapi.json' with { type: 'json' };
import type { OperationId } from '#generated/operations/index.ts';
import { appToken } from '../../support/app-token.ts';
import { call, createTask, projectPath, type Target, type Who } from '../target.ts';
import { createTenant, ORIGIN, pathOf } from '../tenant.ts';
import { tokenIn } from './people/people.ts';

type Permission = 'public' | 'authenticated' | 'visitor' | { level: string; name: string };
interface Row {
  takesApiKey: boolean;
  scopes: readonly string[] | undefined;
  operationId: OperationId;
  method: string;
  path: string;
  permission: Permission;
}

const rows: Row[] = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => /^(get|put|post|patch|delete)$/.test(method))
    .map(([method, operation]) => {
      const {
        operationId,
        'x-permission': permission,
        security = [],
      } = operation as unknown as {
        operationId: OperationId;
        'x-permission': Permission;
        security?: Record<string, string[]>[];
      };
      const takesApiKey = security.some((scheme) => 'apiKey' in scheme);
      const scopes = security.find((scheme) => 'oauth' in scheme)?.oauth;
      return { operationId, method: method.toUpperCase(), path, permission, takesApiKey, scopes };
    }),
);
const callers: Who[] = ['anonymous', 'outsider', 'member', 'editor', 'owner'];

/** What is about a shared thing, but says something about its project. */
const MEMBERS_ONLY = new Set<OperationId>(['getCollectionChatUse']);
/** What the tests' callers have none of. */
const NOBODYS: Partial<Record<PathParam, string>> = {
  apiKeyId: 'key_none',
  correctionId: 'correction_none',
  credentialId: 'credential_none',
  deletedOrgId: 'org_none',
  deletedProjectId: 'project_none',
  grantId: 'grant_none',
  joinRequestId: 'join_none',
  joinableOrgId: 'org_none',
  notificationId: 'notification_none',
  transferId: 'transfer_none',
};
/** Things of a single person, or deleted ones, which others can't find. The tests have none. */
const PERSONAL = new Set<OperationId>([
  'getOAuthRequest',
  'cancelOAuthRequest',
  'leaveSharedThing',
  'joinOrg',
  'requestToJoin',
  'withdrawJoinRequest',
  'revokeUserGrant',
  'restoreProject',
  'eraseProject',
  'restoreOrg',
  'eraseOrg',
  'getTransfer',
  'cancelTransfer',
]);

/** Those who may open it find nothing: the tests export no organisation, nobody asks to join it, and no price is
 * corrected. */
const MISSING = new Set<OperationId>([
  'getApiKeySpendLimit',
  'downloadTransfer',
  'declineJoinRequest',
  'getPriceCorrection',
  'deletePriceCorrection',
  'applyPriceCorrection',
  'undoPriceCorrection',
]);

/** A caller that isn't a person: an API key, or an app with an access token. */
interface Program {
  name: string;
  bearer: string;
  /** The scopes of a token; absent for API keys. */
  scopes?: readonly string[];
  /** What it may use: everything, the task or the collection of the tests, or others. */
  reach: 'project' | 'task' | 'collection' | 'others';
}

/** The response that the contract promises to a program. */
function promisedTo(
  { scopes, reach }: Program,
  { path, permission, ...operation }: Row,
): 401 | 403 | 404 | 'allowed' {
  if (permission === 'public') return 'allowed';
  const isAccepted = scopes ? operation.scopes !== undefined : operation.takesApiKey;
  if (!isAccepted || permission === 'visitor' || typeof permission === 'string') return 401;
  const isOfTask = /\{(taskId|runId|resourceType)\}/.test(path);
  const isOfCollection = path.includes('{collectionId}');
  if (isOfTask && reach !== 'project' && reach !== 'task') return 404;
  if (isOfCollection && reach !== 'project' && reach !== 'collection') return 404;
  const isOfAll = !isOfTask && !isOfCollection && permission.name !== 'view_members';
  if (isOfAll && reach !== 'project') return 403;
  if (scopes && !operation.scopes?.every((scope) => scopes.includes(scope))) return 403;
  return can(levelOf(permission), 'member', permission.name as 'view') ? 'allowed' : 403;
}

/** The tests' resource is a task. */
function levelOf({ level }: { level: string }): 'task' {
  return (level === 'resource' ? 'task' : level) as 'task';
}

/** The response that the contract promises to a caller: an error status, or `allowed`. */
function expected(permission: Permission, who: Who): 401 | 403 | 404 | 'allowed' {
  if (permission === 'public') return 'allowed';
  if (who === 'anonymous' || permission === 'visitor') return 401;
  if (permission === 'authenticated') return 'allowed';
  if (who === 'outsider') return 404;
  return can(levelOf(permission), who, permission.name as 'view') ? 'allowed' : 403;
}

/** The response that the contract promises to somebody with whom the task, collection and chat are shared. */
function promisedToGuest(
  { operationId, path, permission }: Row,
  level: ShareLevel,
): 401 | 403 | 404 | 'allowed' {
  if (permission === 'visitor') return 401;
  if (typeof permission === 'string') return 'allowed';
  const isOfThing = /\{(taskId|collectionId|chatId|resourceType)\}/.test(path);
  // The run is the owner's: those who may edit its task see it.
  if (path.includes('{runId}')) return level === 'full' ? 'allowed' : 404;
  if (!isOfThing || permission.level === 'project' || permission.level === 'organization')
    return 404;
  // Cases repeat what others wrote. A wrong body is refused before that.
  if (operationId === 'createEvaluation') return 'allowed';
  if (/\/(dataset|evaluation)(\/|$)/.test(path) && !SHARE_LEVELS[level].includes('edit'))
    return 403;
  return SHARE_LEVELS[level].some((name) => name === permission.name) ? 'allowed' : 403;
}

/** Calls every operation as every caller and compares the result with its `x-permission`. */
export function suite(target: () => Target): void {
  describe('the authorisation matrix', () => {
    let values: Record<string, string> = {};
    const thing = (type: string) => `${projectPath(target())}/${type}/${values[`${type}Id`]}`;
    const urlOf = (path: string) => pathOf(path, values);

    const programs: Program[] = [];
    async function createPrograms(taskId: string, collectionId: string): Promise<void> {
      const other = await createTask(target());
      const resourcesOf: Record<Program['reach'], ResourceScope | null> = {
        project: null,
        task: { task_ids: [taskId], collection_ids: [] },
        collection: { task_ids: [], collection_ids: [collectionId] },
        others: { task_ids: [other.id], collection_ids: [] },
      };
      for (const reach of ['project', 'task', 'collection', 'others'] as const) {
        const resources = resourcesOf[reach];
        const body = { name: `Key of ${reach}`, resources };
        const { key } = (
          await call(target(), 'owner', 'POST', `${projectPath(target())}/api-key`, { body })
        ).body;
        programs.push({ name: `key of ${reach}`, bearer: key, reach });
        const all = ['task:run', 'run:read', 'collection:search'] as const;
        for (const scopes of reach === 'project' ? [all, ['run:read'] as const] : [all]) {
          const bearer = await appToken(target(), [...scopes], resources);
          const name = `token of ${reach} with ${scopes.length} scopes`;
          programs.push({ name, bearer, scopes, reach });
        }
      }
    }

    beforeAll(async () => {
      const { orgId, projectId } = target();
      const tenant = await createTenant(target(), 'owner', { orgId, projectId });
      values = { ...tenant.values, ...NOBODYS };
      await createPrograms(tenant.values.taskId, tenant.values.collectionId);
      values.userId = (await call(target(), 'member', 'GET', '/user')).body.id;
    });

    it.each(rows)('$operationId', async (row) => {
      const { operationId, method, path, permission } = row;
      const url = urlOf(path);
      const seen: Record<string, unknown> = {};
      const promised: Record<string, unknown> = {};
      for (const who of callers) {
        const own = PERSONAL.has(operationId) && who !== 'anonymous' ? 404 : undefined;
        const may = own ?? expected(permission, who);
        const promise = may === 'allowed' && MISSING.has(operationId) ? 404 : may;
        // An allowed caller would really delete the resource, which the next row needs.
        if (promise === 'allowed' && method === 'DELETE') continue;
        // An invalid body for every operation, so that allowed callers get no further than validation.
        const options = {
          ...(method !== 'GET' && method !== 'DELETE' && { body: { surplus: true } }),
          ...(permission === 'public' && { headers: { origin: ORIGIN } }),
        };
        const { status } = await call(target(), who, method, url, options);
        promised[who] = promise;
        seen[who] = status === 401 || status === 403 || status === 404 ? status : 'allowed';
      }
      for (const program of programs) {
        const promise = promisedTo(program, row);
        if (promise === 'allowed' && method === 'DELETE') continue;
        const options = {
          ...(method !== 'GET' && method !== 'DELETE' && { body: { surplus: true } }),
          ...(permission === 'public' && { headers: { origin: ORIGIN } }),
        };
        const { status } = await call(target(), program, method, url, options);
        promised[program.name] = promise;
        seen[program.name] =
          status === 401 || status === 403 || status === 404 ? status : 'allowed';
      }
      expect(seen).toEqual(promised);
    });

    it.each(['run', 'full'] as const)('holds for guests who may %s', async (level) => {
      const { email } = (await call(target(), 'outsider', 'GET', '/user')).body;
      const shares: string[] = [];
      for (const type of ['task', 'collection', 'chat']) {
        const url = `${thing(type)}/access`;
        const made = await call(target(), 'owner', 'POST', url, { body: { email, level } });
        const { id, invitation_link } = made.body.share;
        shares.push(`${url}/${id}`);
        if (invitation_link === null) continue;
        const body = { token: tokenIn(invitation_link) };
        await call(target(), 'outsider', 'POST', '/invitation/accept', { body });
      }
      const seen: Record<string, unknown> = {};
      const promised: Record<string, unknown> = {};
      for (const row of rows) {
        const { operationId, method, path } = row;
        // What is personal has no guests.
        if (row.permission === 'authenticated') continue;
        const own = MEMBERS_ONLY.has(operationId) ? 403 : promisedToGuest(row, level);
        const promise = PERSONAL.has(operationId) ? 404 : own;
        if (promise === 'allowed' && method === 'DELETE') continue;
        const options = {
          ...(method !== 'GET' && method !== 'DELETE' && { body: { surplus: true } }),
          ...(row.permission === 'public' && { headers: { origin: ORIGIN } }),
        };
        const { status } = await call(target(), 'outsider', method, urlOf(path), options);
        promised[operationId] = promise;
        seen[operationId] = [401, 403, 404].includes(status) ? status : 'allowed';
      }
      expect(seen).toEqual(promised);
      for (const url of shares) await call(target(), 'owner', 'DELETE', url);
      expect((await call(target(), 'outsider', 'GET', thing('task'))).status).toBe(404);
    });

    it('has a row for each operation', () => {
      const ids = new Set(rows.map(({ operationId }) => operationId));
      expect(ids.size).toBe(rows.length);
      expect(rows.length).toBeGreaterThanOrEqual(44);
    });
  });
}
