import { GENERIC_MESSAGE, specifiedMessage } from '#core/messages.ts';
import type { RUN_PROBLEMS } from '#core/task/contract/run-problems.ts';
import type { FieldError, ProblemCode } from '#generated/model/index.ts';
import { PROBLEMS } from '#generated/problems/problems.ts';

/** The button that helps with an error where it is shown. */
export type RunErrorAction = 'billing' | 'inputs' | 'activate' | 'retry';

interface RunErrorGuide {
  /** What to do, for API callers as well as console users. */
  advice: string;
  /** Instead of it for console users, whose requests have no headers that they could change. */
  onScreen?: string;
  action?: RunErrorAction;
}

/** Every error that running a task can return. */
export const runErrorGuide = {
  invalid_request: {
    advice: 'Fix the fields listed in `errors`, then try again.',
    action: 'inputs',
  },
  malformed_json: { advice: 'Send a JSON object such as {"inputs": {…}}.' },
  model_not_found: { advice: 'Choose another model for this task.' },
  model_unpriced: {
    advice: 'Set its price in MODEL_PRICES on the server, or choose another model for this task.',
  },
  prompt_too_long: {
    advice: 'Shorten the prompts or inputs, or choose a model with a larger context window.',
    action: 'inputs',
  },
  unauthenticated: {
    advice: 'Send `Authorization: Bearer` with a valid API key of this project.',
  },
  insufficient_balance: {
    advice:
      'A run needs credit for the most it may cost. Add credits, wait for other runs to end, or lower the maximum output tokens.',
    action: 'billing',
  },
  spend_limit_reached: {
    advice:
      'Raise the limit that the message names, or wait for the next month (UTC). The limits of projects and API keys are in Settings → Billing, those of endpoints in Settings → Models.',
  },
  forbidden: {
    advice:
      'Ask an editor or owner of the project. Running a draft requires permission to edit the task.',
  },
  not_found: {
    advice: "Check the IDs and the revision. The API key must belong to the task's project.",
  },
  no_active_revision: {
    advice: 'Set a revision active, or specify a revision in the call.',
    action: 'activate',
  },
  idempotency_conflict: { advice: 'Use a new Idempotency-Key for a different request body.' },
  limit_reached: {
    advice: "Keep runs for fewer days in the project's settings, or delete tasks.",
  },
  payload_too_large: { advice: 'Shorten the inputs.', action: 'inputs' },
  unsupported_media_type: { advice: 'Send `Content-Type: application/json`.' },
  output_invalid: {
    advice:
      'A retry also failed validation. Describe the fields more precisely, relax the format, or use a stronger model.',
  },
  rate_limited: { advice: 'Wait for `Retry-After`, then try again.', action: 'retry' },
  model_rate_limited: {
    advice: 'Wait for `Retry-After`, or choose another model.',
    action: 'retry',
  },
  internal_error: {
    advice:
      'Try again with the same Idempotency-Key. Include the request ID when contacting support.',
    onScreen: 'Include the request ID when contacting support.',
    action: 'retry',
  },
  run_lost: {
    advice: 'The server stopped during the run. Run it again.',
    action: 'retry',
  },
  model_unauthorized: {
    advice: "Check the provider's API key on the server, or choose another model.",
  },
  model_refused: {
    advice: "Change the prompts, inputs or parameters as the provider's message suggests.",
  },
  model_failed: {
    advice: 'Try again. If it keeps failing, choose another model.',
    action: 'retry',
  },
  model_unreadable: {
    advice: "Try again, and check that the provider's URL is an OpenAI-compatible endpoint.",
    action: 'retry',
  },
  model_interrupted: {
    advice: 'Try again. The partial output is kept with the run.',
    action: 'retry',
  },
  unavailable: {
    advice: 'Wait for `Retry-After`, then try again with the same Idempotency-Key.',
    action: 'retry',
  },
  model_timeout: {
    advice: 'Increase the timeout, ask for less output, or choose a faster model.',
    action: 'retry',
  },
} as const satisfies Record<(typeof RUN_PROBLEMS)[number], RunErrorGuide>;

/** An error of a run, whether the call was refused or the run failed. */
export interface RunProblem {
  /** Null when there was no response. */
  code: ProblemCode | null;
  /** What happened this time. */
  message: string;
  /** Seconds. */
  retry_after?: number | undefined;
  errors?: readonly FieldError[] | undefined;
}

const noResponse: RunErrorGuide = {
  advice: "Run again when you're back online. A run that was accepted won't start twice.",
  action: 'retry',
};

/**
 * How to show an error: title, message, advice, and at most one button. The server's messages include advice; a
 * specified message doesn't, so it gets the advice of the guide.
 */
export function explainRunError({ code, message }: RunProblem): {
  title: string;
  message: string;
  advice: string | null;
  action: RunErrorAction | null;
} {
  if (code === null) return { title: 'No connection', message, action: null, ...noResponse };
  const guides: Partial<Record<ProblemCode, RunErrorGuide>> = runErrorGuide;
  const guide = guides[code];
  const specified = code === 'internal_error' ? GENERIC_MESSAGE : specifiedMessage(code);
  return {
    title: PROBLEMS[code][1],
    message: specified ?? message,
    advice: specified === undefined ? null : (guide?.onScreen ?? guide?.advice ?? null),
    action: guide?.action ?? null,
  };
}
