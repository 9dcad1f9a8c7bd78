import { isFree } from '#core/billing/money.ts';
import { sorted } from '#core/json/sorted.ts';
import { IDEMPOTENCY_HOURS } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import { sha256 } from '#core/sha256.ts';
import { checkInputs } from '#core/task/input/inputs.ts';
import { calledName, defaultedIn } from '#core/task/revision/callers.ts';
import { allows } from '../authorise.ts';
import { limitRefusal } from '../billing/limits.ts';
import { limitsOf } from '../billing/plan-limits.ts';
import type { Domain } from '../domain.ts';
import { findModel } from '../endpoint/own-models.ts';
import { createOwnSpending, spendLimitText } from '../endpoint/own-spending.ts';
import { principalId } from '../principal.ts';
import { mustFind, ProblemError } from '../problem.ts';
import type { Runnable } from '../task/runnable.ts';
import type { AskableModel } from './execution/ask-model.ts';
import { firstCost } from './execution/paying/reservation.ts';
import type { RunJob } from './execution/run-job.ts';
import { LiveRun, type RunView } from './live-run.ts';
import { newJob, newRun } from './new-run.ts';
import { rejectedBy } from './rejected/rejection.ts';
import { keyConflict, refuseUnfinished, storageFull, trialForbidden } from './run-refusals.ts';
import type { RunRequest } from './run-request.ts';
import { viewRun } from './view-run.ts';

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
    const { body, principal, place } = request;
    const { definition } = runnable;
    const model =
      request.given?.model ?? (await findModel(domain, place.orgId, definition.model_id));
    if (runnable.revision === null && !request.given) refuseUnfinished(definition, model?.info);
    hub.limit(place.orgId, (await limitsOf(domain.stores, place.orgId)).concurrent_runs);
    const job = prepare(request, runnable, model);
    const request_hash = request.idempotencyKey === undefined ? null : await hashOf(request);
    hub.requireRoom(place.orgId);
    if (port.isFull(place.projectId)) throw storageFull();

    const { live } = job;
    const { run } = live;
    await holdFirst(job);
    const { isCovered, refusedBy } = await port.accept({
      id: run.id,
      org_id: place.orgId,
      project_id: place.projectId,
      task_id: place.taskId,
      task_name: runnable.taskName,
      revision: runnable.revision,
      target: calledName(body.revision),
      defaulted: defaultedIn(run.inputs, body.inputs),
      source: run.source,
      chat_id: request.chatId ?? null,
      status: run.status as 'queued' | 'running',
      model_id: run.model_id,
      input_preview: run.input_preview,
      inputs: run.inputs,
      caller_type: principal.type,
      caller_id: principalId(principal),
      caller_name: principal.name,
      idempotency_key: request.idempotencyKey ?? null,
      request_hash,
      worker_id: port.workerId,
      created_at: run.created_at,
      reserved: live.reserved,
      is_free: model !== undefined && (model.own !== undefined || isFree(model.info)),
    });
    if (!isCovered) {
      if (live.hold) await own.settle(live.hold, live.hold, 0);
      if (refusedBy === null) return refused(request);
      const reason = await limitRefusal(domain.stores, refusedBy, live.reserved);
      throw new ProblemError('spend_limit_reached', reason);
    }
    hub.run(job);
    return live;
  }

  function prepare(
    request: RunRequest,
    runnable: Runnable,
    model: AskableModel | undefined,
  ): RunJob {
    const { definition } = runnable;
    const { values, errors } = checkInputs(definition.variables, request.body.inputs, {
      strict: definition.strict_inputs,
    });
    if (errors.length > 0) {
      throw new ProblemError('invalid_request', "The inputs don't match the task's variables.", {
        errors,
      });
    }
    const { orgId } = request.place;
    const run = newRun(request, runnable, values, hub.hasRoom(orgId));
    return newJob(new LiveRun(run, orgId), {
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
    live.hold = await own.hold(model.own, cost, live.run.id);
    if (!live.hold) throw new ProblemError('spend_limit_reached', spendLimitText(model.own, cost));
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
      return hub.find(first.id) ?? viewRun(domain, first);
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
