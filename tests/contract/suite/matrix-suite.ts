import { beforeAll, describe, expect, it, vi } from 'vitest';
import { can } from '#core/access/permissions.ts';
import { SHARE_LEVELS } from '#core/access/share-levels.ts';
import type { ResourceScope, ShareLevel } from '#generated/model/index.ts';
import type { OperationId } from '#generated/operations/index.ts';
import contract from '#generated/server/openapi.json' with { type: 'json' };
import { appToken } from '../../support/app-token.ts';
import { exampleBody } from '../../support/example-body.ts';
import { call, createTask, orgPath, projectPath, type Target, type Who } from '../target.ts';
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
/** Where the widget may be shown. */
const ORIGIN = 'https://www.example.com';
const callers: Who[] = ['anonymous', 'outsider', 'member', 'editor', 'owner'];

/** What is about a shared thing, but says something about its project. */
const MEMBERS_ONLY = new Set<OperationId>(['getCollectionChatUse']);
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

/** Those who may open it find nothing: the tests export no organisation, nobody asks to join it, its article has no
 * versions, and no price is corrected. */
const MISSING = new Set<OperationId>([
  'getArticleVersion',
  'restoreArticleVersion',
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
  { path, permission }: Row,
  level: ShareLevel,
): 401 | 403 | 404 | 'allowed' {
  if (permission === 'visitor') return 401;
  if (typeof permission === 'string') return 'allowed';
  const isOfThing = /\{(taskId|collectionId|chatId|resourceType)\}/.test(path);
  // The run is the owner's: those who may edit its task see it.
  if (path.includes('{runId}')) return level === 'full' ? 'allowed' : 404;
  if (!isOfThing || permission.level === 'project' || permission.level === 'organization')
    return 404;
  return SHARE_LEVELS[level].some((name) => name === permission.name) ? 'allowed' : 403;
}

/** Calls every operation as every caller and compares the result with its `x-permission`. */
export function suite(target: () => Target): void {
  describe('the authorisation matrix', () => {
    const values: Record<string, string> = {
      revisionNumber: '1',
      versionNumber: '1',
      environment: 'staging',
      apiKeyId: 'key_none',
      oauthRequestId: 'request_none',
      grantId: 'grant_none',
      joinRequestId: 'join_none',
      deletedProjectId: 'project_none',
      deletedOrgId: 'org_none',
      transferId: 'transfer_none',
      correctionId: 'correction_none',
      credentialId: 'credential_none',
      templateId: 'classify',
      modelEndpointId: 'sandbox',
      joinableOrgId: 'org_none',
      resourceType: 'task',
    };

    const thing = (type: string) => `${projectPath(target())}/${type}/${values[`${type}Id`]}`;
    const urlOf = (path: string) =>
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

    /** Creates the resource at the end of a path, if a POST with the contract's example is enough. */
    async function createFor(path: string): Promise<void> {
      const [, collection, name] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? [];
      const create = rows.find((row) => row.method === 'POST' && row.path === collection);
      if (collection === undefined || name === undefined || values[name] || !create) return;
      const body = exampleBody(create.operationId);
      const made = await call(target(), 'owner', 'POST', urlOf(collection), { body });
      values[name] = made.body.id ?? made.body[name.replace('Id', '')]?.id;
    }

    /** A chat that is shared with the project, and a widget. */
    async function createChat(): Promise<void> {
      const send = async (method: string, path: string, body: object) =>
        (await call(target(), 'owner', method, `${projectPath(target())}/${path}`, { body })).body;
      const config = { type: 'model' };
      const chat = await send('POST', 'chat', { config });
      await send('PUT', `chat/${chat.id}/share`, { audience: 'project' });
      const form = new FormData();
      form.set('file', new File(['Hello is a greeting.'], 'greeting.txt'));
      const attached = await send('POST', `chat/${chat.id}/attachment`, form);
      const body = { text: 'What is hello?', attachment_ids: [attached.id] };
      const sent = await send('POST', `chat/${chat.id}/message`, body);
      const isAnswered = async () => {
        const answer = `${projectPath(target())}/chat/${chat.id}/message/${sent.answer.id}`;
        expect((await call(target(), 'owner', 'GET', answer)).body.ended_at).not.toBeNull();
      };
      await vi.waitFor(isAnswered, { timeout: 20_000, interval: 100 });
      const { link, url } = await send('POST', `chat/${chat.id}/link`, { expires_at: null });
      const help = { name: 'Help', config, origins: [ORIGIN] };
      const widget = await send('POST', 'widget', help);
      // The key of the first one changes when its operation is tried.
      const { key } = await send('POST', 'widget', help);
      Object.assign(values, {
        ...{ chatId: chat.id, messageId: sent.answer.id, passageNumber: '1' },
        ...{ attachmentId: attached.id, linkId: link.id, shareToken: url.split('/').at(-1) },
        ...{ widgetId: widget.id, widgetKey: key },
      });
    }

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
      const task = await createTask(target());
      await call(target(), 'owner', 'PUT', `${task.path}/environment/staging`, {
        body: { revision: 1 },
      });
      const run = await call(target(), 'owner', 'POST', `${task.path}/run`, {
        body: { inputs: { review: 'Fine.' } },
      });
      const dataset = await call(target(), 'owner', 'POST', `${task.path}/dataset`, {
        body: { name: 'Cases' },
      });
      values.datasetId = dataset.body.id;
      const added = await call(
        target(),
        'owner',
        'POST',
        `${task.path}/dataset/${values.datasetId}/case`,
        {
          body: { inputs: { review: 'Fine.' } },
        },
      );
      values.caseId = added.body.id;
      const evaluation = await call(target(), 'owner', 'POST', `${task.path}/evaluation`, {
        body: { dataset_id: values.datasetId, revision: 1 },
      });
      values.evaluationId = evaluation.body.id;
      values.orgId = target().orgId;
      values.projectId = target().projectId;
      values.taskId = task.id;
      values.id = task.id;
      values.runId = run.body.id;
      const steps = `/org/${values.orgId}/project/${values.projectId}/run/${values.runId}/step`;
      const trace = await call(target(), 'owner', 'GET', steps);
      values.stepId = trace.body.results[0].id;
      const webhooks = `${projectPath(target())}/webhook`;
      const webhook = await call(target(), 'owner', 'POST', webhooks, {
        body: { name: 'Matrix', url: 'https://hooks.invalid/matrix', events: ['run.failed'] },
      });
      values.webhookId = webhook.body.webhook.id;
      const tested = await call(target(), 'owner', 'POST', `${webhooks}/${values.webhookId}/test`);
      values.deliveryId = tested.body.delivery.id;
      const collections = `${projectPath(target())}/collection`;
      const collection = await call(target(), 'owner', 'POST', collections, {
        body: { name: 'Matrix' },
      });
      values.collectionId = collection.body.id;
      const upload = await call(target(), 'owner', 'POST', `${projectPath(target())}/upload`, {
        body: {
          purpose: 'document',
          collection_id: collection.body.id,
          files: [{ name: 'a.txt', size: 3 }],
        },
      });
      values.uploadId = upload.body.results[0].upload.id;
      const sources = `${collections}/${collection.body.id}/datasource`;
      const source = await call(target(), 'owner', 'POST', sources, {
        body: { name: 'Matrix', config: { kind: 'website', url: target().website, depth: 0 } },
      });
      values.datasourceId = source.body.id;
      const syncs = await call(target(), 'owner', 'GET', `${sources}/${source.body.id}/sync`);
      values.syncId = syncs.body.results[0].id;
      const invited = await call(target(), 'owner', 'POST', `${orgPath(target())}/invitation`, {
        body: {
          emails: ['matrix@example.com'],
          role: 'member',
          projects: [{ project_id: target().projectId, role: 'editor' }],
        },
      });
      values.invitationId = invited.body.results[0].invitation.id;
      const log = await call(target(), 'owner', 'GET', `${orgPath(target())}/audit?page_limit=1`);
      values.entryId = log.body.results[0].id;
      // Nobody's: what is in an inbox is shown to its owner alone.
      values.notificationId = 'notification_01jd0000000000000000000009';
      values.userId = (await call(target(), 'member', 'GET', '/user')).body.id;
      const client = await call(
        target(),
        'owner',
        'POST',
        `${projectPath(target())}/oauth-client`,
        {
          body: exampleBody('createOAuthClient'),
        },
      );
      values.oauthClientId = client.body.client.id;
      await createPrograms(task.id, collection.body.id);
      await createChat();
      const share = await call(target(), 'owner', 'POST', `${thing('task')}/access`, {
        body: { email: 'matrix@example.com', level: 'view' },
      });
      values.shareId = share.body.share.id;
      // Not the domain that people have addresses of.
      const domain = await call(target(), 'owner', 'POST', `${orgPath(target())}/domain`, {
        body: { domain: 'matrix.example' },
      });
      values.domainId = domain.body.id;
      for (const { path } of rows) await createFor(path);
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
