import { describe, expect, it } from 'vitest';
import { can } from '#core/access/permissions.ts';
import { API_PREFIX, operations as contract, type Operation } from '#domain/call.ts';
import type { PermissionLevel, Role } from '#generated/model/index.ts';
import type { OperationId } from '#generated/operations/index.ts';
import type { FaultStatus, Faults } from '#mocks/faults.ts';
import type { Persona } from '#mocks/scenarios.ts';
import { PROJECT_ID, SHARED_ORG_ID, SHARED_PROJECT_ID, seedId } from '#mocks/seed/ids.ts';
import { OAUTH_REQUEST_ID } from '#mocks/seed/oauth.ts';
import { seedWorld } from '#mocks/seed/world.ts';
import { createStore, type StoreData } from '#mocks/store.ts';
import { type Bench, createBench, ORIGIN } from '#mocks/testing.ts';
import { addChatRows, CHAT_ROWS } from '../support/chat-rows.ts';
import { addCollectionRows, COLLECTION_ROWS as ROWS } from '../support/collection-rows.ts';
import { contractViolations } from '../support/contract-check.ts';
import { exampleBody } from '../support/example-body.ts';
import { addPeopleRows, PEOPLE_ROWS } from '../support/people-rows.ts';
import { definition } from './target.ts';

// A few seeds for each commit. The contract workflow uses hundreds.
const SEEDS = Number(process.env.MOCK_SEEDS ?? 3);
/** A waiting tool call, an uploaded archive, an account at Google and a socket can't be seeded. */
const UNSEEDED: readonly OperationId[] = [
  // Nobody in the seed has an address of a verified domain.
  'joinOrg',
  'requestToJoin',
  'withdrawJoinRequest',
  'sendToolReply',
  'importCollection',
  'importOrg',
  'downloadTransfer',
  'connectDatasource',
  'completeDatasourceConnection',
  'openChatSocket',
  // The organisation has a subscription already, and no spend alert.
  'createCheckout',
  'deleteSpendAlert',
];
const operations = Object.values(contract).filter(({ id }) => !UNSEEDED.includes(id));

/** Bodies for operations whose contract example doesn't match the seed. */
const BODIES: Partial<Record<OperationId, unknown>> = {
  createPriceCorrection: {
    model_id: `${seedId('endpoint', 1)}/llama-3.3-70b`,
    from: '2026-11-01T00:00:00Z',
    input_price: 1_000_000,
    output_price: 2_000_000,
  },
  runAssist: { helper: 'suggest_names', definition },
  streamAssist: { helper: 'suggest_names', definition },
  moveTask: { project_id: seedId('project', 1) },
  moveProject: { org_id: PEOPLE_ROWS.otherOrg },
  previewProjectMove: { org_id: PEOPLE_ROWS.otherOrg },
  copyProject: { name: 'Copied', template_id: 'support' },
  moveCollection: { project_id: seedId('project', 1) },
  createQuestion: { question: 'How long does a refund take?' },
  updateQuestion: { question: 'How long do refunds take?' },
  createUploads: {
    purpose: 'document',
    collection_id: seedId('collection', 1),
    files: [{ name: 'a.txt', size: 3 }],
  },
  activateTaskRevision: {},
  replaceTaskEnvironment: { revision: 1 },
  createEvaluation: { dataset_id: seedId('dataset', 1), revision: 1 },
  createChat: { config: { type: 'model' } },
  replaceChatConfig: { type: 'model' },
  sendChatMessage: { text: 'How long does a refund take?', parent_id: CHAT_ROWS.answer },
  addChatCase: { chat_id: seedId('chat', 1), message_id: CHAT_ROWS.answer },
  publishArticle: { webhook_id: seedId('webhook', 3) },
  replaceTaskWebhook: { webhook_id: seedId('webhook', 1) },
  // Everybody may ask about themselves.
  previewOrgRemoval: {},
  previewProjectRemoval: {},
  updateOrgMembers: { user_ids: [PEOPLE_ROWS.member], role: 'editor' },
  updateProjectMembers: { user_ids: [PEOPLE_ROWS.member], role: 'editor' },
  transferOrgOwnership: { user_id: PEOPLE_ROWS.member },
  openOAuthRequest: { request: OAUTH_REQUEST_ID },
  openInvitation: { token: PEOPLE_ROWS.token },
  acceptInvitation: { token: PEOPLE_ROWS.token },
  declineInvitation: { token: PEOPLE_ROWS.token },
  scheduleUserDeletion: { email: 'ada@example.com', org_ids: [PEOPLE_ROWS.otherOrg] },
  unsubscribeFromEmails: { token: PEOPLE_ROWS.unsubscribeToken },
  openAccessLink: { token: PEOPLE_ROWS.linkToken },
  changePlan: { plan: 'professional', interval: 'monthly' },
};

/** An article that the member began, since members delete only their own. */
const MEMBERS_ARTICLE = seedId('article', 3);

/** The path of an operation, with ids of seeded resources. */
function pathOf(operation: Operation, place: Partial<Record<string, string>> = {}): string {
  const values: Record<string, string | undefined> = {
    revisionNumber: '1',
    versionNumber: '1',
    environment: 'staging',
    apiKeyId: KEY.id,
    oauthClientId: seedId('client', 1),
    oauthRequestId: OAUTH_REQUEST_ID,
    userId: PEOPLE_ROWS.member,
    entryId: PEOPLE_ROWS.auditEntry,
    notificationId: seedId('notification', 9),
    shareId: PEOPLE_ROWS.share,
    domainId: PEOPLE_ROWS.domain,
    joinRequestId: PEOPLE_ROWS.joinRequest,
    accessLinkId: PEOPLE_ROWS.link,
    resourceType: 'task',
    endpointId: seedId('endpoint', 1),
    modelEndpointId: seedId('endpoint', 1),
    id: seedId('task', 1),
    messageId: operation.permission === 'visitor' ? CHAT_ROWS.visitorAnswer : CHAT_ROWS.answer,
    attachmentId: operation.method === 'GET' ? CHAT_ROWS.sent : CHAT_ROWS.unsent,
    passageNumber: '1',
    shareToken: CHAT_ROWS.shareToken,
    widgetKey: CHAT_ROWS.widgetKey,
    ...PLACES[operation.id],
    ...place,
  };
  // The first resource of its kind, unless specified otherwise.
  const valueFor = (name: string) => values[name] ?? seedId(name.replace(/Id$/, ''), 1);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => valueFor(name));
  return `${API_PREFIX}${path}${QUERIES[operation.id] ?? ''}`;
}

/** Query parameters that operations need. */
const QUERIES: Partial<Record<OperationId, string>> = {
  // A task of the seed uses it.
  deleteCollection: '?force=true',
  searchChatMessages: '?q=refund',
  uploadPart: '?offset=0',
  listPriceChanges: `?model_id=${seedId('endpoint', 1)}/llama-3.3-70b`,
  previewPlanChange: '?plan=professional&interval=monthly',
};

/** Resources that operations need in another state than the first one of their kind. */
const PLACES: Partial<Record<OperationId, Record<string, string>>> = {
  // The first one has been applied.
  deletePriceCorrection: { correctionId: seedId('correction', 2) },
  applyPriceCorrection: { correctionId: seedId('correction', 2) },
  updateProjectInvitation: { invitationId: seedId('invitation', 3) },
  cancelProjectInvitation: { invitationId: seedId('invitation', 3) },
  resendProjectInvitation: { invitationId: seedId('invitation', 3) },
  createProjectInvitationLink: { invitationId: seedId('invitation', 3) },
  cancelDocument: { documentId: ROWS.waiting },
  refetchDocument: { documentId: ROWS.page },
  activateCollectionIndex: { indexId: ROWS.retired },
  deleteCollectionIndex: { indexId: ROWS.retired },
  cancelDatasourceSync: { syncId: ROWS.openSync },
  deleteArticle: { articleId: MEMBERS_ARTICLE },
};

function textFile(): FormData {
  const form = new FormData();
  form.set('file', new File(['abc'], 'a.txt'));
  return form;
}

function picture(): FormData {
  const form = new FormData();
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  form.set('file', new Blob([png]), 'a.png');
  return form;
}

const FORMS: Partial<Record<OperationId, () => FormData>> = {
  replaceUserAvatar: picture,
  uploadArticleImage: picture,
  uploadDocument: textFile,
  uploadPart: textFile,
  uploadChatAttachment: textFile,
};

const KEY = {
  id: seedId('key', 1),
  project_id: PROJECT_ID,
  name: 'Key',
  prefix: 'tlk_seed',
  // The mocks store keys unhashed.
  hash: 'tlk_seededkey',
  resources: null,
  old_prefix: null,
  old_hash: null,
  old_key_until: null,
  created_by_id: 'user_1',
  created_at: '2026-11-20T09:00:00Z',
  last_used_at: null,
  expires_at: null,
};

/** Each seed's data. Copying it is faster than creating it again. */
const worlds = new Map<number, StoreData>();
/** The mocks of each seed, until something is written to them. */
const benches = new Map<number, Bench>();

function benchOf(seed: number): Bench {
  const known = benches.get(seed);
  if (known) return known;
  const world = worlds.get(seed) ?? seedWorld({ seed });
  worlds.set(seed, world);
  const data = structuredClone(world);
  data.tables.api_key[KEY.id] = KEY;
  addCollectionRows(data);
  addChatRows(data);
  addPeopleRows(data);
  const article = data.tables.article[MEMBERS_ARTICLE];
  if (article) article.created_by_id = seedId('user', 3);
  const bench = createBench({}, createStore(data));
  benches.set(seed, bench);
  return bench;
}

interface CallOptions {
  place?: Partial<Record<string, string>>;
  faults?: Faults;
  /** Instead of an example. */
  body?: unknown;
  /** Whether a visitor calls instead. */
  visitor?: boolean;
}

async function call(
  seed: number,
  operation: Operation,
  as: Persona,
  { place = {}, faults = {}, body: given, visitor = false }: CallOptions = {},
) {
  const bench = benchOf(seed);
  bench.store.faults = faults;
  const path = pathOf(operation, place);
  const body =
    FORMS[operation.id]?.() ?? given ?? BODIES[operation.id] ?? exampleBody(operation.id);
  const headers: Record<string, string> = {
    ...(operation.id === 'replaceTaskDraft' && { 'if-match': '"1"' }),
    ...(operation.permission === 'public' && { origin: CHAT_ROWS.origin }),
    ...(visitor && { authorization: `Bearer ${CHAT_ROWS.visitorToken}` }),
  };
  const response = await bench.send(operation.method, path, { as, body, headers });
  // Rejected requests change nothing.
  if (response.ok && operation.method !== 'GET') benches.delete(seed);
  const violations = await contractViolations(operation.method, ORIGIN + path, response.clone());
  return { response, violations };
}

describe('every operation of the mocks', () => {
  it.each(operations.map((o) => [o.id, o] as const))(
    '%s responds according to the contract, with many seeds',
    async (_, operation) => {
      for (let seed = 0; seed < SEEDS; seed += 1) {
        const { response, violations } = await call(seed, operation, 'owner', {
          visitor: operation.permission === 'visitor',
        });
        expect(violations).toEqual([]);
        expect(response.status, await response.clone().text()).toBeLessThan(300);
      }
    },
    // As generous as other tests, since a shared machine may be many times slower.
    Math.max(60_000, SEEDS * 1000),
  );

  it.each(operations.filter((o) => o.permission !== 'public').map((o) => [o.id, o] as const))(
    '%s returns each error that the contract declares',
    async (_, operation) => {
      for (const status of operation.statuses.filter((one) => one >= 300)) {
        const faults = { status: String(status) as FaultStatus };
        const visitor = operation.permission === 'visitor';
        const { response, violations } = await call(0, operation, 'owner', { faults, visitor });
        expect(violations).toEqual([]);
        expect(response.status).toBe(status);
      }
    },
  );
});

describe('permissions', () => {
  const ROLES: Record<Persona, { org: Role | null; project: Role | null }> = {
    owner: { org: 'owner', project: 'owner' },
    editor: { org: 'editor', project: 'editor' },
    member: { org: 'member', project: 'member' },
    outsider: { org: null, project: null },
    onboarding: { org: null, project: null },
    'signed-out': { org: null, project: null },
  };

  function expected({ id, permission }: Operation, persona: Persona): number {
    // Until it is sent, a file belongs to whoever uploaded it.
    if (id === 'deleteChatAttachment' && ['editor', 'member'].includes(persona)) return 404;
    if (permission === 'public') return 200;
    if (persona === 'signed-out') return 401;
    if (permission === 'visitor') return 401;
    const isOutside = ROLES[persona].project === null;
    // Requests of apps are for people who may use the app's project, and grants are personal.
    if (id === 'openOAuthRequest' && isOutside) return 403;
    if (id.endsWith('OAuthRequest') && id !== 'openOAuthRequest' && persona !== 'owner') return 404;
    if (/^(revokeUserGrant|leaveSharedThing)$/.test(id) && persona !== 'owner') return 404;
    // The transfer is the owner's.
    if (/^(get|cancel)Transfer$/.test(id) && persona !== 'owner' && !isOutside) return 404;
    // Only owners see what is deleted.
    if (/^(restore|erase)(Org|Project)$/.test(id) && persona !== 'owner') return 404;
    // Its body has the owner's address.
    if (id === 'scheduleUserDeletion' && persona !== 'owner') return 400;
    if (/^(update|delete)Notification$/.test(id) && persona !== 'owner') return 404;
    // The owner is the one who is invited.
    if (/^(accept|decline)Invitation$/.test(id) && persona !== 'owner') return 403;
    if (permission === 'authenticated') return 200;
    const role = permission.level === 'organization' ? ROLES[persona].org : ROLES[persona].project;
    if (role === null) return 404;
    // The resource of the tests is a task.
    const level = permission.level === 'resource' ? 'task' : permission.level;
    return can(level as PermissionLevel, role, permission.name as 'edit') ? 200 : 403;
  }

  describe.each(Object.keys(ROLES) as Persona[])('as %s', (persona) => {
    it.each(operations.map((o) => [o.id, o] as const))('%s', async (_, operation) => {
      const { response, violations } = await call(1, operation, persona);
      const status = response.ok ? 200 : response.status;
      expect([operation.id, status]).toEqual([operation.id, expected(operation, persona)]);
      expect(violations).toEqual([]);
    });
  });

  const OURS = {};
  /** The owner is a guest in another organisation: an editor of one of its projects. */
  const GUEST = {
    orgId: SHARED_ORG_ID,
    projectId: SHARED_PROJECT_ID,
    id: seedId('task', 13),
    taskId: seedId('task', 13),
  };
  const TESTS = {
    organization: contract.testOrgPermissions,
    project: contract.testProjectPermissions,
    task: contract.testResourcePermissions,
    collection: contract.testResourcePermissions,
    chat: contract.testResourcePermissions,
  };

  it.each([
    ...(Object.keys(ROLES) as Persona[]).map((persona) => [persona, persona, OURS] as const),
    ['a guest', 'owner', GUEST] as const,
  ])('are told to %s as the guard enforces them', async (_, persona, place) => {
    const wrong: object[] = [];
    for (const operation of operations) {
      const { id, permission } = operation;
      if (typeof permission === 'string') continue;
      // Open to guests although they have no permission in the organisation.
      if (place === GUEST && 'guests' in permission) continue;
      const level = permission.level === 'resource' ? 'task' : permission.level;
      const body = { permissions: [permission.name] };
      const tested = level === 'chat' ? { resourceType: 'chat', id: seedId('chat', 1) } : {};
      const test = await call(1, TESTS[level], persona, {
        place: { ...place, ...tested },
        body,
      });
      const told = test.response.ok
        ? (await test.response.json()).permissions.length > 0
        : test.response.status;
      const { status } = (await call(1, operation, persona, { place })).response;
      // Without access, the test itself is refused.
      const done = [401, 404].includes(status) && !test.response.ok ? status : status !== 403;
      if (told !== done) wrong.push({ id, status, told });
    }
    expect(wrong).toEqual([]);
  });

  it('let a guest use a shared project, but change nothing else in its organisation', async () => {
    const statusOf = async (id: OperationId) =>
      (await call(1, contract[id], 'owner', { place: GUEST })).response.status;
    expect([
      await statusOf('getOrg'),
      await statusOf('getProject'),
      await statusOf('getTask'),
    ]).toEqual([200, 200, 200]);
    expect([await statusOf('updateOrg'), await statusOf('createProject')]).toEqual([403, 403]);
    expect([await statusOf('createTask'), await statusOf('deleteProject')]).toEqual([201, 403]);
  });
});
