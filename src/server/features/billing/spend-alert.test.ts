import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dayOf, monthEnd } from '#core/billing/month.ts';
import { alertSpending } from '#domain/billing/spend-alert.service.ts';
import { sendNotificationMails } from '#domain/notification/send-mails.ts';
import { storedMails } from '../../platform/mail/testing.ts';
import { startTestApp, type TestApp } from '../../testing.ts';

const DOLLAR = 1_000_000;
const { signal } = new AbortController();
const MAILED_AFTER_MS = 6 * 60_000;

let server: TestApp;
let orgId: string;
let orgName: string;
let projectId: string;

beforeAll(async () => {
  server = await startTestApp();
  const owner = server.as('owner');
  const [org] = (await owner('GET', '/org')).body.results;
  orgId = org.id;
  orgName = org.name;
  projectId = (await owner('GET', `/org/${orgId}/project`)).body.results[0].id;
});
afterAll(() => server.close());

const alertAt = async (amount: number, project_id: string | null = null) =>
  (await server.as('owner')('POST', `/org/${orgId}/spend-alert`, { amount, project_id })).body.id;

/** Usage that the balance paid, and as much that the organisation paid to its own provider. */
async function use(cost: number, project_id: string, day = dayOf(new Date())) {
  await server.services.domain.stores.billing.addUsage({
    ...{ org_id: orgId, day, project_id, task_id: '', model_id: 'm', caller_id: '', kind: 'run' },
    ...{ task_name: '', caller_type: null, calls: 1, unpriced: 0, charged: cost },
    ...{ cost: 2 * cost, own: cost, input_tokens: 1, output_tokens: 1 },
  });
}

/** As two servers look at the same time. */
const look = (now = new Date()) =>
  Promise.all([1, 2].map(() => alertSpending(server.services.domain, { signal, now })));

async function told() {
  const { body } = await server.as('owner')('GET', '/user/notification');
  return body.results.map(({ title }: { title: string }) => title);
}

async function mails() {
  const now = new Date(Date.now() + MAILED_AFTER_MS);
  await sendNotificationMails(server.services.domain, { signal, now });
  const mails = await storedMails(server);
  return mails.filter(({ recipient }) => recipient === 'owner@example.com');
}

it('tells owners once a month when spending reaches an amount, in the inbox and by email', async () => {
  await alertAt(2 * DOLLAR);
  await alertAt(5 * DOLLAR);
  await alertAt(1 * DOLLAR, projectId);
  // Another project counts for the organisation only, and what one's own keys paid for nothing.
  await use(2 * DOLLAR - 1, 'project_other');
  await look();
  expect(await told()).toEqual([]);

  await use(1, 'project_other');
  await look();
  expect(await told()).toEqual([`${orgName} has spent $2.00 this month`]);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(`${orgName} has spent $2.00 this month`);
  expect(mail?.text).toContain('$2.00 so far');

  // Several at once: each of them is told, and those of before aren't repeated.
  await server.as('owner')('POST', '/user/notification/read', {});
  await use(3.5 * DOLLAR, projectId);
  await look();
  await look();
  const project = (await server.as('owner')('GET', `/org/${orgId}/project/${projectId}`)).body.name;
  expect((await told()).sort()).toEqual(
    [
      `${orgName} has spent $2.00 this month`,
      `${orgName} has spent $5.00 this month`,
      `${project} has spent $1.00 this month`,
    ].sort(),
  );
  const { body } = await server.as('owner')('GET', `/org/${orgId}/spend-alert`);
  expect(body.results.map(({ is_reached }: { is_reached: boolean }) => is_reached)).toEqual([
    ...[true, true, true],
  ]);

  // The next month begins anew, at midnight in UTC.
  const next = monthEnd(new Date());
  await look(next);
  expect(await told()).toHaveLength(3);
  await use(2 * DOLLAR, 'project_other', addDays(dayOf(next), 1));
  await look(next);
  expect(await told()).toHaveLength(4);
});

it('tells nobody about an organisation that was deleted, and goes on', async () => {
  const id = await alertAt(1 * DOLLAR);
  const before = await told();
  const { orgs } = server.services.domain.stores.org;
  await orgs.change({ id: orgId }, { deleted_at: new Date().toISOString() });
  await look();
  expect(await told()).toEqual(before);
  const row = await server.services.domain.stores.billing.spendAlerts.find({ id });
  expect(row?.notified_month).not.toBeNull();
});
