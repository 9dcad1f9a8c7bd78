import { createHash } from 'node:crypto';
import { type Account, signUp } from '../support/account.ts';
import { type Call, callsOf } from './server.ts';

/** Where people and apps are added: a server, and calls of it as the owner of the organisation. */
export interface Place {
  origin: string;
  call: Call;
  orgId: string;
  /** Path of the project. */
  project: string;
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
  const asMember = callsOf(origin, member);
  await asMember('POST', '/invitation/accept', { token });
  const { id: userId } = await asMember('GET', '/user');
  const { id: invitationId, token: invitationToken } = await invite(place, 'alan@example.com');
  return { userId: String(userId), memberEmail: member.email, invitationId, invitationToken };
}

/**
 * Registers an app, which is allowed to run tasks and asks once more.
 * @returns the IDs of the app, of what it is allowed and of its open request
 */
export async function addApp(
  place: Place,
): Promise<Record<'oauthClientId' | 'grantId' | 'oauthRequestId', string>> {
  const { call, project } = place;
  const { client } = await call('POST', `${project}/oauth-client`, {
    name: 'Helpdesk',
    publisher: 'Acme',
    redirect_uris: [CALLBACK],
    type: 'confidential',
    grants: ['authorization_code', 'refresh_token'],
    scopes: ['task:run'],
  });
  const { id } = client as { id: string };
  const answered = await askConsent(place, id);
  await call('POST', `/user/oauth-request/${answered}/accept`, { resources: null });
  const { results } = await call('GET', '/user/grant');
  const [grant] = results as { id: string }[];
  const oauthRequestId = await askConsent(place, id);
  return { oauthClientId: id, grantId: grant?.id ?? '', oauthRequestId };
}

/** Follows the link with which an app asks for consent. @returns the ID of its request */
async function askConsent({ origin, call }: Place, clientId: string): Promise<string> {
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
  const { id } = await call('POST', '/user/oauth-request', { request });
  return id as string;
}

/** The token of a link. */
export const tokenOf = (link: string): string =>
  new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';

async function invite({ call, orgId }: Place, email: string) {
  const { results } = await call('POST', `/org/${orgId}/invitation`, {
    emails: [email],
    role: 'member',
  });
  const [result] = results as { invitation: { id: string }; link: string }[];
  return {
    id: result?.invitation.id ?? '',
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
