import { redirectUriProblem } from '#core/access/redirect-uri.ts';
import { newId } from '#core/ids.ts';
import { OAUTH_CLIENTS_MAX } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import type {
  Actor,
  FieldError,
  OAuthClient,
  OAuthClientCreate,
  OAuthClientGrantList,
  OAuthClientList,
  OAuthClientType,
  OAuthClientUpdate,
  OAuthClientWithSecret,
  OAuthGrantType,
  SecretRotation,
} from '#generated/model/index.ts';
import { checkResources } from '../access/resources.ts';
import { newSecret, overlapEnd, shownPart, unlessPast } from '../access/secret.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { listPage, listViews, type PageQuery } from '../paging.ts';
import { createdNow } from '../principal.ts';
import { invalidField, invalidRequest, mustFind, notFound, ProblemError } from '../problem.ts';
import { newRow } from '../tables.ts';
import { requireMatch } from '../version.ts';
import { asView } from '../view.ts';
import type { OAuthClientRow } from './oauth.tables.ts';

/** The prefix of every client secret, for secret scanners. */
export const CLIENT_SECRET_PREFIX = 'tls_';

/** The apps that are registered in projects. */
export function createOAuthClientService({
  stores,
  access,
  oauth,
}: Pick<Domain, 'stores' | 'access' | 'oauth'>) {
  const { clients, grants } = stores.oauth;

  return {
    /** Newest first. */
    list(projectId: string, query: PageQuery): Promise<OAuthClientList> {
      const options = { where: { project_id: projectId }, descending: true };
      return listPage(clients, options, query, toClient);
    },

    get: toClient,

    /**
     * Only this response contains the secret.
     * @throws ProblemError 400 with everything that is wrong, 409 `limit_reached`
     */
    async create(
      projectId: string,
      body: OAuthClientCreate,
      by: Actor,
    ): Promise<OAuthClientWithSecret> {
      check(body, body.type);
      const secret = body.type === 'public' ? null : newSecret(CLIENT_SECRET_PREFIX);
      const name = body.name.trim();
      const row = newRow('oauth_client', {
        id: newId('client'),
        project_id: projectId,
        name,
        publisher: body.publisher.trim(),
        url: body.url ?? null,
        logo_text: body.logo_text?.trim() ?? initialOf(name),
        redirect_uris: body.redirect_uris,
        type: body.type,
        grants: unique(body.grants),
        scopes: unique(body.scopes),
        resources: await checkResources(stores, projectId, body.resources ?? null),
        secret_prefix: secret && shownPart(secret, CLIENT_SECRET_PREFIX),
        secret_hash: secret && oauth.hash(secret),
        ...createdNow(by),
      });
      await stores.transaction(async ({ project, oauth }) => {
        await mustFind(project.projects.lock({ id: projectId }));
        if ((await oauth.clients.count({ project_id: projectId })) >= OAUTH_CLIENTS_MAX)
          throw new ProblemError('limit_reached', DETAIL.oauthClientLimit(OAUTH_CLIENTS_MAX));
        await oauth.clients.insert(row);
      });
      return { client: toClient(row), secret };
    },

    /** @throws ProblemError 400 with everything that is wrong, 412 when it has changed since `ifMatch` */
    async update(
      { id, project_id }: OAuthClientRow,
      body: OAuthClientUpdate,
      ifMatch?: string,
    ): Promise<OAuthClient> {
      const resources =
        body.resources === undefined
          ? undefined
          : await checkResources(stores, project_id, body.resources);
      const changed = await stores.transaction(async ({ oauth }) => {
        const row = await mustFind(oauth.clients.lock({ id }));
        requireMatch(ifMatch, row);
        const next: OAuthClientRow = {
          ...row,
          name: body.name?.trim() ?? row.name,
          publisher: body.publisher?.trim() ?? row.publisher,
          url: body.url === undefined ? row.url : body.url,
          logo_text: body.logo_text?.trim() ?? row.logo_text,
          redirect_uris: body.redirect_uris ?? row.redirect_uris,
          grants: unique(body.grants ?? row.grants),
          scopes: unique(body.scopes ?? row.scopes),
          resources: resources === undefined ? row.resources : resources,
          version: row.version + 1,
        };
        check(next, row.type);
        await oauth.clients.put(next);
        return next;
      });
      await access.announce({ client: id });
      return toClient(changed);
    },

    /** Its grants and tokens are deleted with it. */
    async delete({ id }: OAuthClientRow): Promise<void> {
      if ((await clients.delete({ id })) === 0) throw notFound();
      await access.announce({ client: id });
    },

    /**
     * Creates a new secret; the old one works for the given hours.
     * @throws ProblemError 400 for a public client, which has none
     */
    async rotate(
      { id }: OAuthClientRow,
      { overlap_hours }: SecretRotation,
    ): Promise<OAuthClientWithSecret> {
      const secret = newSecret(CLIENT_SECRET_PREFIX);
      const changed = await stores.transaction(async (tx) => {
        const row = await mustFind(tx.oauth.clients.lock({ id }));
        if (row.secret_hash === null) throw invalidField('', 'Public clients have no secret');
        const until = overlapEnd(overlap_hours);
        const next: OAuthClientRow = {
          ...row,
          secret_prefix: shownPart(secret, CLIENT_SECRET_PREFIX),
          secret_hash: oauth.hash(secret),
          old_secret_hash: until && row.secret_hash,
          old_secret_until: until,
          version: row.version + 1,
        };
        await tx.oauth.clients.put(next);
        return next;
      });
      return { client: toClient(changed), secret };
    },

    /** The people who allowed an app something, newest first. */
    async grants({ id }: OAuthClientRow, query: PageQuery): Promise<OAuthClientGrantList> {
      const options = { where: { client_id: id }, descending: true };
      return listViews(grants, options, query, async (rows) => {
        const ids = rows.map(({ user_id }) => user_id);
        const people = await stores.user.users.list({ where: { id: { in: ids } } });
        const nameOf = new Map(people.map(({ id, name }) => [id, name]));
        return rows.map((row) => {
          const user = { id: row.user_id, name: nameOf.get(row.user_id) ?? '' };
          return asView('OAuthClientGrant', row, { user });
        });
      });
    },
  };
}

type Checked = Pick<OAuthClientCreate, 'redirect_uris' | 'grants'> & { url?: string | null };

/** @throws ProblemError 400 with everything that is wrong with a client */
function check({ redirect_uris, grants, url }: Checked, type: OAuthClientType): void {
  const errors = [
    ...redirectUriErrors(redirect_uris),
    ...grantErrors(grants, type),
    ...websiteErrors(url ?? null),
  ];
  if (errors.length > 0) throw invalidRequest(errors);
}

function redirectUriErrors(uris: readonly string[]): FieldError[] {
  if (uris.length === 0)
    return [{ pointer: '/redirect_uris', message: MESSAGES.settings.redirectUriNeeded }];
  return uris.flatMap((uri, i) => {
    const isRepeated = uris.indexOf(uri) !== i;
    const message = isRepeated ? DETAIL.redirectUriTwice : redirectUriProblem(uri);
    return message === undefined ? [] : [{ pointer: `/redirect_uris/${i}`, message }];
  });
}

function grantErrors(grants: readonly OAuthGrantType[], type: OAuthClientType): FieldError[] {
  const errorAt = (grant: OAuthGrantType, message: string) => [
    { pointer: `/grants/${grants.indexOf(grant)}`, message },
  ];
  if (type === 'public' && grants.includes('client_credentials'))
    return errorAt('client_credentials', DETAIL.publicClientCredentials);
  if (grants.includes('refresh_token') && !grants.includes('authorization_code'))
    return errorAt('refresh_token', DETAIL.refreshAlone);
  return [];
}

/** It becomes a link on the consent page. */
function websiteErrors(url: string | null): FieldError[] {
  if (url === null) return [];
  const parsed = URL.parse(url);
  const isWebsite = parsed?.protocol === 'https:' && parsed.username === '' && !/\s/.test(url);
  return isWebsite ? [] : [{ pointer: '/url', message: 'Must be an https URL' }];
}

function initialOf(name: string): string {
  return ([...name][0] ?? '?').toUpperCase().slice(0, 2);
}

function unique<T>(list: readonly T[]): T[] {
  return [...new Set(list)];
}

function toClient(row: OAuthClientRow): OAuthClient {
  return asView('OAuthClient', row, { old_secret_until: unlessPast(row.old_secret_until) });
}
