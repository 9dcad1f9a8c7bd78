import type { OutboundAnswer } from '../../platform/outbound/outbound.ts';

/** A longer response would crowd out everything else in the model's context. */
export const ANSWER_MAX_BYTES = 200_000;
/** How many redirects to follow; never to an address in this network. */
export const REDIRECTS = 3;

/** Why a tool or its server did not respond properly, worded for the author of the task. */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
}

/**
 * The text of a response.
 * @throws RemoteFailure for an error status, and when it is too long or not text
 */
export function textOf({ status, body, isCut }: OutboundAnswer): string {
  const lax = new TextDecoder().decode(body).replaceAll('\0', '\uFFFD');
  if (status < 200 || status > 299) {
    const said = lax.trim().slice(0, 300);
    throw new RemoteFailure(
      `It answered with status ${status}${said === '' ? ' and nothing more.' : `: ${said}`}`,
    );
  }
  if (isCut) throw new RemoteFailure(`It answered more than ${ANSWER_MAX_BYTES / 1000} kB.`);
  if (lax.includes('\uFFFD') && !isText(body)) {
    throw new RemoteFailure('It answered something that is no text.');
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
