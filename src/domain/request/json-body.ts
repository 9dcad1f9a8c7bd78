import { JsonRefused, parseJson } from '#core/json/parse-json.ts';
import { invalidField, ProblemError } from '../problem.ts';

/**
 * The JSON body of a request, whose size has been limited already; undefined without one.
 * @throws ProblemError 400
 */
export function readJsonBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    return parseJson(text, { textMax: Number.POSITIVE_INFINITY });
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof JsonRefused) throw invalidField(error.pointer, message);
    throw new ProblemError('malformed_json', `The body isn't valid JSON: ${message}`);
  }
}
