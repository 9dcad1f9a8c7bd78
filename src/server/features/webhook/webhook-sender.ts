import type { WebhookAttempt } from '#generated/model/index.ts';
import type { Db } from '../../db/client.ts';
import { ProblemError } from '../../http/problem.ts';
import { type Outbound, OutboundError } from '../../platform/outbound/outbound.ts';
import { signatureHeaders } from '../../platform/outbound/signature.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { disableWebhook, noteFailure, noteSuccess, type WebhookRow } from './webhook.repository.ts';
import { WEBHOOK_SECRET } from './webhook.service.ts';
import { loadDelivery, recordAttempt } from './webhook-delivery.repository.ts';
import type { EventBodies } from './webhook-delivery.service.ts';

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
export const ATTEMPT_TIMEOUT_MS = 15 * SECOND;
/** A webhook is disabled that failed so often in a row, for at least so long; or when an event was given up. */
const DISABLE_AFTER = 30;
const DISABLE_AFTER_MS = HOUR;

const BODY_KEPT = 4000;
const REDIRECTS = 3;

export interface SenderDeps {
  db: Db;
  secrets: Secrets;
  outbound: Outbound;
  bodies: EventBodies;
  /** Called when a webhook was disabled, to tell people. */
  onDisabled?: ((webhook: WebhookRow) => Promise<void>) | undefined;
  /** Milliseconds to wait before each attempt after the first; shorter in tests. */
  retriesMs?: readonly number[] | undefined;
}

export type WebhookSender = ReturnType<typeof createWebhookSender>;

/** Sends deliveries, and puts on record what came of it. */
export function createWebhookSender(deps: SenderDeps) {
  const { db, secrets, outbound, bodies, onDisabled, retriesMs = RETRIES_MS } = deps;

  /** @throws when it was stopped, or the body cannot be made */
  async function post(
    to: WebhookRow,
    event: { id: string; body: string },
    signal?: AbortSignal,
  ): Promise<WebhookAttempt> {
    const at = new Date();
    const open = (sealed: string) => secrets.open(WEBHOOK_SECRET, sealed);
    const isOldUsed = to.oldSecret !== null && (to.oldSecretUntil ?? at) > at;
    const keys = [open(to.secret), ...(isOldUsed && to.oldSecret ? [open(to.oldSecret)] : [])];
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Taskloom-Webhooks/1',
      ...signatureHeaders({ ...event, at }, keys),
    };
    const attempt: WebhookAttempt = {
      at: at.toISOString(),
      duration_ms: 0,
      url: to.url,
      request_headers: headers,
      response_status: null,
      response_headers: {},
      response_body: '',
      error: null,
    };
    const began = performance.now();
    try {
      const answer = await outbound.send({
        url: to.url,
        method: 'POST',
        headers,
        body: event.body,
        timeoutMs: ATTEMPT_TIMEOUT_MS,
        maxBytes: BODY_KEPT * 4,
        redirects: REDIRECTS,
        ...(signal && { signal }),
      });
      attempt.response_status = answer.status;
      attempt.response_headers = answer.headers;
      attempt.response_body = answer.body.toString().slice(0, BODY_KEPT);
      const isAccepted = answer.status >= 200 && answer.status < 300;
      if (!isAccepted) attempt.error = `The answer was ${answer.status}.`;
    } catch (error) {
      if (!(error instanceof OutboundError) || error.reason === 'stopped') throw error;
      attempt.error = error.message;
    }
    attempt.duration_ms = Math.round(performance.now() - began);
    return attempt;
  }

  return {
    /**
     * Makes one attempt at a delivery.
     * @param options.isOnlyOne whether it is given up when this fails
     */
    async attempt(
      id: string,
      { isOnlyOne = false, signal }: { isOnlyOne?: boolean; signal?: AbortSignal } = {},
    ): Promise<void> {
      const found = await loadDelivery(db, id);
      if (found?.delivery.status !== 'pending') return;
      const { delivery, event, webhook } = found;
      const body = await unlessGone(bodies.of(event));
      if (body === undefined) {
        const ended = { status: 'failed' as const, nextAttemptAt: null, endedAt: new Date() };
        return recordAttempt(db, id, unsent(webhook.url, ended.endedAt), ended);
      }
      const attempt = await post(webhook, { id: event.id, body }, signal);
      const now = new Date();
      const wait = isOnlyOne ? undefined : retriesMs[delivery.attempts];
      const isDisabled = await db.transaction(async (tx) => {
        if (attempt.error === null) {
          const ended = { status: 'succeeded' as const, nextAttemptAt: null, endedAt: now };
          await recordAttempt(tx, id, attempt, ended);
          await noteSuccess(tx, webhook.id, now);
          return false;
        }
        const isOver = wait === undefined;
        await recordAttempt(tx, id, attempt, {
          status: isOver ? 'failed' : 'pending',
          nextAttemptAt: isOver ? null : new Date(now.getTime() + jittered(wait)),
          endedAt: isOver ? now : null,
        });
        // A test says something to the person who made it, and nothing about the webhook.
        if (isOnlyOne) return false;
        const failing = await noteFailure(tx, webhook.id, now);
        const isUseless = failing !== undefined && (isOver || isHopeless(failing, now));
        return isUseless && disableWebhook(tx, webhook.id);
      });
      if (isDisabled) await onDisabled?.(webhook);
    },
  };
}

/** Undefined when the run is gone that an event tells of, as it is after the time that the project keeps runs. */
async function unlessGone(body: Promise<string>): Promise<string | undefined> {
  try {
    return await body;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return undefined;
    throw error;
  }
}

function unsent(url: string, at: Date): WebhookAttempt {
  return {
    at: at.toISOString(),
    duration_ms: 0,
    url,
    request_headers: {},
    response_status: null,
    response_headers: {},
    response_body: '',
    error: 'The run that it tells of is no longer kept. Nothing was sent.',
  };
}

function isHopeless({ failures, failingSince }: WebhookRow, now: Date): boolean {
  const since = failingSince?.getTime() ?? now.getTime();
  return failures >= DISABLE_AFTER && now.getTime() - since >= DISABLE_AFTER_MS;
}

/** Up to a tenth more, so that what failed together does not come back together. */
function jittered(wait: number): number {
  return wait * (1 + Math.random() / 10);
}
