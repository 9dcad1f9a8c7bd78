import type { WebhookAttempt } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { ProblemError } from '../problem.ts';
import type { WebhookRow } from './webhook.store.ts';
import { bodyOf } from './webhook-event.service.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** When an event that was not accepted is sent again: eight attempts in about a day. */
export const RETRIES_MS: readonly number[] = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  15 * HOUR,
];
/** A webhook is disabled after so many failures in a row over at least so long, or when an event is given up. */
const DISABLE_AFTER = 30;
const DISABLE_AFTER_MS = HOUR;

/**
 * Makes one attempt at a delivery, and records what came of it.
 * @param options.isOnlyOne whether there is no second attempt when this one fails
 * @throws when it was stopped by `signal`
 */
export async function attemptDelivery(
  domain: Domain,
  id: string,
  { isOnlyOne = false, signal }: { isOnlyOne?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  const { stores } = domain;
  const { deliveries, events, webhooks } = stores.webhook;
  const delivery = await deliveries.find({ id });
  if (delivery?.status !== 'pending') return;
  const [event, to] = await Promise.all([
    events.find({ id: delivery.event_id }),
    webhooks.find({ id: delivery.webhook_id }),
  ]);
  if (!event || !to) return;
  const body = await unlessGone(bodyOf(domain, event));
  const attempt =
    body === undefined
      ? unsent(to.url)
      : await domain.webhook.post(to, { id: event.id, body }, signal);
  const now = Date.now();
  const at = new Date(now).toISOString();
  const wait =
    isOnlyOne || body === undefined ? undefined : domain.webhook.retriesMs[delivery.attempts];
  const isAccepted = attempt.error === null;
  const isOver = isAccepted || wait === undefined;

  const disabled = await stores.transaction(async ({ webhook }) => {
    const current = await webhook.deliveries.lock({ id });
    if (current?.status !== 'pending') return undefined;
    await webhook.deliveries.update(
      { id },
      {
        status: isAccepted ? 'succeeded' : isOver ? 'failed' : 'pending',
        attempts: current.attempts + 1,
        log: [...current.log, attempt],
        next_attempt_at: isOver ? null : new Date(now + jittered(wait)).toISOString(),
        locked_until: null,
        ended_at: isOver ? at : null,
      },
    );
    // A test says something to the person who made it, and nothing about the webhook; nor does a run that is gone.
    if (body === undefined || (isOnlyOne && !isAccepted)) return undefined;
    const row = await webhook.webhooks.lock({ id: to.id });
    if (!row) return undefined;
    const next = isAccepted ? afterSuccess(row, at) : afterFailure(row, at, isOver);
    await webhook.webhooks.put(next);
    return next.status === 'disabled' && row.status === 'active' ? next : undefined;
  });
  if (disabled) await domain.webhook.onDisabled(disabled);
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

/** Undefined when the event's run is gone, as it is after the time that the project keeps runs. */
async function unlessGone(body: Promise<string>): Promise<string | undefined> {
  try {
    return await body;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return undefined;
    throw error;
  }
}

function unsent(url: string): WebhookAttempt {
  return {
    at: new Date().toISOString(),
    duration_ms: 0,
    url,
    request_headers: {},
    response_status: null,
    response_headers: {},
    response_body: '',
    error: 'The run is no longer kept, so nothing was sent.',
  };
}

/** Up to a tenth more, so that what failed together does not come back together. */
function jittered(wait: number): number {
  return wait * (1 + Math.random() / 10);
}
