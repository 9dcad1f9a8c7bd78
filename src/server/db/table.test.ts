import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import type { BoundSecret } from '#domain/access/bound-secret.ts';
import { org } from '#domain/org/org.tables.ts';
import { project } from '#domain/project/project.tables.ts';
import type { Stores } from '#domain/stores.ts';
import { Taken } from '#domain/table.ts';
import { webhook, webhookEvent } from '#domain/webhook/webhook.tables.ts';
import { newDelivery } from '#domain/webhook/webhook-event.service.ts';
import { createStores } from '../stores.ts';
import type { Database } from './client.ts';
import { openTestDatabase } from './testing.ts';

let database: Database;
let stores: Stores;
const created_at = new Date().toISOString();
const webhook_id = newId('webhook');
const event_id = newId('event');

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  stores = createStores(db);
  const org_id = newId('org');
  const project_id = newId('project');
  await db.insert(org).values({ id: org_id, name: 'Acme' });
  await db.insert(project).values({ id: project_id, org_id, name: 'Shop' });
  await db.insert(webhook).values({
    id: webhook_id,
    project_id,
    name: 'All',
    url: 'https://example.com',
    events: [],
    all_tasks: true,
    secret: '' as BoundSecret,
    created_by_id: 'user_1',
    created_by_name: 'Ada',
    created_at,
  });
  await db.insert(webhookEvent).values({ id: event_id, project_id, type: 'test', created_at });
});
afterAll(() => database.close());

/** PostgreSQL accepts 65,535 parameters per statement, and each of these rows has ten. */
const MANY = 6600;
const deliveries = () => Array.from({ length: MANY }, () => newDelivery(webhook_id, event_id));

it('inserts more rows than fit into one statement', async () => {
  const { deliveries: table } = stores.webhook;
  await stores.transaction(({ webhook: inside }) => inside.deliveries.insert(deliveries()));
  expect(await table.count({ webhook_id })).toBe(MANY);
  await table.delete({ webhook_id });
});

it('inserts all of them or none', async () => {
  const { deliveries: table } = stores.webhook;
  const rows = deliveries();
  const inserting = table.insert([...rows, ...rows.slice(0, 1)]);
  await expect(inserting).rejects.toThrow(Taken);
  expect(await table.count({ webhook_id })).toBe(0);
});
