import { isObject } from '#core/json/is-object.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { unstorable } from '#core/json/storable.ts';
import type { ChatClientMessage } from '#generated/model/index.ts';
import { invalidRequest, ProblemError } from '../../problem.ts';
import { toFieldErrors } from '../../request/field-errors.ts';
import { schemaCheck } from '../../request/validation.ts';

const REF_MAX = 64;
const mistakesIn = schemaCheck('ChatClientMessage');

/** A message of a client, or what is wrong with it. */
export type ReadMessage =
  | { message: ChatClientMessage }
  | { problem: ProblemError; ref: string | null };

/** Parses a message, and checks it against the contract. */
export function readMessage(text: string): ReadMessage {
  let data: unknown;
  try {
    data = parseJson(text);
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'Invalid JSON';
    return {
      problem: new ProblemError('invalid_request', `A message must be JSON. ${detail}`),
      ref: null,
    };
  }
  const ref = refOf(data);
  const mistakes = mistakesIn(data);
  if (mistakes.length > 0) {
    const errors = toFieldErrors(mistakes, 'body');
    const places = errors.map(({ pointer }) => pointer || 'the message').join(', ');
    const detail = `The message doesn't match the contract: ${places}.`;
    return { problem: new ProblemError('invalid_request', detail, { errors }), ref };
  }
  const error = unstorable(data);
  if (error) return { problem: invalidRequest([error]), ref };
  return { message: data as ChatClientMessage };
}

function refOf(data: unknown): string | null {
  const ref = isObject(data) ? data.ref : undefined;
  return typeof ref === 'string' && ref.length <= REF_MAX ? ref : null;
}
