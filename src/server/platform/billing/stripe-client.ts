import Stripe from 'stripe';
import { GENERIC_MESSAGE } from '#core/messages.ts';
import { DETAIL } from '#domain/details.ts';
import { invalidField, ProblemError } from '#domain/problem.ts';
import type { Outbound } from '../outbound/outbound.ts';

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 4 * 1024 * 1024;
const RETRIES = 2;

/**
 * Stripe's client over our outbound client, with the same protection as every other outgoing request. Its telemetry is
 * off.
 * @param apiUrl base URL of Stripe's API; tests use their own
 */
export function createStripeClient(
  secretKey: string,
  apiUrl: string,
  outbound: Pick<Outbound, 'send'>,
): Stripe {
  const { hostname, port, protocol } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  return new Stripe(secretKey, {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
    telemetry: false,
    maxNetworkRetries: RETRIES,
    timeout: TIMEOUT_MS,
    httpClient: Stripe.createFetchHttpClient(fetchThrough(outbound)),
  });
}

function fetchThrough(outbound: Pick<Outbound, 'send'>): typeof fetch {
  return async (url, { method, headers, body } = {}) => {
    const response = await outbound.send({
      url: String(url),
      method: method as 'GET' | 'POST' | 'DELETE',
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && body !== '' && { body }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    const isEmpty = response.status === 204 || response.status === 304;
    return new Response(isEmpty ? null : new Uint8Array(response.body), {
      status: response.status,
      headers: response.headers,
    });
  };
}

/**
 * Runs requests to Stripe and converts its errors to problems.
 * @param report receives errors that aren't the caller's fault
 * @throws ProblemError 402 `card_declined`, 400 for a tax ID, 409 `plan_conflict`, 503 `unavailable`
 */
export async function atStripe<T>(
  work: () => Promise<T>,
  report: (error: unknown) => void,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw problemOf(error, report);
  }
}

const {
  StripeAuthenticationError,
  StripeCardError,
  StripeIdempotencyError,
  StripeInvalidRequestError,
  StripePermissionError,
} = Stripe.errors;

function problemOf(error: unknown, report: (error: unknown) => void): ProblemError {
  const cause = { cause: error };
  if (error instanceof StripeCardError) {
    // Nobody is present to confirm payments with the saved card.
    if (error.code === 'authentication_required')
      return new ProblemError('card_declined', DETAIL.paymentUnconfirmed, cause);
    return new ProblemError('card_declined', error.userMessage ?? error.message, cause);
  }
  if (error instanceof StripeInvalidRequestError && error.code === 'tax_id_invalid')
    return invalidField('/value', "This isn't a valid tax ID of this type");
  report(error);
  if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError)
    return new ProblemError('unavailable', DETAIL.paymentKeyWrong, cause);
  // Usually because someone changed the subscription in Stripe in the meantime.
  if (error instanceof StripeInvalidRequestError || error instanceof StripeIdempotencyError)
    return new ProblemError(
      'plan_conflict',
      'Stripe rejected this. The subscription may have changed in the meantime: reload and try again.',
      cause,
    );
  return new ProblemError(
    'unavailable',
    error instanceof Stripe.errors.StripeError
      ? "Stripe can't be reached right now. Try again in a moment."
      : GENERIC_MESSAGE,
    { ...cause, headers: { 'retry-after': '5' } },
  );
}

/** Undefined if the object doesn't exist in Stripe, or exists only in the other mode. */
export async function orMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof StripeInvalidRequestError && error.code === 'resource_missing')
      return undefined;
    throw error;
  }
}
