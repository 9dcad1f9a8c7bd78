import { checkInputs } from '#core/task/input/inputs.ts';
import type { ChatConfig, ChatMessageCreate, RunError } from '#generated/model/index.ts';
import type { Domain } from '../../domain.ts';
import { findModel } from '../../endpoint/own-models.ts';
import type { Principal } from '../../principal.ts';
import { invalidField, invalidRequest, ProblemError } from '../../problem.ts';
import { createRunService } from '../../run/run.service.ts';
import { type RunView, whenEnded } from '../../run/run-view.ts';
import type { Stores } from '../../stores.ts';
import { withActions } from '../assistant.ts';
import { checkAttached } from '../attached-files.ts';
import type { ChatMessageRow, ChatRow } from '../chat.tables.ts';
import { definitionOf, MESSAGE } from '../chat-definition.ts';
import { taskDeleted } from '../chat-refusals.ts';
import { requireBalance } from './answer-cost.ts';
import { modelOf, type Question, requestOf } from './answer-request.ts';
import { resultOf } from './answer-result.ts';

/** Runs that may be started for one answer: a process can be lost, but an answer must not kill one after another. */
const ATTEMPTS_MAX = 3;
/** In place of the process that looks after an answer, once that gave it up. */
const NOBODY = 'nobody';
const UNFINISHED = { status: { in: ['queued', 'running'] as const } };
const CANCELLED = { status: 'cancelled' as const, error: null };
/** Delays before the end of an answer is stored again; the last one is over a minute after the first. */
const RETRY_MS = 200;
const RETRY_MAX_MS = 60_000;

const LOST: RunError = {
  code: 'run_lost',
  message: 'The server stopped unexpectedly while it was answering. Regenerate the answer.',
};

const RUN_GONE: RunError = {
  code: 'run_lost',
  message: "The run that wrote this answer doesn't exist any more. Regenerate the answer.",
};

export type AnswerService = ReturnType<typeof createAnswerService>;

/** Answers messages. An answer is a run, which continues whatever happens to the requests that follow it. */
export function createAnswerService(
  domain: Pick<Domain, 'stores' | 'chat' | 'run' | 'runnables' | 'model' | 'files' | 'secrets'>,
) {
  const { stores, chat: port } = domain;
  const { messages } = stores.chat;
  const runs = createRunService(domain);

  /** Stores the result once the run has ended, unless the process is shutting down: then another one takes over. */
  async function finish(answer: ChatMessageRow, view: RunView): Promise<void> {
    const run = await whenEnded(view);
    for (let wait = RETRY_MS; ; wait *= 2) {
      try {
        if (run.error?.code === 'run_lost') return await release(answer);
        return await store(answer, resultOf(run, view.steps), run.id);
      } catch (error) {
        // The database may be unavailable for a moment.
        if (wait > RETRY_MAX_MS) throw error;
        port.report(error);
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  /** Leaves an answer to the next process that looks for unfinished ones. */
  async function release({ id, chat_id }: ChatMessageRow): Promise<void> {
    await messages.change({ id, worker_id: port.workerId }, { worker_id: NOBODY });
    port.publish({ chat_id, message_id: id });
  }

  async function store(
    { id, chat_id }: ChatMessageRow,
    change: Partial<ChatMessageRow>,
    runId?: string,
  ): Promise<void> {
    await stores.transaction(async ({ chat }) => {
      const row = await chat.chats.lock({ id: chat_id });
      // Deleted in the meantime.
      if (!row) return;
      const next = row.change + 1;
      const where = { id, ...UNFINISHED };
      const found = await chat.messages.change(
        runId === undefined ? where : { ...where, run_id: runId },
        { ...withActions(row, change), change: next },
      );
      if (found > 0) await chat.chats.change({ id: chat_id }, { change: next });
    });
    port.publish({ chat_id, message_id: id });
  }

  /**
   * Starts the answer to a stored message.
   * @throws ProblemError 402 without balance, 404 when the task is gone, 409, 429, 503
   */
  async function start(question: Question, principal: Principal): Promise<ChatMessageRow> {
    const { chat, answer } = question;
    const { request, summary } = await requestOf(domain, question, principal);
    const view = await runs.start(request);
    const { id: run_id, model_id, status } = view.run;
    const change = {
      run_id,
      model_id,
      status: status === 'queued' ? ('queued' as const) : ('running' as const),
      worker_id: port.workerId,
      attempts: answer.attempts + 1,
      summary,
    };
    const isWanted = await messages.change({ id: answer.id, ...UNFINISHED }, change);
    if (isWanted === 0) {
      // It was stopped, or its chat deleted, before the run had started.
      await runs.cancel(await runs.find(chat.project_id, run_id));
      return (await messages.find({ id: answer.id })) ?? answer;
    }
    void finish(answer, view).catch(port.report);
    return { ...answer, ...change };
  }

  /**
   * Ends an answer that no run will end.
   * @param runId unless another run has taken over from this one
   */
  function end(row: ChatMessageRow, error: RunError | null, runId?: string): Promise<void> {
    const status = error ? ('failed' as const) : ('cancelled' as const);
    const ended_at = new Date().toISOString();
    return store(row, { status, error, ended_at, worker_id: null }, runId);
  }

  /** The run of an answer; undefined if there is none, or none any more. */
  async function runOf(
    { project_id }: Pick<ChatRow, 'project_id'>,
    { run_id }: ChatMessageRow,
  ): Promise<RunView | undefined> {
    if (run_id === null) return undefined;
    const row = await stores.run.runs.find({ id: run_id, project_id });
    return row && runs.view(row);
  }

  /** Stores the result of a run that had ended before its process was lost. It is paid, so it isn't repeated. */
  async function takeResult(chat: ChatRow, row: ChatMessageRow): Promise<boolean> {
    const view = await runOf(chat, row);
    if (!view?.isEnded || view.run.error?.code === 'run_lost') return false;
    await store(row, resultOf(view.run, view.steps), view.run.id);
    return true;
  }

  /** Starts an answer again whose process was lost, unless another process does. */
  async function resume(row: ChatMessageRow): Promise<void> {
    const taken = await messages.change(
      { id: row.id, worker_id: row.worker_id, ...UNFINISHED },
      { worker_id: port.workerId },
    );
    if (taken === 0) return;
    const answer = { ...row, worker_id: port.workerId };
    try {
      const message = row.parent_id && (await messages.find({ id: row.parent_id }));
      const chat = await stores.chat.chats.find({ id: row.chat_id, deleted_at: null });
      // What a deleted project leaves behind is swept later.
      const project = chat && (await stores.project.projects.find({ id: chat.project_id }));
      if (!message || !chat || !project) return await end(answer, null);
      if (await takeResult(chat, answer)) return;
      if (row.attempts >= ATTEMPTS_MAX) return await end(answer, LOST);
      const { config_version: number } = row;
      // The configuration may have been changed since.
      const asked = await stores.chat.configs.find({ chat_id: chat.id, number });
      const config = asked?.config ?? chat.config;
      await start({ chat, config, message, answer }, askerOf(chat, row));
      port.publish({ chat_id: row.chat_id, message_id: row.id });
    } catch (error) {
      if (!(error instanceof ProblemError)) {
        port.report(error);
        return end(answer, LOST);
      }
      const { code, status, message } = error;
      // There is no room for it now, or the process is shutting down.
      if (status === 429 || status === 503) return release(answer);
      return end(answer, { code, message });
    }
  }

  /** @throws ProblemError 400 for a model that doesn't exist, or for a task, which has its own */
  async function checkModel(
    orgId: string,
    { type }: ChatConfig,
    modelId: string | undefined,
  ): Promise<void> {
    if (modelId === undefined) return;
    if (type === 'task')
      throw invalidField('/model_id', 'A task has its own model. Change it in the task.');
    if (!(await findModel(domain, orgId, modelId)))
      throw invalidField('/model_id', "This model doesn't exist");
  }

  return {
    start,

    /**
     * Checks whether a stored message can be answered again.
     * @throws ProblemError 400, 402 without balance
     */
    async checkAgain(
      chat: ChatRow,
      messageId: string | null,
      by: Principal,
      model_id?: string,
    ): Promise<void> {
      const { config } = chat;
      await checkModel(chat.org_id, config, model_id);
      const message = messageId === null ? undefined : await messages.find({ id: messageId });
      if (!message || config.type === 'task') return;
      const { text, attachment_ids } = message;
      const files = await stores.chat.attachmentsOf(attachment_ids);
      const modelId = await modelOf(domain, chat.org_id, config, model_id);
      const info = (await findModel(domain, chat.org_id, modelId))?.info;
      if (info && !info.supports.images && files.some(({ kind }) => kind === 'image'))
        throw invalidField(
          '/model_id',
          `${info.name} doesn't accept images. Choose another model.`,
        );
      await requireBalance(domain, askedOf(chat, { modelId, text, by, attached: attachment_ids }));
    },

    /**
     * Checks a message before it is stored.
     * @throws ProblemError 400, 402 without balance, 404 when the task is gone, 409 when it is archived or has no active revision
     */
    async check(chat: ChatRow, body: ChatMessageCreate, by: Principal): Promise<void> {
      const { config, org_id: orgId, project_id: projectId } = chat;
      if (config.type !== 'task') {
        if ('inputs' in body) throw invalidField('/inputs', 'Only chats with a task take inputs');
        const { text, model_id, attachment_ids = [] } = body;
        await checkModel(orgId, config, model_id);
        const modelId = await modelOf(domain, orgId, config, model_id);
        await checkAttached(domain, chat, attachment_ids, { by, modelId });
        return requireBalance(
          domain,
          askedOf(chat, { modelId, text, by, attached: attachment_ids }),
        );
      }
      if ('text' in body) throw invalidField('/inputs', "Send the task's inputs");
      const { inputs } = body;
      const place = { orgId, projectId, taskId: config.task_id ?? '' };
      if (!(await stores.task.tasks.find({ id: place.taskId, project_id: place.projectId })))
        throw taskDeleted();
      const { definition } = await domain.runnables.resolve(place);
      const { values, errors } = checkInputs(definition.variables, inputs, {
        strict: definition.strict_inputs,
      });
      if (errors.length > 0) throw invalidRequest(errors);
      await requireBalance(domain, { orgId, projectId, definition, inputs: values, by });
    },

    /** Takes over the answers of processes that are gone, and those that were given up. */
    async resumeAll(workerIds: readonly string[] = []): Promise<void> {
      const lost = await messages.list({
        where: { worker_id: { in: [NOBODY, ...workerIds] } },
        order: ['id'],
      });
      for (const row of lost) await resume(row);
    },

    cancel,

    /** Stops all answers of a chat. */
    async cancelAll(chat: ChatRow): Promise<void> {
      const where = { chat_id: chat.id, ...UNFINISHED };
      for (const row of await messages.list({ where, order: ['id'] })) await cancel(chat, row);
    },

    /** Stops all answers to visitors of a widget. */
    async cancelWidget(projectId: string, widgetId: string): Promise<void> {
      // Only unfinished answers have a worker. This condition lets the query use an index.
      const where = { project_id: projectId, worker_id: { gt: '' }, ...UNFINISHED };
      for (const row of await messages.list({ where, order: ['id'] })) {
        const chat = await stores.chat.chats.find({ id: row.chat_id, widget_id: widgetId });
        if (chat) await cancel(chat, row);
      }
    },

    /**
     * The run of an answer in progress, to follow; undefined before it is started. An answer whose run doesn't exist any
     * more is ended.
     */
    async view(chat: Pick<ChatRow, 'project_id'>, row: ChatMessageRow) {
      const view = await runOf(chat, row);
      if (!view && row.run_id !== null) await end(row, RUN_GONE, row.run_id);
      return view;
    },
  };

  /** Stops an answer. It keeps what it has said so far. */
  async function cancel(chat: ChatRow, row: ChatMessageRow): Promise<void> {
    if (row.ended_at !== null) return;
    if (row.run_id === null) return end(row, null);
    try {
      const find = (id: string) => runs.find(chat.project_id, id);
      const run = await runs.cancel(await find(row.run_id));
      const { steps } = await runs.view(await find(run.id));
      // The process that executed it may have died: nobody is to answer again.
      if (run.ended_at === null || run.error?.code === 'run_lost') {
        await store(row, {
          ...resultOf(run, steps),
          ...CANCELLED,
          ended_at: new Date().toISOString(),
        });
      } else await store(row, resultOf(run, steps), run.id);
    } catch (error) {
      if (!(error instanceof ProblemError && error.status === 404)) throw error;
      // Runs are deleted after a time.
      await end(row, null);
    }
  }
}

/** What answers a text. */
function askedOf(
  { org_id: orgId, project_id: projectId, config }: ChatRow,
  {
    modelId,
    text,
    ...rest
  }: { modelId: string; text: string; by: Principal; attached: readonly string[] },
) {
  const definition = definitionOf(config, { modelId, images: [], isSmallTalk: false });
  return { orgId, projectId, definition, inputs: { [MESSAGE]: text }, ...rest };
}

/** Leaves the answers of processes that are gone to whichever looks for unfinished ones first. */
export async function leaveAnswers(
  { chat }: Pick<Stores, 'chat'>,
  workerIds: readonly string[],
): Promise<void> {
  await chat.messages.change({ worker_id: { in: workerIds } }, { worker_id: NOBODY });
}

/** Whoever asked, when an answer is started again without their request. */
function askerOf(
  chat: ChatRow,
  { author_type, author_id, author_name: name }: ChatMessageRow,
): Principal {
  const { project_id: projectId, org_id: orgId } = chat;
  if (author_type === 'api_key')
    return {
      type: 'api_key',
      keyId: author_id,
      createdBy: author_id,
      resources: null,
      projectId,
      orgId,
      name,
    };
  if (author_type === 'visitor')
    return {
      type: 'visitor',
      visitorId: author_id,
      widgetId: chat.widget_id ?? '',
      projectId,
      orgId,
      name,
    };
  return { type: 'user', userId: author_id, identityId: '', sessionId: '', name, email: '' };
}
