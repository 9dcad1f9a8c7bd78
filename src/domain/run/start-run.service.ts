import { isFree } from '#core/billing/money.ts';
import { newId } from '#core/ids.ts';
import { sorted } from '#core/json/sorted.ts';
import { IDEMPOTENCY_HOURS, INPUT_PREVIEW_MAX } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import { sha256 } from '#core/sha256.ts';
import type { InputFile } from '#core/task/input/files.ts';
import { checkInputs } from '#core/task/input/inputs.ts';
import { withoutFiles } from '#core/task/input/render.ts';
import { calledName, defaultedIn } from '#core/task/revision/callers.ts';
import type { RunCreate, RunSource } from '#generated/model/index.ts';
import { allows } from '../authorise.ts';
import { limitRefusal } from '../billing/limits.ts';
import { limitsOf } from '../billing/plan-limits.ts';
import type { Domain } from '../domain.ts';
import { findModel } from '../endpoint/own-models.ts';
import { createOwnSpending, spendLimitText } from '../endpoint/own-spending.ts';
import type { AskableModel } from '../model/ask.ts';
import { type Access, type Principal, principalId, sourceOf } from '../principal.ts';
import { mustFind, ProblemError } from '../problem.ts';
import { newRow } from '../tables.ts';
import type { Runnable, RunnablePlace } from '../task/runnable.ts';
import type { Conversation } from './execution/context/conversation.ts';
import { firstCost } from './execution/cost.ts';
import { newJob, type OutputReader, type RunJob } from './execution/run-job.ts';
import { LiveRun } from './live-run.ts';
import { rejectedBy } from './rejected/rejection.ts';
import type { AcceptedRow, RunRow } from './run.tables.ts';
import { keyConflict, refuseUnfinished, storageFull, trialForbidden } from './run-refusals.ts';
import { endedView, type RunView } from './run-view.ts';
import { toRun, unpackSteps } from './to-run.ts';

type Accepted = Omit<AcceptedRow, 'reserved' | 'is_free'>;

/** Accepts runs. The hub executes them. */
export function createRunStarter(
  domain: Pick<Domain, 'stores' | 'run' | 'runnables' | 'model' | 'secrets'>,
) {
  const { run: port, runnables } = domain;
  const { hub } = port;
  const own = createOwnSpending(() => domain.stores);
  const { org, run } = domain.stores;
  const { runs } = run;

  /**
   * Stores a run and starts it; it continues whatever happens to the request.
   * @returns the run; if the idempotency key was already used for the same request, the first run
   * @throws ProblemError 400 with every input that is wrong, 402 without balance, 403, 404, 409
   */
  async function start(request: RunRequest): Promise<RunView> {
    const { body, place } = request;
    const isTrial = body.revision === 'draft' || body.model_id !== undefined;
    if (isTrial && !allows(request.access, 'task', 'edit')) throw trialForbidden();
    const runnable =
      request.given?.runnable ??
      withModel(await runnables.resolve(place, body.revision), body.model_id);
    try {
      return await accept(request, runnable);
    } catch (error) {
      throw rejectedBy(error, runnable);
    }
  }

  async function accept(request: RunRequest, runnable: Runnable): Promise<RunView> {
    const { place } = request;
    const { definition } = runnable;
    const model =
      request.given?.model ?? (await findModel(domain, place.orgId, definition.model_id));
    if (runnable.revision === null && !request.given) refuseUnfinished(definition, model?.info);
    hub.limit(place.orgId, (await limitsOf(domain.stores, place.orgId)).concurrent_runs);
    const row = await acceptedRow(request, runnable);
    const job = prepare(request, runnable, model, row);
    hub.requireRoom(place.orgId);
    if (port.isFull(place.projectId)) throw storageFull();

    const { live } = job;
    await holdFirst(job);
    const is_free = model !== undefined && (model.own !== undefined || isFree(model.info));
    const { reserved } = live.spending;
    const { isCovered, refusedBy } = await port.accept({ ...row, reserved, is_free });
    if (!isCovered) {
      const { hold } = live.spending;
      if (hold) await own.settle(hold, hold, 0);
      if (refusedBy === null) return refused(request);
      const reason = await limitRefusal(domain.stores, refusedBy, live.spending.reserved);
      throw new ProblemError('spend_limit_reached', reason);
    }
    hub.run(job);
    return live.shown;
  }

  /** @throws ProblemError 400 with every input that is wrong */
  async function acceptedRow(
    request: RunRequest,
    { definition, ...runnable }: Runnable,
  ): Promise<Accepted> {
    const { body, place, principal, idempotencyKey } = request;
    const { variables, strict_inputs: strict } = definition;
    const { values: inputs, errors } = checkInputs(variables, body.inputs, { strict });
    if (errors.length > 0)
      throw new ProblemError('invalid_request', "The inputs don't match the task's variables.", {
        errors,
      });
    return {
      id: newId('run'),
      org_id: place.orgId,
      project_id: place.projectId,
      task_id: place.taskId,
      task_name: runnable.taskName,
      revision: runnable.revision,
      target: calledName(body.revision),
      defaulted: defaultedIn(inputs, body.inputs),
      source: request.source ?? sourceOf(principal),
      chat_id: request.chatId ?? null,
      status: hub.hasRoom(place.orgId) ? 'running' : 'queued',
      model_id: definition.model_id,
      input_preview: previewOf(withoutFiles(inputs, variables)),
      inputs,
      caller_type: principal.type,
      caller_id: principalId(principal),
      caller_name: principal.name,
      idempotency_key: idempotencyKey ?? null,
      request_hash: idempotencyKey === undefined ? null : await hashOf(request),
      worker_id: port.workerId,
      created_at: new Date().toISOString(),
    };
  }

  function prepare(
    request: RunRequest,
    { definition }: Runnable,
    model: AskableModel | undefined,
    row: Accepted,
  ): RunJob {
    const run = toRun(newRow('run', { ...row, cost: 0 }));
    return newJob(new LiveRun(run, row.org_id), {
      ...request,
      read: request.given?.read,
      conversation: request.given?.conversation,
      given: request.given?.files,
      definition,
      model,
    });
  }

  /**
   * Takes the most that the first request may cost from the spend limit of the organisation's own endpoint.
   * @throws ProblemError 402 `spend_limit_reached`
   */
  async function holdFirst({ live, definition, model, values, files }: RunJob): Promise<void> {
    if (!model?.own?.isLimited || !model.ask) return;
    const cost = firstCost(definition, model.info, values, files);
    const hold = await own.hold(model.own, cost, live.run.id);
    live.spending.hold = hold;
    if (!hold) throw new ProblemError('spend_limit_reached', spendLimitText(model.own, cost));
  }

  /** Why a run was not accepted: its key was already used, or there is no balance. */
  async function refused(request: RunRequest): Promise<RunView> {
    const { place, idempotencyKey: key, principal } = request;
    const first =
      key === undefined
        ? undefined
        : await runs.find({ caller_id: principalId(principal), idempotency_key: key });
    if (first) {
      const oldest = new Date(Date.now() - IDEMPOTENCY_HOURS * 3_600_000).toISOString();
      if (first.created_at < oldest) {
        await runs.change({ id: first.id, created_at: { lt: oldest } }, { idempotency_key: null });
        return start(request);
      }
      if (first.request_hash !== (await hashOf(request))) throw keyConflict();
      return hub.find(first.id)?.shown ?? viewRun(domain, first);
    }
    await mustFind(org.orgs.find({ id: place.orgId }));
    throw new ProblemError('insufficient_balance', MESSAGES.task.balance);
  }

  return start;
}

/**
 * A definition that differs from the saved revision counts as a draft, so it does not affect the revision's statistics.
 */
function withModel(runnable: Runnable, modelId: string | undefined): Runnable {
  if (modelId === undefined || modelId === runnable.definition.model_id) return runnable;
  return { ...runnable, revision: null, definition: { ...runnable.definition, model_id: modelId } };
}

/** The same request has the same hash, whatever the order of its fields. */
function hashOf({ place, body }: RunRequest): Promise<string> {
  const parts = [place.taskId, body.revision ?? 'active', sorted(body.inputs)];
  const text = JSON.stringify(body.model_id === undefined ? parts : [...parts, body.model_id]);
  return sha256(text);
}

/** A view of a run not executing in this process: one that has ended, or one of another process. */
export async function viewRun(
  { stores, run: port }: Pick<Domain, 'stores' | 'run'>,
  row: RunRow,
): Promise<RunView> {
  if (row.ended_at === null) return port.follow(row);
  const run = toRun(row);
  const trace = await stores.run.traces.find({ run_id: row.id });
  return endedView(run, unpackSteps(trace?.steps ?? [], run), row.resets);
}

/** The inputs as one line. */
export function previewOf(inputs: Record<string, unknown>): string {
  const texts = Object.values(inputs).map((value) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.slice(0, INPUT_PREVIEW_MAX * 2);
  });
  const line = texts.join(' · ').replace(/\s+/g, ' ').trim();
  // Cut by code points, as the contract counts characters, so that no surrogate pair is split.
  return [...line.slice(0, INPUT_PREVIEW_MAX * 2)]
    .slice(0, INPUT_PREVIEW_MAX)
    .join('')
    .toWellFormed();
}

/** What to run instead of one of the project's tasks: an assistant, or an answer in a chat. */
interface GivenRun {
  runnable: Runnable;
  /** The definition's model by default. */
  model?: AskableModel | undefined;
  read?: OutputReader;
  /** The chat, without the message that is answered. */
  conversation?: Conversation;
  /** Files for the model, by the names of placeholders in the user prompt. They aren't stored with the run. */
  files?: ReadonlyMap<string, InputFile>;
}

/** A request to run a task. */
export interface RunRequest {
  place: RunnablePlace;
  principal: Principal;
  access: Access;
  body: RunCreate;
  idempotencyKey?: string | undefined;
  /** Where the run was started; derived from the caller by default. */
  source?: RunSource;
  /** The chat that it answers in. */
  chatId?: string;
  /** The project logs it, and its organisation pays. */
  given?: GivenRun;
  /** Whether someone may be watching it: a stream, or a background run. */
  isStreamed: boolean;
}
