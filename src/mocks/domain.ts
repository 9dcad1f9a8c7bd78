import { readCases } from '#core/evaluation/import.ts';
import { Shares } from '#core/shares.ts';
import { Refusals } from '#domain/audit/refusals.ts';
import { createCharges } from '#domain/billing/charges.ts';
import { API_PREFIX } from '#domain/call.ts';
import { recordOf } from '#domain/capture/capture.service.ts';
import type { Domain } from '#domain/domain.ts';
import { SHARED_CASES } from '#domain/evaluation/evaluation.port.ts';
import { createEvaluationRuns } from '#domain/evaluation/evaluation-runs.ts';
import { SHARED_EXPORTS } from '#domain/exports.ts';
import { contractChanges } from '#domain/revision/contract-changes.ts';
import { createRunService } from '#domain/run/run.service.ts';
import { createRunnableService } from '#domain/task/runnable.service.ts';
import type { TaskPort } from '#domain/task/task.port.ts';
import type { ClientSettings } from '#generated/model/index.ts';
import { pretendPayments } from './billing/pretend-payments.ts';
import { createChatPort } from './chat/port.ts';
import { createCollectionPort, joined, MAX_MB } from './collection/port.ts';
import { createDatasourcePort } from './datasource/port.ts';
import { memoryFiles } from './files.ts';
import { createAccessChanges } from './http/access-changes.ts';
import { workOn } from './http/background.ts';
import { resumeInMocks } from './http/resume-oauth.ts';
import { createMockStanding } from './http/standing.ts';
import { endSessionsOf, notificationMail, putIntoOutbox } from './identity/data.ts';
import { createMemoryStores } from './memory/stores.ts';
import { createAssistPort } from './run/assist-port.ts';
import { createRunPort, type MockRunPort } from './run/port.ts';
import { MOCK_SECRETS } from './secrets.ts';
import { seedId } from './seed/ids.ts';
import { endpointsOf } from './seed/models.ts';
import type { Store } from './store.ts';
import { pretendPost } from './webhook/pretend-post.ts';

const SETTINGS: ClientSettings = {
  api_base_url: API_PREFIX,
  free_tier_project_id: seedId('project', 0),
  identity_url: '/identity',
  stripe_publishable_key: 'pk_test_unset',
  price_professional_monthly: 'price_professional_monthly',
  price_professional_yearly: 'price_professional_yearly',
  price_teams_monthly: 'price_teams_monthly',
  price_teams_yearly: 'price_teams_yearly',
  auth_method: 'jwt',
  document_max_mb: MAX_MB,
  document_images: false,
};

/** The domain, with methods to resume work that a page load interrupted. */
export type MockDomain = Domain & { run: MockRunPort };

/** The mocks' implementation of the domain's ports: tables in memory, and nothing that leaves this process. */
export function createMockDomain(store: Store): MockDomain {
  const stores = createMemoryStores(store);
  const task = taskPort(store);
  const refusals = new Refusals();
  const domain: MockDomain = {
    // Overridden by each request with its own origin.
    apiUrl: API_PREFIX,
    stores,
    secrets: MOCK_SECRETS,
    areAddressesAssumed: false,
    outbound: {
      check: async (url) => (await import('#core/outbound/address.ts')).checkAddress(url),
    },
    access: { hash: (key) => key, ...createAccessChanges(store) },
    account: {
      isManaged: true,
      endSessions: async (identityId) => endSessionsOf(store.data.identity, identityId),
      async deleteIdentity(identityId) {
        endSessionsOf(store.data.identity, identityId);
        delete store.data.identity.identities[identityId];
      },
    },
    assist: createAssistPort(store),
    audit: {
      countRefusal: (refusal) => refusals.add(refusal),
      saveRefusals: () => refusals.save(stores.audit),
    },
    // Every record is there, unless the panel says otherwise.
    capture: {
      async lookupTxt(name) {
        if (store.faults.noDns) return [];
        const rows = Object.values(store.data.tables.email_domain).map(recordOf);
        return rows.filter((record) => record.name === name).map(({ value }) => value);
      },
    },
    charges: createCharges({ isRefused: () => true, report: console.error }),
    chat: createChatPort(store),
    collection: createCollectionPort(store, () => domain),
    datasource: createDatasourcePort(store, () => domain),
    evaluation: {
      run: (run) => createEvaluationRuns(createRunService(domain))(run),
      cases: new Shares(SHARED_CASES),
      readCases: async (_orgId, given) => readCases(given),
      kick: () =>
        void import('#domain/evaluation/work.ts').then(({ evaluationWork }) =>
          workOn(store, evaluationWork(domain)),
        ),
    },
    exports: new Shares(SHARED_EXPORTS),
    files: memoryFiles(store),
    // Nothing leaves the mocks, so people pass the links on themselves.
    invitation: {
      pageUrl: '/invitation',
      linkUrl: '/link',
      isMailed: false,
      send: () => undefined,
    },
    model: {
      list: async () => store.data.models,
      find: (id) => store.data.models.find((model) => model.id === id),
      endpoints: async () => endpointsOf(store.data.models),
      check: async (id) =>
        store.data.models.find(({ endpoint }) => endpoint.id === id)?.endpoint.problem ?? null,
      open: async (endpoint) =>
        (await import('./endpoint/pretend-endpoint.ts')).pretendEndpoint(store, endpoint),
      probedAt: () => undefined,
    },
    notification: {
      consoleUrl: '',
      isMailed: true,
      mailDelayMs: 0,
      mailPauseMs: 0,
      send: async (mail) => putIntoOutbox(store.data.identity, notificationMail(mail)),
    },
    oauth: {
      hash: (secret) => secret,
      resumeUrl: resumeInMocks,
    },
    payments: {
      provider: store.hasPayments ? pretendPayments(store) : null,
      missing: [],
      consoleUrl: '',
    },
    prices: {
      kick: () =>
        void import('#domain/billing/price/work.ts').then(({ correctionWork }) =>
          workOn(store, correctionWork(domain)),
        ),
    },
    run: createRunPort(store, () => domain),
    standing: createMockStanding(store, stores),
    runnables: createRunnableService({ stores, task }),
    system: { settings: SETTINGS, checks: async () => [{ name: 'mocks', ok: true }] },
    task,
    tool: {
      secretOf: (projectId, generation) => `whsec_${btoa(`${projectId} ${generation}`)}`,
      readMcpTools: async (url, credential) =>
        (await import('./tool/pretend-mcp.ts')).readPretendTools(url, credential),
    },
    transfer: {
      async openArchive({ folder, names }) {
        const { openOrgArchive } = await import('#domain/transfer/open-archive.ts');
        return openOrgArchive(await joined(domain.collection.files, folder, names));
      },
      kick: () =>
        void import('#domain/transfer/work.ts').then(({ transferWork }) =>
          workOn(store, transferWork(domain)),
        ),
    },
    webhook: {
      post: pretendPost,
      kick: () => undefined,
      retriesMs: [5000],
    },
  };
  return domain;
}

function taskPort(store: Store): TaskPort {
  return {
    async runnable(taskId) {
      const { task, task_revision } = store.data.tables;
      const found = task[taskId];
      if (!found) return undefined;
      const active = task_revision[`${taskId} ${found.active_revision}`];
      return structuredClone({ ...found, definition: active?.definition ?? null });
    },
    async compare(_orgId, base, next) {
      const { differ } = await import('./differ.ts');
      return contractChanges(differ, base, next);
    },
  };
}
