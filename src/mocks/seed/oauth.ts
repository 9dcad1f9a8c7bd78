import { DAY_MS } from '#core/limits.ts';
import type { OAuthClientRow } from '#domain/oauth/oauth.tables.ts';
import {
  getOAuthClientGrantMock,
  getOAuthClientMock,
  getOAuthRequestMock,
} from '#generated/model/index.faker.ts';
import { seedRow } from '../memory/seed-row.ts';
import { type StoreData, timestamp } from '../store.ts';
import { HANDBOOK_ID, ORG_ID, PROJECT_ID, seedId } from './ids.ts';

/** The request of an app that waits for an answer: `/oauth/consent?request=…`. */
export const OAUTH_REQUEST_ID = seedId('request', 1);

/** An app that two people allowed, and one that asks for access. The mocks issue no codes and no tokens. */
export function seedOAuth(data: StoreData, now: number): void {
  const { tables } = data;
  const [owner, editor] = Object.values(tables.user);
  const [task] = Object.values(tables.task).filter(({ project_id }) => project_id === PROJECT_ID);
  if (!owner || !editor || !task) return;
  const helpdesk = seedRow('oauth_client', getOAuthClientMock, {
    id: seedId('client', 1),
    project_id: PROJECT_ID,
    name: 'Helpdesk',
    publisher: 'Acme GmbH',
    url: 'https://helpdesk.example.com',
    logo_text: 'H',
    redirect_uris: ['https://helpdesk.example.com/callback'],
    type: 'confidential',
    grants: ['authorization_code', 'refresh_token'],
    scopes: ['task:run', 'run:read', 'collection:search'],
    resources: { task_ids: [task.id], collection_ids: [HANDBOOK_ID] },
    secret_prefix: 'tls_4fQz',
    secret_hash: 'tls_4fQzSeeded',
    created_by_id: owner.id,
    created_by_name: owner.name,
    created_at: timestamp(now - 30 * DAY_MS),
    last_used_at: timestamp(now - DAY_MS / 4),
  });
  const reports: OAuthClientRow = {
    ...helpdesk,
    id: seedId('client', 2),
    name: 'Weekly reports',
    publisher: 'Curie Analytics',
    url: null,
    logo_text: 'W',
    redirect_uris: ['https://reports.example.com/oauth'],
    type: 'public',
    scopes: ['task:run', 'run:read'],
    resources: null,
    secret_prefix: null,
    secret_hash: null,
    created_at: timestamp(now - 2 * DAY_MS),
    last_used_at: null,
  };
  tables.oauth_client = { [helpdesk.id]: helpdesk, [reports.id]: reports };
  for (const [index, user] of [owner, editor].entries()) {
    const grant = seedRow('oauth_grant', getOAuthClientGrantMock, {
      id: seedId('grant', index + 1),
      client_id: helpdesk.id,
      org_id: ORG_ID,
      project_id: PROJECT_ID,
      user_id: user.id,
      scopes: helpdesk.scopes,
      resources: index === 0 ? { task_ids: [task.id], collection_ids: [] } : null,
      created_at: timestamp(now - (20 - index) * DAY_MS),
      last_used_at: timestamp(now - (index + 1) * DAY_MS),
    });
    tables.oauth_grant[grant.id] = grant;
  }
  const request = seedRow('oauth_request', getOAuthRequestMock, {
    id: OAUTH_REQUEST_ID,
    client_id: reports.id,
    redirect_uri: 'https://reports.example.com/oauth',
    state: 'seeded',
    scopes: reports.scopes,
    payload: {},
    status: 'pending',
    opened_by: owner.id,
    created_at: timestamp(now),
    // Far away, so that the page can be looked at whenever the mocks run.
    expires_at: timestamp(now + 365 * DAY_MS),
  });
  tables.oauth_request[request.id] = request;
}
