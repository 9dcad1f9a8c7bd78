import { newId } from '#core/ids.ts';
import type {
  ChatExchange,
  ChatFeedback,
  ChatMessage,
  ChatMessageCreate,
  ChatMessageList,
  ChatPassage,
  ChatRegenerate,
} from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { listViews, type PageQuery, pageLimit } from '../paging.ts';
import { type Principal, principalId } from '../principal.ts';
import { invalidField, mustFind, notFound, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { newRow } from '../tables.ts';
import { createAnswerService } from './answer/answer.service.ts';
import { bindAttached } from './attached-files.ts';
import { findChat } from './chat.service.ts';
import type { ChatMessageRow, ChatRow } from './chat.tables.ts';
import { answerInProgress } from './chat-refusals.ts';
import { messageView, messageViews } from './message-views.ts';

/** Messages per chat. */
const MESSAGES_MAX = 20_000;
const TITLE_MAX = 60;

/** A message to send. */
export interface SendOptions {
  principal: Principal;
  /** Sent again with the same one, a message is not stored twice. */
  ref?: string | undefined;
}

/** Messages and their answers. */
export function createMessageService(
  domain: Pick<Domain, 'stores' | 'chat' | 'run' | 'runnables' | 'model' | 'files' | 'secrets'>,
) {
  const { stores, chat: port } = domain;
  const { messages } = stores.chat;
  const answers = createAnswerService(domain);

  /**
   * The chat of an answer.
   * @throws ProblemError 404 if it has been deleted, or for another message
   */
  async function chatOf({ chat_id, role }: ChatMessageRow): Promise<ChatRow> {
    const chat = await findChat(stores, chat_id);
    if (role !== 'assistant') throw notFound();
    return chat;
  }

  async function latestView({ id }: ChatMessageRow): Promise<ChatMessage> {
    return messageView(stores, await mustFind(messages.find({ id })));
  }

  /**
   * Stores messages after each other, and counts them.
   * @returns the chat afterwards, and the messages
   * @throws ProblemError 409 `limit_reached`
   */
  async function append(inner: Stores, chat: ChatRow, added: readonly ChatMessageRow[]) {
    if (chat.message_count + added.length > MESSAGES_MAX)
      throw new ProblemError(
        'limit_reached',
        `A chat can have at most ${MESSAGES_MAX} messages. Start a new one.`,
      );
    const rows = added.map((row, index) => ({
      ...row,
      position: chat.message_count + index + 1,
      change: chat.change + index + 1,
    }));
    await inner.chat.messages.insert(rows);
    const change: Partial<ChatRow> = {
      message_count: chat.message_count + rows.length,
      change: chat.change + rows.length,
      last_message_id: rows.at(-1)?.id ?? chat.last_message_id,
      last_message_at: new Date().toISOString(),
    };
    await inner.chat.chats.change({ id: chat.id }, change);
    return { chat: { ...chat, ...change }, rows };
  }

  /**
   * Removes what could not be answered, so that it can be sent again.
   * @param before the chat without it
   */
  async function withdraw(before: ChatRow, ids: readonly string[]) {
    const { id, title, message_count, last_message_id, last_message_at } = before;
    await stores.transaction(async ({ chat }) => {
      await chat.chats.lock({ id });
      await chat.messages.delete({ id: { in: ids }, chat_id: id });
      await chat.attachments.change({ message_id: { in: ids } }, { message_id: null });
      // Unless another message was added in the meantime.
      await chat.chats.change(
        { id, last_message_id: ids.at(-1) ?? '' },
        { title, message_count, last_message_id, last_message_at },
      );
    });
  }

  async function parentOf(inner: Stores, chat: ChatRow, given: string | null | undefined) {
    const id = given === undefined ? chat.last_message_id : given;
    if (id === null) return null;
    const parent = await inner.chat.messages.find({ id, chat_id: chat.id });
    if (!parent) throw invalidField('/parent_id', 'This message is not in the chat');
    if (parent.role !== 'assistant')
      throw invalidField('/parent_id', 'A message can only follow an answer');
    if (parent.ended_at === null) throw answerInProgress();
    return id;
  }

  function newMessage(
    chat: ChatRow,
    principal: Principal,
    given: Partial<ChatMessageRow> & Pick<ChatMessageRow, 'role' | 'parent_id'>,
  ): ChatMessageRow {
    const now = new Date().toISOString();
    return newRow('chat_message', {
      id: newId('message'),
      chat_id: chat.id,
      project_id: chat.project_id,
      author_type: principal.type,
      author_id: principalId(principal),
      author_name: principal.name,
      text: '',
      attachment_ids: [],
      status: given.role === 'user' ? 'succeeded' : 'queued',
      worker_id: given.role === 'user' ? null : port.workerId,
      attempts: 0,
      config_version: chat.config_version,
      citations: [],
      passages: [],
      steps: [],
      actions: [],
      created_at: now,
      ended_at: given.role === 'user' ? now : null,
      // They follow when it is added.
      ...{ position: 0, change: 0 },
      ...given,
    });
  }

  /** The exchange that a message with this ref already started. */
  async function sentBefore(
    inner: Stores,
    chatId: string,
    { principal, ref }: SendOptions,
  ): Promise<ChatExchange | undefined> {
    if (ref === undefined) return undefined;
    const where = { chat_id: chatId, author_id: principalId(principal), ref };
    const message = await inner.chat.messages.find(where);
    const answer =
      message && (await inner.chat.messages.find({ parent_id: message.id, chat_id: chatId }));
    if (!message || !answer) return undefined;
    const [first, second] = await messageViews(inner, [message, answer]);
    return first && second ? { message: first, answer: second } : undefined;
  }

  return {
    answers,

    /** Newest first, or with `after` what has changed since, oldest change first. */
    async list(
      chatId: string,
      query: PageQuery & { after?: number; around?: string },
    ): Promise<ChatMessageList> {
      await findChat(stores, chatId);
      const toViews = (rows: ChatMessageRow[]) => messageViews(stores, rows);
      if (query.after !== undefined) {
        const where = { chat_id: chatId, change: { gt: query.after } };
        return listViews(messages, { where, order: ['change'] }, query, toViews);
      }
      const around =
        query.around === undefined || query.cursor !== undefined
          ? undefined
          : await mustFind(messages.find({ id: query.around, chat_id: chatId }));
      const where = {
        chat_id: chatId,
        ...(around && { position: { lt: around.position + Math.ceil(pageLimit(query) / 2) } }),
      };
      return listViews(messages, { where, order: ['position'], descending: true }, query, toViews);
    },

    async get(row: ChatMessageRow): Promise<ChatMessage> {
      await findChat(stores, row.chat_id);
      return messageView(stores, row);
    },

    /**
     * Stores a message and starts its answer.
     * @throws ProblemError 400, 402, 404, 409 `answer_in_progress`, 429
     */
    async send(
      chatId: string,
      body: ChatMessageCreate,
      options: SendOptions,
    ): Promise<ChatExchange> {
      const { principal, ref } = options;
      // A message that was already sent needs no further balance.
      const sent = await sentBefore(stores, chatId, options);
      if (sent) return sent;
      await answers.check(await findChat(stores, chatId), body, principal);
      const stored = await stores.transaction(async (inner) => {
        const chat = await findChat(inner, chatId, { lock: true });
        const before = await sentBefore(inner, chatId, options);
        if (before) return before;
        const parent_id = await parentOf(inner, chat, body.parent_id);
        const { text, inputs, model_id, attachment_ids } = { ...NO_PARTS, ...body };
        const message = newMessage(chat, principal, {
          role: 'user',
          parent_id,
          text,
          inputs,
          attachment_ids,
          ref: ref ?? null,
        });
        const answer = newMessage(chat, principal, {
          role: 'assistant',
          parent_id: message.id,
          model_id,
        });
        await bindAttached(inner, message.id, attachment_ids);
        const added = await append(inner, chat, [message, answer]);
        if (chat.title === '' && chat.message_count === 0)
          await inner.chat.chats.change({ id: chatId }, { title: titleFrom(text, inputs) });
        return { ...added, before: chat };
      });
      if ('message' in stored) return stored;
      const [message, answer] = stored.rows;
      if (!message || !answer) throw new TypeError('A message was not stored');
      const { chat } = stored;
      const started = await answers
        .start({ chat, config: chat.config, message, answer }, principal)
        .catch(async (error: unknown) => {
          await withdraw(stored.before, [message.id, answer.id]);
          throw error;
        });
      port.publish({ chat_id: chatId, message_id: message.id });
      port.publish({ chat_id: chatId, message_id: answer.id });
      port.publish({ chat_id: chatId });
      const [first, second] = await messageViews(stores, [message, started]);
      if (!first || !second) throw new TypeError('A message has no view');
      return { message: first, answer: second };
    },

    /** Adds another answer to the same message. */
    async regenerate(
      row: ChatMessageRow,
      { model_id }: ChatRegenerate,
      principal: Principal,
    ): Promise<ChatMessage> {
      const { chat_id, parent_id } = row;
      await answers.checkAgain(await chatOf(row), parent_id, principal, model_id);
      const stored = await stores.transaction(async (inner) => {
        const chat = await findChat(inner, chat_id, { lock: true });
        const message = await mustFind(inner.chat.messages.find({ id: parent_id ?? '' }));
        const answer = newMessage(chat, principal, {
          role: 'assistant',
          parent_id,
          model_id: model_id ?? null,
        });
        const added = await append(inner, chat, [answer]);
        return { ...added, message, before: chat };
      });
      const [answer] = stored.rows;
      if (!answer) throw new TypeError('An answer was not stored');
      const { chat, message } = stored;
      const started = await answers
        .start({ chat, config: chat.config, message, answer }, principal)
        .catch(async (error: unknown) => {
          await withdraw(stored.before, [answer.id]);
          throw error;
        });
      port.publish({ chat_id, message_id: answer.id });
      port.publish({ chat_id });
      return messageView(stores, started);
    },

    async cancel(row: ChatMessageRow): Promise<ChatMessage> {
      await answers.cancel(await chatOf(row), row);
      return latestView(row);
    },

    async rate(row: ChatMessageRow, { rating, note = null }: ChatFeedback): Promise<ChatMessage> {
      await chatOf(row);
      const { id, chat_id } = row;
      await stores.transaction(async ({ chat }) => {
        const { change } = await mustFind(chat.chats.lock({ id: chat_id }));
        const counted = { change: change + 1 };
        await chat.messages.change({ id }, { rating, rating_note: note, ...counted });
        await chat.chats.change({ id: chat_id }, counted);
      });
      port.publish({ chat_id, message_id: id });
      return latestView(row);
    },

    async passage(row: ChatMessageRow, number: number): Promise<ChatPassage> {
      await chatOf(row);
      return mustFind(row.passages.find((passage) => passage.number === number));
    },
  };
}

/** The parts that a message lacks, whichever kind it is. */
const NO_PARTS = { text: '', inputs: null, model_id: null, attachment_ids: [] };

function titleFrom(text: string, inputs: Record<string, unknown> | null): string {
  const said = text || Object.values(inputs ?? {}).find((value) => typeof value === 'string') || '';
  const line = String(said).replace(/\s+/g, ' ').trim();
  const characters = [...line.slice(0, TITLE_MAX * 2)];
  return characters.length > TITLE_MAX
    ? `${characters
        .slice(0, TITLE_MAX - 1)
        .join('')
        .trimEnd()}…`
    : line.toWellFormed();
}
