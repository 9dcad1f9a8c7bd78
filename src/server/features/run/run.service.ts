import { createHash } from 'node:crypto';
import { can } from '#core/access/permissions.ts';
import { costOf, isFree } from '#core/billing/money.ts';
import { newId } from '#core/ids.ts';
import { sorted } from '#core/json/sorted.ts';
import { IDEMPOTENCY_HOURS, INPUT_PREVIEW_MAX } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import { estimateTokens } from '#core/run/tokens.ts';
import { checkDefinition } from '#core/task/definition/definition.ts';
import { type InputFile, isTextFile } from '#core/task/input/files.ts';
import { checkInputs } from '#core/task/input/inputs.ts';
import { inputFiles, renderInputs, withoutFiles } from '#core/task/input/render.ts';
import { calledName, defaultedIn } from '#core/task/revision/callers.ts';
import { type Access, type Principal, principalId } from '#domain/principal.ts';
import { notFound, ProblemError } from '#domain/problem.ts';
import type { AskableModel } from '#domain/run/ask-model.ts';
import { LiveRun, type RunView } from '#domain/run/live-run.ts';
import type { OutputReader, RunJob } from '#domain/run/run-job.ts';
import { COMPILED_MAX, compiledLength } from '#domain/run/run-prompt.ts';
import { toRun } from '#domain/run/run-views.ts';
import type { Runnable, Runnables } from '#domain/task/runnable.ts';
import type { Run, RunCreate, RunSource } from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';
import type { ModelService } from '../model/model.service.ts';
import { viewRun } from './remote-run.ts';
import * as repository from './run.repository.ts';
import { RUN_CANCEL, RUN_REPLY, type RunHub } from './run-hub.ts';
import type { RunWriter } from './run-writer.ts';

/** A task of another project, run here. */
export interface HelperRun {
  runnable: Runnable;
  model: AskableModel;
  read: OutputReader;
}

/** A request to run a task. */
export interface RunRequest {
  place: { orgId: string; projectId: string; taskId: string };
  principal: Principal;
  access: Access;
  body: RunCreate;
  idempotencyKey?: string | undefined;
  /** Where it comes from; by default what the caller is. */
  source?: RunSource;
  /** What is run in place of the project's task: its log shows it, and its organisation pays. */
  helper?: HelperRun;
  /** Whether someone may watch it: a stream, or in the background. */
  isStreamed: boolean;
}

export interface RunServiceDeps {
  database: Database;
  runnables: Runnables;
  models: ModelService;
  hub: RunHub;
  writer: RunWriter;
  workerId: string;
}

export type RunService = ReturnType<typeof createRunService>;

/** Tokens that an answer is taken to have at least, when the balance is about to run out. */
const RESERVED_OUTPUT = 500;
const CANCEL_PATIENCE_MS = 5000;

/** Accepts runs and finds them again. What executes them is the hub's business. */
export function createRunService(deps: RunServiceDeps) {
  const { database, hub, writer, workerId, models, runnables } = deps;

  /**
   * Puts a run on record and starts it; it goes on whatever becomes of the request.
   * @returns the run; the first one's when the idempotency key was used before for the same request
   * @throws ProblemError 400 with every input that is wrong, 402 without balance, 403, 404, 409
   */
  async function start(request: RunRequest): Promise<RunView> {
    const { body, principal, place } = request;
    const isTrial = body.revision === 'draft' || body.model_id !== undefined;
    if (isTrial && !can('task', request.access.projectRole, 'edit')) throw trialForbidden();
    const runnable =
      request.helper?.runnable ??
      withModel(await runnables.resolve(place, body.revision), body.model_id);
    if (runnable.revision === null) refuseUnfinished(runnable, models);
    const job = prepare(request, runnable);
    if (!hub.isOpen) throw tooBusy();

    const { live } = job;
    const { run } = live;
    const reservedBefore = hub.reservedBy(place.orgId);
    hub.reserve(live);
    const isAccepted = await writer
      .accept({
        id: run.id,
        org_id: place.orgId,
        project_id: place.projectId,
        task_id: place.taskId,
        task_name: runnable.taskName,
        revision: runnable.revision,
        target: calledName(body.revision),
        defaulted: defaultedIn(run.inputs, body.inputs),
        source: run.source,
        status: run.status as 'queued' | 'running',
        model_id: run.model_id,
        input_preview: run.input_preview,
        inputs: run.inputs,
        caller_type: principal.type,
        caller_id: principalId(principal),
        caller_name: principal.name,
        idempotency_key: request.idempotencyKey ?? null,
        request_hash: request.idempotencyKey === undefined ? null : hashOf(request),
        worker_id: workerId,
        created_at: run.created_at,
        reserved: reservedBefore,
        is_free: job.model !== undefined && isFree(job.model.info),
      })
      .catch((error: unknown) => {
        hub.release(live);
        throw error;
      });
    if (isAccepted) {
      hub.run(job);
      return live;
    }
    hub.release(live);
    return refused(request);
  }

  function prepare(request: RunRequest, runnable: Runnable): RunJob {
    const { definition } = runnable;
    const { values, errors } = checkInputs(definition.variables, request.body.inputs);
    if (errors.length > 0) {
      throw new ProblemError(
        'invalid_request',
        'The inputs do not fit the variables of the task.',
        { errors },
      );
    }
    const texts = renderInputs(values, definition.variables);
    const length = compiledLength(definition, texts);
    if (length > COMPILED_MAX) throw tooLong(length);
    const model = request.helper?.model ?? models.find(definition.model_id);
    const files = inputFiles(values, definition.variables);
    for (const [name, file] of files) if (isTextFile(file)) files.delete(name);
    if (model) refuseFiles(files, model);
    const live = new LiveRun(newRun(request, runnable, values, hub.hasRoom), request.place.orgId);
    live.reserved = model ? expectedCost(model, length) : 0;
    return {
      live,
      definition,
      values: texts,
      files,
      model,
      isStreamed: request.isStreamed,
      read: request.helper?.read,
    };
  }

  /** Why a run was not accepted: its key was used, or there is no balance. */
  async function refused(request: RunRequest): Promise<RunView> {
    const { db } = database;
    const { place, idempotencyKey: key, principal } = request;
    const first =
      key === undefined ? undefined : await repository.getByKey(db, principalId(principal), key);
    if (first) {
      const oldest = new Date(Date.now() - IDEMPOTENCY_HOURS * 3_600_000).toISOString();
      if (first.created_at < oldest) {
        await repository.releaseKey(db, first.id, oldest);
        return start(request);
      }
      if (first.request_hash !== hashOf(request)) throw keyConflict();
      return hub.find(first.id) ?? viewRun(database, first);
    }
    const balance = await repository.getOrgBalance(db, place.orgId);
    if (balance === undefined) throw notFound();
    throw new ProblemError('insufficient_balance', MESSAGES.task.balance);
  }

  /** @throws ProblemError 404 */
  async function row(projectId: string, id: string) {
    const found = await repository.getRun(database.db, projectId, id);
    if (!found) throw notFound();
    return found;
  }

  return {
    start,

    /** A run, to follow it or to wait for its end. */
    async view(projectId: string, id: string): Promise<RunView> {
      const live = hub.find(id);
      if (live?.run.project_id === projectId) return live;
      return viewRun(database, await row(projectId, id));
    },

    /** A run as it stands. */
    async get(projectId: string, id: string): Promise<Run> {
      const live = hub.find(id);
      return live?.run.project_id === projectId ? live.run : toRun(await row(projectId, id));
    },

    /**
     * Hands a reply to a tool that waits for one, wherever the run is executed.
     * @throws ProblemError 404, 409 when nothing waits for it
     */
    async reply(projectId: string, id: string, stepId: string, text: string): Promise<void> {
      const found = await row(projectId, id);
      const live = hub.find(id);
      if (live?.reply(stepId, text)) return;
      if (live || found.ended_at !== null) throw noneWaits();
      // It may be longer than a notification: the row holds it, and the notification only says where to look.
      const left = {
        step_id: stepId,
        run_id: id,
        reply: text.replaceAll('\0', '\uFFFD').toWellFormed(),
      };
      if (!(await repository.leaveReply(database.db, left))) throw noneWaits();
      await database.notify(RUN_REPLY, id);
    },

    /** Stops a run, wherever it is executed; one that has ended stays as it is. */
    async cancel(projectId: string, id: string): Promise<Run> {
      const found = await row(projectId, id);
      const live = hub.cancel(id);
      if (live) return Promise.race([live.done, patience(live.run)]);
      if (found.ended_at !== null) return toRun(found);
      await repository.requestCancel(database.db, id);
      await database.notify(RUN_CANCEL, id);
      const view = await viewRun(database, found);
      return Promise.race([view.done, patience(view.run)]);
    },
  };
}

function newRun(
  { principal, place, source }: RunRequest,
  { definition, ...runnable }: Runnable,
  inputs: Record<string, unknown>,
  hasRoom: boolean,
): Run {
  return {
    id: newId('run'),
    project_id: place.projectId,
    task_id: runnable.taskId,
    task_name: runnable.taskName,
    revision: runnable.revision,
    source: source ?? (principal.type === 'user' ? 'console' : 'api'),
    status: hasRoom ? 'running' : 'queued',
    model_id: definition.model_id,
    input_preview: previewOf(withoutFiles(inputs, definition.variables)),
    output_valid: null,
    usage: { input_tokens: 0, output_tokens: 0, cost: 0 },
    latency_ms: null,
    first_token_ms: null,
    error: null,
    caller: { type: principal.type, id: principalId(principal), name: principal.name },
    created_at: new Date().toISOString(),
    ended_at: null,
    inputs,
    output: null,
    output_text: '',
  };
}

/** The inputs in a line. */
function previewOf(inputs: Record<string, unknown>): string {
  const texts = Object.values(inputs).map((value) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.slice(0, INPUT_PREVIEW_MAX * 2);
  });
  const line = texts.join(' · ').replace(/\s+/g, ' ').trim();
  // Cut by characters as the contract counts them, so that no pair of surrogates is torn.
  return [...line.slice(0, INPUT_PREVIEW_MAX * 2)]
    .slice(0, INPUT_PREVIEW_MAX)
    .join('')
    .toWellFormed();
}

function expectedCost(model: AskableModel, length: number): number {
  const tokens = { input_tokens: estimateTokens(length), output_tokens: RESERVED_OUTPUT };
  return costOf(tokens, model.info) ?? 0;
}

/** The same request has the same hash, whatever the order of its fields. */
function hashOf({ place, body, isStreamed: _isStreamed }: RunRequest): string {
  const asked = [place.taskId, body.revision ?? 'active', sorted(body.inputs)];
  const text = JSON.stringify(body.model_id === undefined ? asked : [...asked, body.model_id]);
  return createHash('sha256').update(text).digest('base64url');
}

function patience(run: Run): Promise<Run> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(run), CANCEL_PATIENCE_MS).unref();
  });
}

/** @throws ProblemError 400 with every file that the model cannot take */
function refuseFiles(files: ReadonlyMap<string, InputFile>, { info }: AskableModel): void {
  const errors = [...files].flatMap(([name, { mediaType }]) => {
    const isTaken = mediaType.startsWith('image/') ? info.supports.images : info.supports.files;
    const message = `${info.name} cannot take ${mediaType}. Choose another model.`;
    return isTaken ? [] : [{ pointer: `/inputs/${name}`, message }];
  });
  const [first] = errors;
  if (first) throw new ProblemError('input_unsupported', first.message, { errors });
}

function refuseUnfinished({ definition }: Runnable, models: ModelService): void {
  const known = models.find(definition.model_id)?.info;
  const errors = checkDefinition(definition, { models: known ? [known] : [], at: '/definition' });
  if (errors.length > 0) {
    throw new ProblemError('invalid_request', 'The draft is not finished.', { errors });
  }
}

/** What was never saved like this counts as a draft: the figures of the revision stay its own. */
function withModel(runnable: Runnable, modelId: string | undefined): Runnable {
  if (modelId === undefined || modelId === runnable.definition.model_id) return runnable;
  return { ...runnable, revision: null, definition: { ...runnable.definition, model_id: modelId } };
}

/** Only who may edit a task may call its draft. */
function trialForbidden(): ProblemError {
  return new ProblemError(
    'forbidden',
    'Running the draft, or with another model, needs the right to edit the task.',
  );
}

function tooLong(length: number): ProblemError {
  return new ProblemError(
    'prompt_too_long',
    `The prompts come to ${length.toLocaleString('en-US')} characters with these inputs; at most ${COMPILED_MAX.toLocaleString('en-US')} are taken.`,
  );
}

function noneWaits(): ProblemError {
  return new ProblemError(
    'tool_not_waiting',
    'No tool waits for this reply: it was answered already, or the run has ended.',
  );
}

function tooBusy(): ProblemError {
  return new ProblemError(
    'unavailable',
    'The server takes no more runs for now. Try again in a moment.',
    {
      headers: { 'retry-after': '5' },
    },
  );
}

function keyConflict(): ProblemError {
  return new ProblemError(
    'idempotency_conflict',
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
  );
}
