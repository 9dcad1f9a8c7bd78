import { scopesConcern } from '#core/access/oauth-scopes.ts';
import { can } from '#core/access/permissions.ts';
import { newId } from '#core/ids.ts';
import type {
  FieldError,
  OAuthRequest,
  OAuthRequestAccept,
  OAuthRequestAnswer,
  OAuthResource,
  ResourceScope,
} from '#generated/model/index.ts';
import { checkResources } from '../access/resources.ts';
import { newSecret } from '../access/secret.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import type { UserPrincipal } from '../principal.ts';
import { invalidRequest, mustFind, ProblemError } from '../problem.ts';
import type { OAuthClientRow, OAuthRequestRow } from './oauth.tables.ts';
import { toApp, toOAuthProject } from './oauth-views.ts';
import { openRequest } from './sealed-request.ts';

/** How many tasks and collections the consent page offers: as many as an answer may name. */
const CHOICES_MAX = 100;
/** Requests that one person may have open. Each is a row for half an hour. */
const OPEN_MAX = 50;

/** Requests of apps that people answer on the consent page. */
export function createOAuthRequestService({
  stores,
  access,
  oauth,
  secrets,
  standing,
}: Pick<Domain, 'stores' | 'access' | 'oauth' | 'secrets' | 'standing'>) {
  const { requests, clients, grants } = stores.oauth;

  /**
   * A request that waits for an answer.
   * @throws ProblemError 404, or 403 when the person may not use the app's project
   */
  async function findFor(id: string, user: UserPrincipal) {
    const request = await requests.find({ id, opened_by: user.userId });
    if (!request) throw expired();
    return placeOf(request, user);
  }

  /** @throws ProblemError 404, or 403 when the person may not use the app's project */
  async function placeOf(request: OAuthRequestRow, { userId }: UserPrincipal) {
    if (!isOpen(request)) throw expired();
    const client = await mustFind(clients.find({ id: request.client_id }));
    const project = await mustFind(stores.project.projects.find({ id: client.project_id }));
    const found = await standing.of(userId, project.org_id, project.id);
    if (!can('project', found?.projectRole ?? null, 'run_task')) throw noAccess(client);
    return { request, client, project };
  }

  /** Ends a request with an answer, which only the first one can. */
  async function end(
    request: OAuthRequestRow,
    change: Partial<OAuthRequestRow>,
    store: typeof requests,
  ): Promise<OAuthRequestAnswer> {
    const proof = newSecret('');
    const ended = await store.change(
      { id: request.id, status: 'pending' },
      { ...change, proof_hash: oauth.hash(proof) },
    );
    if (ended === 0) throw expired();
    return { redirect_to: oauth.resumeUrl({ ...request, ...change }, proof) };
  }

  async function viewOf(id: string, user: UserPrincipal): Promise<OAuthRequest> {
    const { request, client, project } = await findFor(id, user);
    const org = await mustFind(stores.org.orgs.find({ id: project.org_id }));
    const before = await grants.find({ client_id: client.id, user_id: user.userId });
    const { tasks, collections } = await choices(stores, client, request);
    return {
      id,
      app: toApp(client),
      project: toOAuthProject(project, org),
      registered_by: { id: client.created_by_id, name: client.created_by_name },
      scopes: request.scopes,
      tasks,
      collections,
      is_limited: client.resources !== null,
      return_to: new URL(request.redirect_uri).host,
      granted_at: before?.created_at ?? null,
      expires_at: request.expires_at,
    };
  }

  /** The request in the address of the consent page: sealed, or one that is open already. */
  async function inAddress(text: string): Promise<OAuthRequestRow> {
    const sealed = openRequest(secrets, text);
    const known = await requests.find({ id: sealed?.id ?? text });
    const request = known ?? sealed;
    if (!request) throw expired();
    return request;
  }

  return {
    /**
     * Opens the request in the address of the consent page. Only now is it stored: before, anyone could have made it up.
     * @throws ProblemError 403, 404, 409 `limit_reached`
     */
    async open(text: string, user: UserPrincipal): Promise<OAuthRequest> {
      const { request } = await placeOf(await inAddress(text), user);
      const opened_by = user.userId;
      await stores.transaction(async ({ user: people, oauth }) => {
        await mustFind(people.users.lock({ id: opened_by }));
        const before = await oauth.requests.lock({ id: request.id });
        if (before?.opened_by === opened_by) return;
        if ((await oauth.requests.count({ opened_by, status: 'pending' })) >= OPEN_MAX)
          throw new ProblemError('limit_reached', DETAIL.oauthRequestLimit(OPEN_MAX));
        await oauth.requests.put({ ...(before ?? request), opened_by });
      });
      return viewOf(request.id, user);
    },

    /** @throws ProblemError 404, 403 */
    get: viewOf,

    /**
     * Allows an app what it asks for, on some tasks and collections or on all that it is registered for.
     * @throws ProblemError 400 for tasks and collections that it isn't registered for, 403, 404
     */
    async accept(
      id: string,
      { resources }: OAuthRequestAccept,
      user: UserPrincipal,
    ): Promise<OAuthRequestAnswer> {
      const { request, client, project } = await findFor(id, user);
      const chosen = await checkResources(stores, client.project_id, resources);
      requireWithin(chosen, client.resources);
      const grantId = newId('grant');
      const answer = await stores.transaction(async (tx) => {
        const of = { client_id: client.id, user_id: user.userId };
        // Two answers of one person, in two tabs, must not become two grants.
        await mustFind(tx.oauth.clients.lock({ id: client.id }));
        const before = await tx.oauth.grants.find(of);
        const grant = {
          id: before?.id ?? grantId,
          ...of,
          org_id: project.org_id,
          project_id: project.id,
          scopes: request.scopes.filter((scope) => client.scopes.includes(scope)),
          resources: chosen,
          created_at: new Date().toISOString(),
          last_used_at: before?.last_used_at ?? null,
        };
        await tx.oauth.grants.put(grant);
        const change = { status: 'accepted', grant_id: grant.id } as const;
        return { grant: grant.id, ...(await end(request, change, tx.oauth.requests)) };
      });
      await access.announce({ grant: answer.grant });
      return { redirect_to: answer.redirect_to };
    },

    /** @throws ProblemError 404, 403 */
    async cancel(id: string, user: UserPrincipal): Promise<OAuthRequestAnswer> {
      const { request } = await findFor(id, user);
      return end(request, { status: 'cancelled' }, requests);
    },
  };
}

function isOpen({ status, expires_at }: OAuthRequestRow): boolean {
  return status === 'pending' && Date.parse(expires_at) > Date.now();
}

function expired(): ProblemError {
  return new ProblemError(
    'not_found',
    'This request has expired or was already answered. Start again in the app.',
  );
}

function noAccess({ name }: OAuthClientRow): ProblemError {
  return new ProblemError(
    'forbidden',
    `You don't have access to the project that ${name} uses. Sign in with another account, or ask for access.`,
  );
}

/** The tasks and collections that a person can allow, if the app's scopes are about any. */
async function choices(
  { task, collection }: Pick<Domain['stores'], 'task' | 'collection'>,
  { project_id, resources }: OAuthClientRow,
  { scopes }: OAuthRequestRow,
): Promise<{ tasks: OAuthResource[]; collections: OAuthResource[] }> {
  const order = ['name', 'id'] as const;
  const options = (ids: readonly string[] | undefined) => ({
    where: { project_id, ...(ids && { id: { in: ids } }) },
    ...{ order, ignoringCase: true, limit: CHOICES_MAX },
  });
  const named = ({ id, name }: OAuthResource) => ({ id, name });
  const [tasks, collections] = await Promise.all([
    scopesConcern(scopes, 'task') ? task.tasks.list(options(resources?.task_ids)) : [],
    scopesConcern(scopes, 'collection')
      ? collection.collections.list(options(resources?.collection_ids))
      : [],
  ]);
  return { tasks: tasks.map(named), collections: collections.map(named) };
}

/** @throws ProblemError 400 with each task and collection that an app isn't registered for */
function requireWithin(chosen: ResourceScope | null, limit: ResourceScope | null): void {
  if (chosen === null || limit === null) return;
  const errorsOf = (field: keyof ResourceScope, message: string): FieldError[] =>
    chosen[field].flatMap((id, i) =>
      limit[field].includes(id) ? [] : [{ pointer: `/resources/${field}/${i}`, message }],
    );
  const errors = [
    ...errorsOf('task_ids', DETAIL.taskUnknown),
    ...errorsOf('collection_ids', DETAIL.collectionUnknown),
  ];
  if (errors.length > 0) throw invalidRequest(errors);
}
