import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import type { BoundSecret } from '#domain/access/bound-secret.ts';
import { collection } from '#domain/collection/collection.tables.ts';
import { datasource } from '#domain/datasource/datasource.tables.ts';
import { sourceContext } from '#domain/datasource/source-context.ts';
import { modelEndpoint } from '#domain/endpoint/endpoint.tables.ts';
import { openSecrets } from '#domain/endpoint/endpoint-secrets.ts';
import { org } from '#domain/org/org.tables.ts';
import { project } from '#domain/project/project.tables.ts';
import { createToolService } from '#domain/tool/tool.service.ts';
import { toolCredential } from '#domain/tool/tool.tables.ts';
import { webhook } from '#domain/webhook/webhook.tables.ts';
import { signingSecrets } from '#domain/webhook/webhook-secret.ts';
import { loadSecrets } from '../../platform/secrets.ts';
import { createStores } from '../../stores.ts';
import { openTestDatabase } from '../testing.ts';
import { BOUND_TABLES, bindSecrets } from './bind-secrets.ts';

const SECRET_LIKE =
  /secret|credential|authorization|password|passphrase|sealed|token|private|(^|_)(api_)?key$/i;

/** Columns with such names that hold no secret that is sent anywhere. */
const NOT_SENT: Readonly<Record<string, string>> = {
  'article_step.idempotency_key': 'names a request',
  'run.idempotency_key': 'names a request',
  'idempotency.key': 'names a request',
  'datasource_item.key': 'names a file',
  'invitation.email_key': 'an address',
  'share.email_key': 'an address',
  'email_domain.token': 'is published in the DNS',
  'widget.key': 'is published on websites',
  'identity.password_hash': 'a hash',
  'identity_session.token_hash': 'a hash',
  'identity_code.sealed': 'is mailed to its person',
  'identity_lookup_code.sealed': 'is shown to its person',
  'identity_totp.secret': 'checks codes here',
  'identity_signing_key.private_jwk': 'signs tokens here',
  'identity_throttle.key': 'names what is counted',
  'identity_webauthn_key.public_key': 'is public',
  'oauth_client.secret_prefix': 'the first characters',
  'oauth_client.secret_hash': 'a hash',
  'oauth_client.old_secret_hash': 'a hash',
  'datasource.credentials_hint': 'the last characters',
};

/** Files that seal something without a place, and why it has none. */
const SEALED_FOR_US: Readonly<Record<string, string>> = {
  'domain/access/bound-secret.ts': 'seals it for a place',
  'domain/idempotency.ts': 'a response, repeated to the same caller',
  'domain/invitation/invitation-views.ts': 'a token that we issue',
  'domain/share/access-link.service.ts': 'a token that we issue',
  'domain/notification/notification.service.ts': 'a token that we issue',
  'domain/datasource/connection.service.ts': 'the OAuth state, which comes back to us',
  'domain/oauth/sealed-request.ts': 'a request that comes back to us',
  'server/platform/mail/sealed-mail.ts': 'a text, until it is sent to its address',
};

const src = join(import.meta.dirname, '../../..');
const filesIn = (folder: string) =>
  readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);

describe('secrets that are sent somewhere', () => {
  it('are bound to places in every table', async () => {
    const declared = filesIn('domain').filter((name) => name.endsWith('.tables.ts'));
    const modules = await Promise.all(
      [...declared, ...filesIn('server/db/schema')].map(
        (file): Promise<object> => import(join(src, file)),
      ),
    );
    const tables = modules.flatMap((module) =>
      Object.values(module).filter((value): value is PgTable => is(value, PgTable)),
    );
    expect(tables.length).toBeGreaterThan(60);
    const bound = new Set(BOUND_TABLES.flatMap(({ columns }) => columns));
    const found = tables.flatMap((table) =>
      Object.values(getTableColumns(table))
        .filter((column) => SECRET_LIKE.test(column.name) && !bound.has(column))
        .filter((column) => /^(text|jsonb|bytea)/.test(column.getSQLType()))
        .map(({ name }) => `${getTableName(table)}.${name}`),
    );
    const unknown = found.filter((name) => NOT_SENT[name] === undefined);
    // Make it a `boundSecret` in BOUND_TABLES, or say in NOT_SENT why it needs no place.
    expect(unknown).toEqual([]);
  });

  it('are sealed by no other means', () => {
    const sealing = ['domain', 'server/features', 'server/platform']
      .flatMap(filesIn)
      .filter((file) => /\.seal\(/.test(readFileSync(join(src, file), 'utf8')));
    expect(sealing.filter((file) => SEALED_FOR_US[file] === undefined)).toEqual([]);
  });
});

describe('secrets that an earlier version stored', () => {
  const created_at = new Date().toISOString();
  const by = { created_by_id: 'user_1', created_by_name: 'Ada', created_at };
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it('are bound to where they have been sent', async () => {
    const { db } = database;
    const secrets = loadSecrets('the-key-of-this-server', '');
    const other = loadSecrets('the-key-before-that-one', '');
    const old = (purpose: string, text: string) => secrets.seal(purpose, text) as BoundSecret;
    const org_id = newId('org');
    const project_id = newId('project');
    await db.insert(org).values({ id: org_id, name: 'Acme' });
    await db.insert(project).values({ id: project_id, org_id, name: 'Shop' });
    const endpoint: Omit<typeof modelEndpoint.$inferInsert, 'id'> = {
      ...{ org_id, name: 'GPU', kind: 'compatible', base_url: 'https://a.com/v1', ...by },
      ...{ key_last_four: '', offer: 'all' },
      headers: [{ name: 'X-Team', last_four: '', sealed: old('endpoint-header', 'a team') }],
    };
    const unreadable = other.seal('endpoint-key', 'a key') as BoundSecret;
    await db.insert(modelEndpoint).values([
      { ...endpoint, id: 'endpoint_1', key: old('endpoint-key', 'a key') },
      { ...endpoint, id: 'endpoint_2', key: null },
      { ...endpoint, id: 'endpoint_3', key: unreadable },
      { ...endpoint, id: 'endpoint_4', key: null, headers: [] },
    ]);
    await db.insert(toolCredential).values({
      ...{ id: 'credential_1', project_id, origin: 'https://b.com' },
      ...{ authorization: old('tool-credential', 'Bearer b'), updated_at: created_at },
      ...{ updated_by_id: 'user_1', updated_by_name: 'Ada' },
    });
    await db.insert(webhook).values({
      ...{ id: 'webhook_1', project_id, name: 'Hook', url: 'https://c.com/x', events: [] },
      ...{ all_tasks: true, secret: old('webhook-secret', 'new'), ...by },
      old_secret: old('webhook-secret', 'old'),
    });

    await db.insert(collection).values({
      ...{ id: 'collection_1', org_id, project_id, name: 'Docs', description: '', tags: [] },
      ...{ is_paused: false, index_id: 'index_1', version: 1, ...by, updated_at: created_at },
    });
    const token = JSON.stringify({ token: 'ghp_old' });
    await db.insert(datasource).values({
      ...{ id: 'datasource_1', org_id, collection_id: 'collection_1', name: 'Docs', ...by },
      ...{ config: { kind: 'github', repository: 'acme/docs' }, interval: 'manual', version: 1 },
      ...{ is_paused: false, health: 'ok', credentials: old('datasource datasource_1', token) },
    });

    expect(await bindSecrets(db, secrets)).toBe(5);
    const stores = createStores(db);
    const found = async (id: string) => {
      const row = await stores.endpoint.endpoints.find({ id });
      return row && openSecrets(secrets, row);
    };
    expect(await found('endpoint_1')).toEqual({ apiKey: 'a key', headers: { 'X-Team': 'a team' } });
    expect(await found('endpoint_2')).toEqual({ headers: { 'X-Team': 'a team' } });
    await expect(found('endpoint_3')).rejects.toThrow();
    const tools = createToolService({ stores, secrets } as never);
    expect(await tools.credentialFor(project_id, 'https://b.com/x')).toMatchObject({
      authorization: 'Bearer b',
    });
    const hook = await stores.webhook.webhooks.find({ id: 'webhook_1' });
    expect(hook && signingSecrets(secrets, hook, new Date())).toEqual(['new', 'old']);
    const source = await stores.datasource.sources.find({ id: 'datasource_1' });
    const context = sourceContext(
      {
        ...{ stores, secrets, collection: {} },
        datasource: { memory: { reservation: () => ({}) } },
      } as never,
      source ?? null,
      AbortSignal.timeout(1000),
    );
    expect(context.secret).toEqual({ token: 'ghp_old' });
    expect(await bindSecrets(db, secrets)).toBe(0);
  });
});
