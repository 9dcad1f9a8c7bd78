import { GENERIC_MESSAGE, type MessageArea, specifiedMessage } from '#core/messages.ts';
import { isApiError } from './api-error.ts';

/**
 * What to tell a person about something that failed: the specified message where there is one, else
 * what the server says happened, else the generic message. Never a stack or a status number.
 * @param area what they were doing
 */
export function messageOf(error: unknown, area?: MessageArea): string {
  if (!isApiError(error) || error.problem === null) return GENERIC_MESSAGE;
  const { code, detail, title } = error.problem;
  const specified = specifiedMessage(code, area);
  if (specified !== undefined) return specified;
  // The server's fault, not something that the person can mend: the specification's words.
  if (error.status >= 500 && code === 'internal_error') return GENERIC_MESSAGE;
  return detail ?? title;
}
