import {
  GENERIC_MESSAGE,
  MESSAGES,
  type MessageArea,
  openingMessage,
  problemMessage,
  specifiedMessage,
} from '#core/messages.ts';
import { isApiError } from './api-error.ts';

/** One of the console's own errors, with a message for the user. */
export class ShownError extends Error {}

/**
 * What to show for an error: the specified message if there is one (with the server's detail where that helps), else
 * the detail, else the generic message. A response that can't be parsed, such as a proxy's page, becomes 'unexpected
 * error', unless the specification has a message for the action. Never a stack trace or a status number.
 * @param area what the person was doing
 */
export function messageOf(error: unknown, area?: MessageArea): string {
  if (error instanceof ShownError) return error.message;
  const opening = openingMessage(area);
  if (!isApiError(error)) return opening ?? GENERIC_MESSAGE;
  if (error.problem === null) {
    const isUnreadable = error.status > 0 && area === undefined;
    return isUnreadable
      ? MESSAGES.app.unexpected
      : (opening ?? problemMessage('internal_error', area));
  }
  const { code, detail, title } = error.problem;
  const specified = specifiedMessage(code, area);
  if (specified !== undefined) return specified;
  // The server's fault and not fixable by the person, so the specified message is shown.
  if (error.status >= 500 && code === 'internal_error') return opening ?? GENERIC_MESSAGE;
  const reason = detail ?? title;
  return opening ? `${opening} ${reason}` : reason;
}
