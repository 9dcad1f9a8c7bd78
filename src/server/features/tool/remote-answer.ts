import type { OutboundAnswer } from '../../platform/outbound/outbound.ts';

/** More of an answer would crowd out everything else that a model is to read. */
export const ANSWER_MAX_BYTES = 200_000;
/** How far an answer that says where else to ask is followed; never to an address of this network. */
export const REDIRECTS = 3;

/** What a tool or its server did instead of answering, in words for the person who made the task. */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
}

/**
 * The text of an answer.
 * @throws RemoteFailure for a status that is no success, and for what is too long or no text
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

/** A text may hold U+FFFD of its own; what is no UTF-8, or holds NUL, is no text. */
function isText(body: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return !body.includes(0);
  } catch {
    return false;
  }
}
