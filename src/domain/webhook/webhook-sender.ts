import { retryAt } from '#core/backoff.ts';
import type { WebhookAttempt } from '#generated/model/index.ts';
import { record as recordInAuditLog } from '../audit/entry.ts';
import { SYSTEM } from '../audit/origin.ts';
import type { Domain } from '../domain.ts';
import { notify } from '../notification/notify.ts';
import { hasAccess, ownersOf } from '../notification/recipients.ts';
import { ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import type { WebhookDeliveryRow, WebhookRow } from './webhook.tables.ts';
import { bodyOf } from './webhook-event.service.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The retry schedule of a rejected event: eight attempts in about a day. */
export const RETRIES_MS: readonly number[] = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  15 * HOUR,
];
/**
 * A webhook is disabled after this many consecutive failures over at least this long, or when a delivery finally fails.
 */
const DISABLE_AFTER = 30;
const DISABLE_AFTER_MS = HOUR;

/** Up to 10% jitter, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/** What sending needs. */
export type SendingDomain = Pick<Domain, 'stores' | 'webhook'>;

/**
 * Makes one delivery attempt and records the result.
 * @param options.isOnlyOne whether there is no retry if it fails
 * @throws when aborted by `signal`
 */
export async function attemptDelivery(
  domain: SendingDomain,
  id: string,
  { isOnlyOne = false, signal }: { isOnlyOne?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  const { deliveries, events, webhooks } = domain.stores.webhook;
  const delivery = await deliveries.find({ id });
  if (delivery?.status !== 'pending') return;
  const [event, to] = await Promise.all([
    events.find({ id: delivery.event_id }),
    webhooks.find({ id: delivery.webhook_id }),
  ]);
  if (!event || !to) return;
  const body = await unlessGone(bodyOf(domain.stores, event));
  if (body === undefined) {
    const attempt = unsent(to.url, 'The run is no longer stored, so nothing was sent.');
    return record(domain, delivery, attempt, { isLast: true, isCounted: false });
  }
  const attempt = await domain.webhook.post(to, { id: event.id, body }, signal);
  // A failed test informs the person who sent it, and says nothing about the webhook.
  const isCounted = !isOnlyOne || attempt.error === null;
  await record(domain, delivery, attempt, { isLast: isOnlyOne, isCounted });
}

const BROKEN = 'Something went wrong on our side. The error was logged.';
const INTERRUPTED = 'The server stopped unexpectedly during this attempt.';

/**
 * Records an attempt that failed on our side: it counts against the delivery, but not against the webhook.
 * @param options.isInterrupted whether its process died. This must count too: a delivery that kills its process would
 *   otherwise be sent forever.
 */
export async function failDelivery(
  domain: SendingDomain,
  id: string,
  { isInterrupted = false }: { isInterrupted?: boolean } = {},
): Promise<void> {
  const { deliveries, webhooks } = domain.stores.webhook;
  const delivery = await deliveries.find({ id });
  const to = delivery && (await webhooks.find({ id: delivery.webhook_id }));
  if (!to) return;
  const attempt = unsent(to.url, isInterrupted ? INTERRUPTED : BROKEN);
  await record(domain, delivery, attempt, { isLast: false, isCounted: false });
}

/**
 * Records an attempt: the delivery has succeeded, is due again later, or has finally failed.
 * @param options.isCounted whether the webhook's failure count changes too
 */
async function record(
  domain: SendingDomain,
  { id, webhook_id }: WebhookDeliveryRow,
  attempt: WebhookAttempt,
  { isLast, isCounted }: { isLast: boolean; isCounted: boolean },
): Promise<void> {
  const now = new Date();
  const at = now.toISOString();
  const isAccepted = attempt.error === null;
  await domain.stores.transaction(async (all) => {
    const { webhook } = all;
    const current = await webhook.deliveries.lock({ id });
    if (current?.status !== 'pending') return;
    const attempts = current.attempts + 1;
    const next =
      isAccepted || isLast ? undefined : retryAt(now, domain.webhook.retriesMs, attempts, JITTER);
    await webhook.deliveries.change(
      { id },
      {
        status: isAccepted ? 'succeeded' : next ? 'pending' : 'failed',
        attempts,
        log: [...current.log, attempt],
        due_at: next?.toISOString() ?? null,
        lease_until: null,
        ended_at: next ? null : at,
      },
    );
    const row = isCounted ? await webhook.webhooks.lock({ id: webhook_id }) : undefined;
    if (!row) return;
    const changed = isAccepted ? afterSuccess(row, at) : afterFailure(row, at, !next);
    await webhook.webhooks.put(changed);
    if (changed.status === 'disabled' && row.status === 'active') await tellOfEnd(all, changed);
  });
}

/**
 * Records that it was disabled, and tells its creator; if they have lost access since, the owners of the organisation.
 */
async function tellOfEnd(all: Stores, { id, name, project_id, ...row }: WebhookRow): Promise<void> {
  const creator = row.created_by_id;
  const project = await all.project.projects.find({ id: project_id });
  if (!project) return;
  await recordInAuditLog(all, SYSTEM, {
    action: 'disableWebhook',
    target: { type: 'webhook', id, name },
    changes: [{ field: 'status', before: 'active', after: 'disabled', is_hidden: false }],
    orgId: project.org_id,
    projectId: project_id,
  });
  const isThere = await hasAccess(all, project_id, creator);
  await notify(all, isThere ? [creator] : await ownersOf(all, project.org_id), {
    event: 'webhook_disabled',
    facts: { webhook: name },
    ref: `webhook ${id}`,
    path: `/projects/${project_id}/settings/webhooks/${id}`,
  });
}

function afterSuccess(row: WebhookRow, at: string): WebhookRow {
  return { ...row, failures: 0, failing_since: null, last_delivered_at: at };
}

function afterFailure(row: WebhookRow, at: string, isGivenUp: boolean): WebhookRow {
  const failures = row.failures + 1;
  const failing_since = row.failing_since ?? at;
  const isHopeless =
    failures >= DISABLE_AFTER && Date.parse(at) - Date.parse(failing_since) >= DISABLE_AFTER_MS;
  const isDisabled = row.status === 'active' && (isGivenUp || isHopeless);
  return {
    ...row,
    failures,
    failing_since,
    ...(isDisabled && { status: 'disabled', version: row.version + 1 }),
  };
}

/** Undefined if the event's run has been deleted, as happens after the project's retention period. */
async function unlessGone(body: Promise<string>): Promise<string | undefined> {
  try {
    return await body;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return undefined;
    throw error;
  }
}

function unsent(url: string, error: string): WebhookAttempt {
  return {
    at: new Date().toISOString(),
    duration_ms: 0,
    url,
    request_headers: {},
    response_status: null,
    response_headers: {},
    response_body: '',
    error,
  };
}
