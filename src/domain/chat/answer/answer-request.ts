import { isSmallTalk } from '#core/chat/small-talk.ts';
import type { ChatConfig, ChatSummary } from '#generated/model/index.ts';
import type { Domain } from '../../domain.ts';
import { findModel } from '../../endpoint/own-models.ts';
import { createModelService } from '../../model/model.service.ts';
import { NOWHERE, type Principal } from '../../principal.ts';
import type { AttachedDocument } from '../../run/execution/context/attached.ts';
import type { Conversation, PastMessage } from '../../run/execution/context/conversation.ts';
import type { RunRequest } from '../../run/start-run.service.ts';
import type { Stores } from '../../stores.ts';
import { guideAbout } from '../assistant.ts';
import { readAttached } from '../attached-files.ts';
import type { PastMessageRow } from '../chat.store.ts';
import type { ChatMessageRow, ChatRow } from '../chat.tables.ts';
import { definitionOf, MESSAGE } from '../chat-definition.ts';

type Deps = Pick<Domain, 'stores' | 'run' | 'model' | 'files' | 'secrets'>;

/** The task name of an untitled chat's runs. */
const UNTITLED = 'Chat';

/** A message and the answer to it. */
export interface Question {
  chat: ChatRow;
  config: ChatConfig;
  message: ChatMessageRow;
  answer: ChatMessageRow;
}

/** The model that answers: the chosen one, or that of the chat. */
export async function modelOf(
  domain: Deps,
  orgId: string,
  { model_id }: ChatConfig,
  chosen: string | null | undefined,
): Promise<string> {
  return chosen ?? model_id ?? (await createModelService(domain).defaultId(orgId));
}

/** The run of an answer, and the summary that it begins with. */
export async function requestOf(
  domain: Deps,
  { chat, config, message, answer }: Question,
  principal: Principal,
): Promise<{ request: RunRequest; summary: ChatSummary | null }> {
  const place = { orgId: chat.org_id, projectId: chat.project_id };
  const source = 'chat' as const;
  const common = { principal, access: NOWHERE, source, chatId: chat.id, isStreamed: true };
  if (config.type === 'task') {
    const taskPlace = { ...place, taskId: config.task_id ?? '' };
    const body = { inputs: message.inputs ?? {} };
    return { request: { ...common, place: taskPlace, body }, summary: null };
  }
  const modelId = await modelOf(domain, chat.org_id, config, answer.model_id);
  const {
    attachmentIds,
    messages: earlier,
    ...past
  } = await pastOf(domain.stores, message.parent_id);
  const model = await findModel(domain, chat.org_id, modelId);
  const withImages = model?.info.supports.images ?? false;
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

/** The assistant answers from the product's documentation, others from what is attached. */
async function documentsFor(
  { type }: ChatConfig,
  question: string,
  attached: readonly AttachedDocument[],
): Promise<readonly AttachedDocument[]> {
  return type === 'assistant' ? guideAbout(question) : attached;
}

/** How many messages are read. Older ones are summarised, unless summarising has failed again and again. */
const MESSAGES_MAX = 200;

/** The messages before an answer, and the summary of those that come before them. */
interface Past extends Pick<Conversation, 'summary' | 'isCut'> {
  messages: (PastMessage & { attachmentIds: readonly string[] })[];
  /** All attachments of those messages and of the summarised ones among those read, newest first. */
  attachmentIds: string[];
}

/**
 * The messages up to and including the given one, without those that the nearest summary covers.
 * @param lastId null for the first message of a chat
 */
async function pastOf({ chat }: Pick<Stores, 'chat'>, lastId: string | null): Promise<Past> {
  if (lastId === null) return { messages: [], summary: null, isCut: false, attachmentIds: [] };
  const newestFirst = await chat.past(lastId, MESSAGES_MAX);
  const summary = newestFirst.find((row) => row.summary !== null)?.summary ?? null;
  const end = newestFirst.findIndex(({ id }) => id === summary?.through_id);
  const used = end < 0 ? newestFirst : newestFirst.slice(0, end);
  return {
    messages: used.map(toPast).filter(hasContent).reverse(),
    summary,
    isCut: end < 0 && newestFirst.at(-1)?.parent_id !== null,
    attachmentIds: newestFirst.flatMap(({ attachment_ids }) => attachment_ids),
  };
}

/** Citations are removed: their numbers would be confused with those of other passages. */
function toPast({ id, role, text, inputs, attachment_ids: attachmentIds }: PastMessageRow) {
  const said = inputs === null ? text : JSON.stringify(inputs);
  const content = role === 'user' ? said : text.replace(/\s?\[\d+(?:, \d+)*\]/g, '');
  return { id, role, content, attachmentIds };
}

/** The messages with the names of their files. */
function withNames(messages: Past['messages'], names: ReadonlyMap<string, string>): PastMessage[] {
  return messages.map(({ attachmentIds, content, ...message }) => {
    const attached = attachmentIds.flatMap((id) => names.get(id) ?? []);
    const note = attached.length > 0 ? `\n[Attached: ${attached.join(', ')}]` : '';
    return { ...message, content: content + note };
  });
}

/** Answers that failed or were stopped at once have none. */
function hasContent({ content }: PastMessage): boolean {
  return content.trim() !== '';
}
