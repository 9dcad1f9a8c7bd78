import type { OutboundResponse } from '../../platform/outbound/outbound.ts';

/** A longer response would crowd out everything else in the model's context. */
export const RESPONSE_MAX_BYTES = 200_000;
/** How many redirects to follow, never to a private address. */
export const REDIRECTS = 3;

/** Why a call of a tool or its server failed, worded for the author of the task. */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
}

/**
 * The text of a response.
 * @throws RemoteFailure if the status is an error, or if the body is too long or not text
 */
export function textOf({ status, body, isCut }: OutboundResponse): string {
  const lax = new TextDecoder().decode(body).replaceAll('\0', '\uFFFD');
  if (status < 200 || status > 299) {
    const said = lax.trim().slice(0, 300);
    throw new RemoteFailure(
      `The server responded with HTTP ${status}${said === '' ? '.' : `: ${said}`}`,
    );
  }
  if (isCut)
    throw new RemoteFailure(`The response is longer than ${RESPONSE_MAX_BYTES / 1000} kB.`);
  if (lax.includes('\uFFFD') && !isText(body)) {
    throw new RemoteFailure("The response isn't text.");
  }
  return lax;
}

/** A text may contain U+FFFD itself, but invalid UTF-8 or NUL means that it is not text. */
function isText(body: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return !body.includes(0);
  } catch {
    return false;
  }
}
