import {
  GENERIC_MESSAGE,
  type MessageArea,
  openingMessage,
  specifiedMessage,
} from '#core/messages.ts';
import { isApiError } from './api-error.ts';

/** One of the console's own errors, with a message for the user. */
export class ShownError extends Error {}

/**
 * What to show for an error: the specified message if there is one (with the server's detail where that helps), else
 * the detail, else the generic message. Never a stack trace or a status number.
 * @param area what the person was doing
 */
export function messageOf(error: unknown, area?: MessageArea): string {
  if (error instanceof ShownError) return error.message;
  const opening = openingMessage(area);
  if (!isApiError(error) || error.problem === null) return opening ?? GENERIC_MESSAGE;
  const { code, detail, title } = error.problem;
  const specified = specifiedMessage(code, area);
  if (specified !== undefined) return specified;
  // The server's fault and not fixable by the person, so the specified message is shown.
  if (error.status >= 500 && code === 'internal_error') return opening ?? GENERIC_MESSAGE;
  const reason = detail ?? title;
  return opening ? `${opening} ${reason}` : reason;
}
