import type { ProblemCode } from '#generated/model/index.ts';
import { PROBLEM_HELP } from '#generated/problems/problem-help.ts';
import type { rejectionCodes } from './rejected-filters.ts';

/** Advice on rejected calls for the owners of a task. Callers find theirs in the docs. */
const ADVICE: Record<(typeof rejectionCodes)[number], string> = {
  invalid_request:
    "The inputs don't match the revision's variables. Compare what the caller sends with the task's API tab. If a new revision changed the inputs, set the previous one active again, or make new inputs optional.",
  malformed_json: "The body isn't valid JSON. Ask the caller to use a JSON library.",
  prompt_too_long:
    'With these inputs, the prompts are too long. Shorten the prompts, or ask the caller to send less.',
  input_unsupported:
    "The revision's model doesn't accept this kind of file. Choose a model that does.",
  model_not_found: "The revision's model no longer exists. Save a revision with another model.",
  collection_not_found:
    "A collection that the task searches was deleted. Update the task's collections.",
  insufficient_balance:
    "The balance didn't cover the run's maximum cost. Add credits, or lower the max output tokens, so that each run reserves less.",
  spend_limit_reached:
    'The project or the API key has reached its spend limit, or a run may cost more than is left of it. Raise it under Settings → Billing → Limits, or wait for the next month.',
  forbidden:
    'Only people who can edit the task can run its draft or override its model. Call a revision instead.',
  not_found:
    "The requested task, revision or environment doesn't exist. Correct the call, or create the environment.",
  no_active_revision: 'No revision is active. Set one active, or name a revision in the call.',
  task_archived: 'The task is archived. Unarchive it, or stop the caller.',
  idempotency_conflict:
    'An idempotency key was used for two different requests. The caller needs a new key for each.',
  payload_too_large: 'The request is larger than the server accepts. Ask the caller to send less.',
  unsupported_media_type: 'The body must be sent as application/json.',
  rate_limited:
    'Too many calls at once or per minute. The caller should wait for the time in the Retry-After header, and send fewer calls in parallel.',
};

/** Advice on a group of rejected calls. */
export function adviceOn(code: ProblemCode): string {
  const advice: Partial<Record<string, string>> = ADVICE;
  return advice[code] ?? (PROBLEM_HELP[code] ?? '').replaceAll('`', '');
}
