import type { ProblemCode } from '#generated/model/index.ts';

/** What each problem means and how to resolve it; the type requires an entry for every code. */
export const PROBLEM_HELP: Readonly<Record<ProblemCode, string>> = {
  invalid_request:
    'The request violates the contract or a rule. `errors` names each field and the reason.',
  malformed_json:
    'The body is not valid JSON. Check quotes and commas, and that the whole body was sent.',
  invalid_cursor:
    'Use `next_cursor` of the previous page unchanged and with the same filters, or leave it out to get the first page.',
  payload_too_large:
    "Send a smaller request. The server's limit is the setting `BODY_LIMIT_BYTES`.",
  headers_too_large:
    'Send fewer or shorter headers: all of them together, and the request line, may have 16 KB. Cookies count too.',
  request_timeout:
    'The whole request must arrive within a minute. Send it again, or send less at once.',
  unsupported_media_type:
    'Send `Content-Type: application/json`, or the type that the operation requires.',
  unauthenticated:
    'Send a valid token or API key as `Authorization: Bearer …`. Tokens expire, and keys can be revoked.',
  token_too_old:
    'Creating credentials and deleting organisations, projects, tasks and collections needs a token that is at most a minute old. Request a new one from the identity service, then repeat the request. With `IDENTITY_ADMIN_URL`, the server looks up the session instead, and the age of tokens is irrelevant.',
  sign_in_too_old:
    'Deleting the account and downloading all of its data needs a sign-in of the last 15 minutes. Confirm the identity with a login flow that has `refresh=true`, then repeat the request.',
  insufficient_balance:
    "The balance, minus what unfinished runs have reserved, doesn't cover the most that the run may cost. Add credits, wait for other runs to end, or set `max_output_tokens` to reserve less.",
  spend_limit_reached:
    "The organisation's own model endpoint has reached its spend limit of this month, or the rest doesn't cover the most that the run may cost. Raise the limit in Settings → Models, choose a model of another endpoint, or wait for the next month (UTC).",
  card_declined:
    'The card was declined and nothing was changed. Add another card, or contact the bank that issued it.',
  endpoint_failed:
    'The endpoint was tested and nothing was saved; `errors` says what failed. Correct the settings, or send `keep_failing: true` to save them anyway.',
  secret_needed:
    'A key, token or other secret is sent only to the place that it was entered for. The change would send it elsewhere, so nothing was changed. Send the secret again with the change: `errors` points to its field.',
  forbidden: 'Your role does not allow this. Ask an owner for access.',
  not_found:
    "It doesn't exist, or you don't have access to it. Check the IDs and who you are signed in as.",
  method_not_allowed: 'The path supports other methods: see the `Allow` header.',
  name_taken: 'Names must be unique, ignoring case. Choose another name.',
  task_limit_reached:
    'The project has the maximum number of tasks. Delete some, or use another project.',
  webhook_limit_reached:
    'Delete a webhook you no longer need, or attach one webhook to several tasks.',
  task_archived: 'The task is archived. Unarchive it to run it.',
  no_active_revision:
    'Save a revision of the task and set it active, or name a revision in the request.',
  limit_reached:
    'There are as many as allowed. `detail` says how many and of what; delete some that you no longer need.',
  price_correction_conflict:
    'Another correction of the same model is being applied, or this one has been. Get it again to see its status.',
  plan_conflict:
    "The subscription's current state doesn't allow this; `detail` says why. Check it with `getBilling`.",
  payments_not_configured:
    'The server has no payment provider. Its administrator has to set what `detail` names.',
  environment_limit_reached: "Delete one of the task's environments that you no longer need.",
  contract_breaks:
    'The revision would break callers of the task. Review `changes` and the affected callers; make the change compatible (a default makes a new input optional), or confirm by sending the name of the task as `confirm`.',
  evaluation_required:
    'The task requires an evaluation before a revision is set active. Evaluate this one on a dataset; its latest evaluation against the active revision must show no regressions.',
  active_revision_changed:
    'Someone else changed the active revision in the meantime. Review it, then try again.',
  last_owner:
    'An organisation must keep at least one owner. Make somebody else an owner first, or delete the organisation.',
  invitation_expired: 'Ask the person who invited you to send the invitation again.',
  invitation_ended:
    'The invitation was accepted, declined or cancelled, or what it led to was deleted. Ask for a new one if you still need it.',
  wrong_account:
    'Only the invited email address can accept. Sign out, and sign in or sign up with that address.',
  email_unverified: 'Verify your email address, then accept the invitation again.',
  last_project: 'An organisation must keep at least one project. Create another one first.',
  idempotency_conflict:
    'The key was used for a different request, or its first request is still in progress. Use a new key for each request.',
  precondition_failed: 'It has changed since you read it. Read it again and reapply your change.',
  precondition_required: 'Send `If-Match` with the ETag of the version you read.',
  rate_limited: 'Wait for the time in `Retry-After`, then send requests more slowly.',
  unsupported_image: 'Use PNG, JPEG, WebP or GIF.',
  image_unreadable: 'The image is damaged or incomplete. Try another one.',
  model_not_found: 'Choose a model from the list of models.',
  model_unpriced:
    'Choose another model, or ask your administrator to set its price in MODEL_PRICES or to call it at an endpoint of their own.',
  model_unauthorized:
    "The provider rejected the server's API key, or none is set. Check it in the server's settings.",
  model_rate_limited:
    'The provider is limiting requests. Try again later, or choose another model.',
  model_refused: 'The provider rejected the request. `detail` gives the reason.',
  model_failed: 'The provider reported an error. Try again, or choose another model.',
  model_timeout:
    'The provider took too long. Try again, shorten the prompt, or increase the timeout.',
  model_unreadable:
    "The provider's response doesn't match its API. Try again, or choose another model.",
  model_interrupted: 'The connection to the provider was lost during the response. Try again.',
  output_invalid:
    "The model's output doesn't match the output format, even after a retry. Make the prompt clearer, or use a stronger model.",
  compose_json_invalid:
    "The model was asked for JSON and wrote something else, even after a retry. Run the step again, or choose another model in the article's brief.",
  compose_response_invalid:
    "The model's output can't be used for this step, even after a retry: it lacks headings, has too many, or is empty. Run the step again, or choose another model in the article's brief.",
  input_unsupported: 'The model does not support this kind of file. Choose a model that does.',
  collection_not_found:
    "A collection that the task searches is not in the project. Choose the task's collections again.",
  collection_in_use:
    'Tasks, widgets or chats search the collection. Remove it from them first, or delete it with `force`: their runs will then fail.',
  index_not_ready:
    'The index is still being built, or is the active one. Get it again to see its status.',
  document_not_ready: "The document's state doesn't allow this. Get it again to see its state.",
  upload_conflict: "The part isn't the next one. Get the upload and continue from its `offset`.",
  answer_in_progress:
    'Wait until the answer has ended, or stop it, before you send another message after it.',
  chat_denied: 'Ask the owner of the chat to share it with you.',
  origin_not_allowed: "Add the website's origin to the widget's allowed origins.",
  datasource_unauthorized:
    'The source rejected the credentials. Update them, or reconnect the account.',
  datasource_not_ready:
    "The state of the data source or its sync doesn't allow this. `detail` gives the reason.",
  datasource_failed: 'The source failed or did not respond. `detail` gives the reason.',
  tool_not_waiting:
    'Someone has already replied to the tool call, or its run has ended. Read the run again.',
  tool_failed: 'A tool call failed. `detail` says which one and why.',
  prompt_too_long:
    "The prompt with its inputs exceeds the model's context window. Shorten it, or choose a model with a larger one.",
  run_lost:
    'The server stopped unexpectedly during the run. You were charged only for what it had used. Run it again.',
  identity_unavailable:
    'Sign-in cannot be verified at the moment. Nobody was signed out; try again shortly.',
  unavailable: 'A service is unreachable, or the server is shutting down. Try again shortly.',
  internal_error: 'An error on our side. Report it with the `request_id`.',
};
