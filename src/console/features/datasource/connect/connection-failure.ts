import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { fieldErrors } from '#console/api/field-errors.ts';
import { MESSAGES } from '#core/messages.ts';

/** Why an account wasn't connected. */
export interface ConnectionFailure {
  title: string;
  text: string;
  /** Whether sending the same code once more may help. */
  isPassing: boolean;
}

const NOT_CONNECTED = 'Google Drive is not connected';
const AGAIN = 'Open the data source and connect again.';

/** The provider's error; undefined if it sent a code. */
export function refusalOf(params: URLSearchParams): ConnectionFailure | undefined {
  const error = params.get('error');
  if (error === 'access_denied') return fixed('Access was not allowed, so nothing was connected.');
  if (error !== null) {
    const said = (params.get('error_description') ?? error).slice(0, 300);
    return fixed(`Google refused the connection: “${said}”.`);
  }
  if (!params.get('code') || !params.get('state'))
    return fixed("This page is where Google sends you back to, but it didn't send a code.");
  return undefined;
}

/** The connection wasn't started in this tab. */
export const unknownConnection: ConnectionFailure = {
  title: NOT_CONNECTED,
  text: `It was started in another tab or browser, or has been completed already. ${AGAIN}`,
  isPassing: false,
};

/** Why the server rejected the code. */
export function failureFrom(error: unknown): ConnectionFailure {
  if (!isApiError(error)) return fixed(messageOf(error));
  const { status, code } = error;
  if (code === 'datasource_unauthorized')
    return {
      title: MESSAGES.settings.files,
      text: `${messageOf(error).replace(/^Authentication failed\.?\s*/, '')} ${AGAIN}`.trim(),
      isPassing: false,
    };
  if (status === 404) return fixed('The data source was deleted meanwhile.');
  if (status === 403)
    return fixed("You don't have permission to edit the collection that it belongs to.");
  const [field] = Object.values(fieldErrors(error));
  if (field) return fixed(field);
  const isPassing = status === 0 || status === 429 || status >= 500;
  const text = status === 0 ? "The server isn't responding." : messageOf(error);
  return { title: NOT_CONNECTED, text, isPassing };
}

function fixed(text: string): ConnectionFailure {
  return { title: NOT_CONNECTED, text, isPassing: false };
}
