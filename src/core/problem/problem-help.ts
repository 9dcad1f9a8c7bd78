import type { ProblemCode } from '#generated/model/index.ts';

/** What each problem means and what to do about it; complete by type. */
export const PROBLEM_HELP: Readonly<Record<ProblemCode, string>> = {
  invalid_request:
    'The request does not fit the contract or a rule. `errors` names each field and says why.',
  malformed_json:
    'The body is not JSON. Check quotes and commas, and that the whole body was sent.',
  invalid_cursor:
    'Use `next_cursor` of the page before as it is, with the same filters; or leave it out for the first page.',
  payload_too_large:
    'Send less at once. The limit is a setting of the server (`BODY_LIMIT_BYTES`).',
  unsupported_media_type: 'Send `Content-Type: application/json`, or what the operation names.',
  unauthenticated:
    'Send a valid token or API key as `Authorization: Bearer …`. Tokens expire; keys may be revoked.',
  insufficient_balance: 'The organisation has used up its credit. Add credits or upgrade the plan.',
  forbidden: 'You may see it, but your role does not let you do this. Ask an owner.',
  not_found:
    'It does not exist, or you may not know of it. Check the ids and who you are signed in as.',
  method_not_allowed: 'The path exists with other methods: see the `Allow` header.',
  name_taken: 'Names are unique here, whatever their case. Choose another one.',
  task_limit_reached:
    'The project holds as many tasks as it may. Delete some, or use another project.',
  webhook_limit_reached:
    'Delete a webhook that is not needed, or attach one webhook to more tasks.',
  task_archived: 'The task was put away. Take it out of the archive to run it.',
  no_active_revision:
    'Save a revision of the task and set it active, or name a revision in the request.',
  environment_limit_reached: 'Delete an environment of the task that is not needed.',
  contract_breaks:
    'The revision would break those who call the task. Look at `changes` and at who calls; make the change compatible (a default makes a new input optional), or send the name of the task as `confirm`.',
  evaluation_required:
    'The task asks that revisions are evaluated before they are set active. Evaluate this one on a dataset; its last evaluation against the active one must have found no regression.',
  active_revision_changed:
    'Somebody gave callers another revision meanwhile. Look at it, then try again.',
  last_project: 'An organisation keeps its last project. Create another one first.',
  idempotency_conflict:
    'The key was used for another request, or its first request has not ended. Use a new key for a new request.',
  precondition_failed: 'It changed since you read it. Read it again and repeat your change.',
  precondition_required: 'Send `If-Match` with the ETag of what you read.',
  rate_limited: 'Wait as long as `Retry-After` says, then go on slower.',
  unsupported_image: 'Use PNG, JPEG, WebP or GIF.',
  image_unreadable: 'The picture is broken or incomplete. Try another one.',
  model_not_found: 'Choose a model from the list of models.',
  model_unauthorized: "The provider refused the server's key. Check it in the server's settings.",
  model_rate_limited: 'The provider asks to wait. Try again later, or choose another model.',
  model_refused: 'The provider refused the request itself. `detail` has its reason.',
  model_failed: 'The provider failed. Try again, or choose another model.',
  model_timeout:
    'The provider took too long. Try again, shorten the prompt, or raise the time limit.',
  model_unreadable: 'The provider answered something that is not what its interface promises.',
  model_interrupted: 'The connection to the provider broke while it answered. Try again.',
  output_invalid:
    "The model's answer does not fit the output format, also after one repair. Make the prompt clearer, or choose a stronger model.",
  input_unsupported: 'The model cannot take this kind of file. Choose a model that can.',
  collection_not_found:
    'A collection that the task searches is not in the project. Choose the collections of the task again.',
  tool_not_waiting: 'The tool was answered already, or its run has ended. Read the run again.',
  tool_failed: 'A tool did not answer as it should. `detail` says which, and what it said.',
  prompt_too_long:
    "The prompt with its inputs exceeds the model's context. Shorten it, or choose a model with a larger one.",
  run_lost: 'The process that ran it died. Nothing was billed. Run it again.',
  identity_unavailable:
    'Who is signed in cannot be checked now. Nobody was signed out; try again in a moment.',
  unavailable:
    'A part that is needed cannot be reached, or the server is stopping. Try again in a moment.',
  internal_error: 'A defect on our side. Report it with the `request_id`.',
};
