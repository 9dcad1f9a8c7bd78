import { isSmallTalk } from '#core/chat/small-talk.ts';
import { checkInputs } from '#core/task/input/inputs.ts';
import type {
  ChatConfig,
  ChatMessageCreate,
  ChatSummary,
  RunError,
} from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { createModelService } from '../model/model.service.ts';
import type { Access, Principal } from '../principal.ts';
import { invalidField, invalidRequest, ProblemError } from '../problem.ts';
import type { AttachedDocument } from '../run/execution/attached.ts';
import { type RunView, whenEnded } from '../run/live-run.ts';
import { createRunService } from '../run/run.service.ts';
import type { RunRequest } from '../run/run-request.ts';
import type { Stores } from '../stores.ts';
import { resultOf } from './answer-result.ts';
import { guideAbout, withActions } from './assistant.ts';
import { checkAttached, readAttached } from './attached-files.ts';
import type { ChatMessageRow, ChatRow } from './chat.store.ts';
import { definitionOf, MESSAGE } from './chat-definition.ts';
import { taskDeleted } from './chat-refusals.ts';
import { pastOf, withNames } from './conversation.ts';

/** Runs that may be started for one answer: a process can be lost, but an answer must not kill one after another. */
const ATTEMPTS_MAX = 3;
/** In place of the process that looks after an answer, once that gave it up. */
const NOBODY = 'nobody';
const UNFINISHED = { status: { in: ['queued', 'running'] as const } };
const CANCELLED = { status: 'cancelled' as const, error: null };
/** Delays before the end of an answer is stored again; the last one is over a minute after the first. */
const RETRY_MS = 200;
const RETRY_MAX_MS = 60_000;
const NOWHERE: Access = { orgRole: null, projectRole: null };
/** The task name of an untitled chat's runs. */
const UNTITLED = 'Chat';

const LOST: RunError = {
  code: 'run_lost',
  message: 'The server stopped unexpectedly while it was answering. Regenerate the answer.',
};

/** A message and the answer to it. */
export interface Question {
  chat: ChatRow;
  config: ChatConfig;
  message: ChatMessageRow;
  answer: ChatMessageRow;
}

export type AnswerService = ReturnType<typeof createAnswerService>;

/** Answers messages. An answer is a run, which continues whatever happens to the requests that follow it. */
export function createAnswerService(
  domain: Pick<Domain, 'stores' | 'chat' | 'run' | 'runnables' | 'model' | 'files'>,
) {
  const { stores, chat: port } = domain;
  const { messages } = stores.chat;
  const runs = createRunService(domain);
  const models = createModelService(domain);

  async function modelOf({ model_id }: ChatConfig, chosen: string | null | undefined) {
    return chosen ?? model_id ?? (await models.defaultId());
  }

  /** The run of an answer, and the summary that it begins with. */
  async function requestOf(
    { chat, config, message, answer }: Question,
    principal: Principal,
  ): Promise<{ request: RunRequest; summary: ChatSummary | null }> {
    const place = { orgId: chat.org_id, projectId: chat.project_id };
    const common = { principal, access: NOWHERE, source: 'chat' as const, isStreamed: true };
    if (config.type === 'task') {
      const taskPlace = { ...place, taskId: config.task_id ?? '' };
      const body = { inputs: message.inputs ?? {} };
      return { request: { ...common, place: taskPlace, body }, summary: null };
    }
    const modelId = await modelOf(config, answer.model_id);
    const { attachmentIds, messages: earlier, ...past } = await pastOf(stores, message.parent_id);
    const withImages = domain.run.modelOf(modelId)?.info.supports.images ?? false;
    const attached = await readAttached(domain, message.attachment_ids, attachmentIds, {
      withImages,
    });
    const isAboutDocuments = config.type === 'collections' || config.type === 'assistant';
    const hasFiles = message.attachment_ids.length > 0;
    const smallTalk = isAboutDocuments && !hasFiles && isSmallTalk(message.text);
    const request = {
      ...common,
      place: { ...place, taskId: chat.id },
      body: { inputs: { [MESSAGE]: message.text } },
      given: {
        runnable: {
          taskId: chat.id,
          taskName: chat.title || UNTITLED,
          revision: null,
          definition: definitionOf(config, {
            modelId,
            images: [...attached.images.keys()],
            isSmallTalk: smallTalk,
          }),
        },
        conversation: {
          ...past,
          messages: withNames(earlier, attached.names),
          question: message.text,
          isGrounded: isAboutDocuments && !smallTalk,
          documents: smallTalk ? [] : await documentsFor(config, message.text, attached.documents),
        },
        files: attached.images,
      },
    };
    return { request, summary: past.summary };
  }

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
    const { request, summary } = await requestOf(question, principal);
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
      await runs.cancel(chat.project_id, run_id);
      return (await messages.find({ id: answer.id })) ?? answer;
    }
    void finish(answer, view).catch(port.report);
    return { ...answer, ...change };
  }

  /** Ends an answer that no run will end. */
  function end(row: ChatMessageRow, error: RunError | null): Promise<void> {
    const status = error ? ('failed' as const) : ('cancelled' as const);
    const ended_at = new Date().toISOString();
    return store(row, { status, error, ended_at, worker_id: null });
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
      if (row.attempts >= ATTEMPTS_MAX) return await end(answer, LOST);
      const message = row.parent_id && (await messages.find({ id: row.parent_id }));
      const chat = await stores.chat.chats.find({ id: row.chat_id, deleted_at: null });
      if (!message || !chat) return await end(answer, null);
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
  function checkModel({ type }: ChatConfig, modelId: string | undefined): void {
    if (modelId === undefined) return;
    if (type === 'task')
      throw invalidField('/model_id', 'A task has its own model. Change it in the task.');
    if (!domain.run.modelOf(modelId)) throw invalidField('/model_id', "This model doesn't exist");
  }

  return {
    start,

    /**
     * Checks whether a stored message can be answered again.
     * @throws ProblemError 400
     */
    async checkAgain({ config }: ChatRow, messageId: string | null, model_id?: string) {
      checkModel(config, model_id);
      const message = messageId === null ? undefined : await messages.find({ id: messageId });
      if (!message || config.type === 'task') return;
      const files = await stores.chat.attachmentsOf(message.attachment_ids);
      const info = domain.run.modelOf(await modelOf(config, model_id))?.info;
      if (info && !info.supports.images && files.some(({ kind }) => kind === 'image'))
        throw invalidField(
          '/model_id',
          `${info.name} doesn't accept images. Choose another model.`,
        );
    },

    /**
     * Checks a message before it is stored.
     * @throws ProblemError 400, 404 when the task is gone, 409 when it is archived or has no active revision
     */
    async check(chat: ChatRow, body: ChatMessageCreate, by: Principal): Promise<void> {
      const { config, org_id: orgId, project_id: projectId } = chat;
      const { text, inputs, model_id, attachment_ids = [] } = body;
      checkModel(config, model_id);
      if (config.type !== 'task') {
        if (inputs !== undefined)
          throw invalidField('/inputs', 'Only chats with a task take inputs');
        if (!text?.trim()) throw invalidField('/text', 'Write a message');
        const modelId = await modelOf(config, model_id);
        return checkAttached(domain, chat, attachment_ids, { by, modelId });
      }
      if (attachment_ids.length > 0)
        throw invalidField('/attachment_ids', 'A task takes files as inputs');
      if (inputs === undefined) throw invalidField('/inputs', "Send the task's inputs");
      if (text?.trim())
        throw invalidField('/text', 'A chat with a task takes inputs instead of a text');
      const place = { orgId, projectId, taskId: config.task_id ?? '' };
      if (!(await stores.task.tasks.find({ id: place.taskId, project_id: place.projectId })))
        throw taskDeleted();
      const { definition } = await domain.runnables.resolve(place);
      const { errors } = checkInputs(definition.variables, inputs);
      if (errors.length > 0) throw invalidRequest(errors);
    },

    /** Takes over the answers of processes that are gone, and those that were given up. */
    async resumeAll(workerIds: readonly string[] = []): Promise<void> {
      const lost = await messages.list({
        where: { worker_id: { in: [NOBODY, ...workerIds] } },
        order: ['id'],
      });
      for (const row of lost) await resume(row);
    },

    /** Stops an answer. It keeps what it has said so far. */
    async cancel(chat: ChatRow, row: ChatMessageRow): Promise<void> {
      if (row.ended_at !== null) return;
      if (row.run_id === null) return end(row, null);
      try {
        const run = await runs.cancel(chat.project_id, row.run_id);
        const { steps } = await runs.view(chat.project_id, run.id);
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
    },

    /** The run of an answer in progress, to follow. */
    view: (chat: Pick<ChatRow, 'project_id'>, runId: string): Promise<RunView> =>
      runs.view(chat.project_id, runId),
  };
}

/** Leaves the answers of processes that are gone to whichever looks for unfinished ones first. */
export async function leaveAnswers(
  { chat }: Pick<Stores, 'chat'>,
  workerIds: readonly string[],
): Promise<void> {
  await chat.messages.change({ worker_id: { in: workerIds } }, { worker_id: NOBODY });
}

/** The assistant answers from the product's documentation, others from what is attached. */
async function documentsFor(
  { type }: ChatConfig,
  question: string,
  attached: readonly AttachedDocument[],
): Promise<readonly AttachedDocument[]> {
  return type === 'assistant' ? guideAbout(question) : attached;
}

/** Whoever asked, when an answer is started again without their request. */
function askerOf(
  chat: ChatRow,
  { author_type, author_id, author_name: name }: ChatMessageRow,
): Principal {
  const { project_id: projectId, org_id: orgId } = chat;
  if (author_type === 'api_key')
    return { type: 'api_key', keyId: author_id, createdBy: author_id, projectId, orgId, name };
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
