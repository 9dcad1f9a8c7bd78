import { specifiedMessage } from '#core/messages.ts';
import { PROBLEMS } from '#core/problem/problems.ts';
import type { RUN_PROBLEMS } from '#core/task/contract/run-problems.ts';
import type { FieldError, ProblemCode } from '#generated/model/index.ts';

/** What a person can do about an error right where it is shown. */
export type RunErrorAction = 'billing' | 'inputs' | 'activate' | 'retry';

interface RunErrorGuide {
  /** What to do, for someone who calls the API as well as for someone in the console. */
  todo: string;
  action?: RunErrorAction;
}

/** Everything that running a task can answer with. */
export const runErrorGuide = {
  invalid_request: {
    todo: 'Correct what `errors` points at, then call again.',
    action: 'inputs',
  },
  malformed_json: { todo: 'Send a JSON object such as {"inputs": {…}}.' },
  model_not_found: { todo: 'Choose another model for this task.' },
  prompt_too_long: {
    todo: 'Shorten the prompts or inputs, or choose a model with a larger context window.',
    action: 'inputs',
  },
  unauthenticated: {
    todo: 'Send `Authorization: Bearer` with an API key of this project that was not revoked.',
  },
  insufficient_balance: {
    todo: 'Nothing was charged. Runs work again as soon as there is a balance.',
    action: 'billing',
  },
  forbidden: {
    todo: 'Ask an editor or owner of the project. Only those who may edit a task can run its draft.',
  },
  not_found: {
    todo: 'Check the ids and the revision; the key must belong to the task’s project.',
  },
  no_active_revision: {
    todo: 'Set a revision as active, or name a revision in the call.',
    action: 'activate',
  },
  idempotency_conflict: { todo: 'Use a new Idempotency-Key for a call with another body.' },
  payload_too_large: { todo: 'Shorten the inputs.', action: 'inputs' },
  unsupported_media_type: { todo: 'Send `Content-Type: application/json`.' },
  output_invalid: {
    todo: 'The model was asked once more and still missed the format. Describe the fields more precisely, loosen the format, or take a stronger model.',
  },
  rate_limited: { todo: 'Wait as long as `Retry-After` says, then run it again.', action: 'retry' },
  model_rate_limited: {
    todo: 'Wait as long as `Retry-After` says, or choose another model.',
    action: 'retry',
  },
  internal_error: {
    todo: 'Call again with the same Idempotency-Key. Name the request id when you ask for help.',
    action: 'retry',
  },
  run_lost: {
    todo: 'The server stopped while it ran. Run it again.',
    action: 'retry',
  },
  model_unauthorized: { todo: 'Check the provider’s key on the server, or choose another model.' },
  model_refused: {
    todo: 'Change the prompts, the inputs or the parameters as the provider says.',
  },
  model_failed: { todo: 'Call again; if it keeps failing, choose another model.', action: 'retry' },
  model_unreadable: {
    todo: 'Call again, and check that the provider’s URL is an OpenAI-compatible endpoint.',
    action: 'retry',
  },
  model_interrupted: {
    todo: 'Call again. What had arrived until then is kept with the run.',
    action: 'retry',
  },
  unavailable: {
    todo: 'Wait as long as `Retry-After` says, then call again with the same Idempotency-Key.',
    action: 'retry',
  },
  model_timeout: {
    todo: 'Raise the timeout, ask for less output, or choose a faster model.',
    action: 'retry',
  },
} as const satisfies Record<(typeof RUN_PROBLEMS)[number], RunErrorGuide>;

/** An error of a run, whether the call was refused or the run failed. */
export interface RunProblem {
  /** Null when no answer came at all. */
  code: ProblemCode | null;
  /** What happened this time. */
  message: string;
  /** Seconds. */
  retry_after?: number | undefined;
  errors?: readonly FieldError[] | undefined;
}

const noAnswer: RunErrorGuide = {
  todo: 'Run it again when the connection is back: a run that was accepted is not started twice.',
  action: 'retry',
};

/**
 * How to show it: title, message, what to do, and at most one thing to press. Messages of the server say
 * what to do themselves; only a specified one, which does not, gets a word more.
 */
export function explainRunError({ code, message }: RunProblem): {
  title: string;
  message: string;
  todo: string | null;
  action: RunErrorAction | null;
} {
  if (code === null) return { title: 'No connection', message, action: null, ...noAnswer };
  const guides: Partial<Record<ProblemCode, RunErrorGuide>> = runErrorGuide;
  const guide = guides[code];
  const specified = specifiedMessage(code);
  return {
    title: PROBLEMS[code][1],
    message: specified ?? message,
    todo: specified === undefined ? null : (guide?.todo ?? null),
    action: guide?.action ?? null,
  };
}
