import { createHash } from 'node:crypto';
import type { Client } from '#generated/sdk/client/index.ts';
import {
  acceptInvitation,
  acceptOAuthRequest,
  createInvitations,
  createOAuthClient,
  getUser,
  listUserGrants,
  openOAuthRequest,
} from '#generated/sdk/index.ts';
import { type Account, clientOf, signUp } from '../support/account.ts';

/** Where people and apps are added: a server, and a client of it as the owner of the organisation. */
export interface Place {
  origin: string;
  client: Client;
  path: { orgId: string; projectId: string };
  throwOnError: true;
}

const CALLBACK = 'https://helpdesk.example/callback';

/**
 * Adds people to an organisation: a member, who verified their address and accepted an invitation, and somebody who
 * hasn't answered theirs.
 * @returns the member's ID and address, and the open invitation's ID and token
 */
export async function addPeople(
  place: Place,
): Promise<Record<'userId' | 'memberEmail' | 'invitationId' | 'invitationToken', string>> {
  const { origin } = place;
  const member = await signUp(origin, 'Grace Hopper');
  await verify(origin, member);
  const { token } = await invite(place, member.email);
  const asMember = { client: clientOf(origin, member), throwOnError: true } as const;
  await acceptInvitation({ ...asMember, body: { token } });
  const { data: user } = await getUser(asMember);
  const { id: invitationId, token: invitationToken } = await invite(place, 'alan@example.com');
  return { userId: user.id, memberEmail: member.email, invitationId, invitationToken };
}

/**
 * Registers an app, which is allowed to run tasks and asks once more.
 * @returns the IDs of the app, of what it is allowed and of its open request
 */
export async function addApp(
  place: Place,
): Promise<Record<'oauthClientId' | 'grantId' | 'oauthRequestId', string>> {
  const { data: created } = await createOAuthClient({
    ...place,
    body: {
      name: 'Helpdesk',
      publisher: 'Acme',
      redirect_uris: [CALLBACK],
      type: 'confidential',
      grants: ['authorization_code', 'refresh_token'],
      scopes: ['task:run'],
    },
  });
  const { id } = created.client;
  const { client, throwOnError } = place;
  const answered = await askConsent(place, id);
  const path = { oauthRequestId: answered };
  await acceptOAuthRequest({ client, throwOnError, path, body: { resources: null } });
  const { data: grants } = await listUserGrants({ client, throwOnError });
  const oauthRequestId = await askConsent(place, id);
  return { oauthClientId: id, grantId: grants.results[0]?.id ?? '', oauthRequestId };
}

/** Follows the link with which an app asks for consent. @returns the ID of its request */
async function askConsent(
  { origin, client, throwOnError }: Place,
  clientId: string,
): Promise<string> {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'task:run',
    state: 'ecosystem',
    code_challenge: createHash('sha256').update('x'.repeat(43)).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const response = await fetch(`${origin}/oauth/authorize?${query}`, { redirect: 'manual' });
  const consent = new URL(response.headers.get('location') ?? '', origin);
  const request = consent.searchParams.get('request');
  if (request === null) throw new Error(`No consent is asked: ${response.status} ${consent}`);
  const { data } = await openOAuthRequest({ client, throwOnError, body: { request } });
  return data.id;
}

/** The token of a link. */
export const tokenOf = (link: string): string =>
  new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';

async function invite(place: Place, email: string) {
  const { data } = await createInvitations({ ...place, body: { emails: [email], role: 'member' } });
  const [result] = data.results;
  return {
    id: result?.invitation?.id ?? '',
    token: tokenOf(result?.link ?? ''),
  };
}

/** Follows the link of the email that somebody got at their registration, from the outbox. */
async function verify(origin: string, { email }: Account): Promise<void> {
  const read = async (path: string) => (await fetch(`${origin}${path}`)).text();
  const items = (await read('/outbox')).split('<li>');
  const [, path] = /href="(\S+)"/.exec(items.find((item) => item.includes(email)) ?? '') ?? [];
  const mail = await read(path ?? '');
  const [, flow, code] = /verification\?flow=([\w-]+)&(?:amp;)*code=(\d+)/.exec(mail) ?? [];
  await read(`/identity/self-service/verification?flow=${flow}&code=${code}`);
}
