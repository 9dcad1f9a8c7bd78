import { type Call, created, type OperationsOf, Reply } from '../call.ts';
import type { Domain } from '../domain.ts';
import { FileBody } from '../events.ts';
import { answerEvents, viewAnswer } from './answer/answer-view.ts';
import { createAttachmentService } from './attachment.service.ts';
import { addChatCase } from './case.service.ts';
import { createChatService, findChat } from './chat.service.ts';
import { exportChat } from './export-chat.ts';
import { createChatLinkService } from './link.service.ts';
import { createMessageService } from './message.service.ts';
import { createChatSocket } from './socket/session.ts';
import { createVisitorService } from './widget/visitor.service.ts';
import { createWidgetService } from './widget/widget.service.ts';

/** The operations of chats, of the widget, and of its visitors. */
export function chatOperations(domain: Domain): OperationsOf<'chat'> {
  const chats = createChatService(domain);
  const messages = createMessageService(domain);
  return {
    listChats: (call) => chats.list(call.params, call.query, call),
    searchChatMessages: (call) => chats.search(call.params, call.query, call),
    async createChat(call) {
      const made = await chats.create(call.params, call.body, call);
      return created(call, made.id, made);
    },
    getChat: (call) => chats.get(call.params.chatId, call),
    updateChat: (call) =>
      chats.update(call.params.chatId, call.body, call.headers['if-match'], call),
    replaceChatPin: (call) => chats.pin(call.params.chatId, call.body, call),
    deleteChat: ({ params }) => chats.delete(params.chatId),
    restoreChat: (call) => chats.restore(call.params.chatId, call),
    listChatConfigs: ({ params, query }) => chats.configs(params.chatId, query),
    replaceChatConfig: (call) =>
      chats.replaceConfig(call.params.chatId, call.body, call.headers['if-match'], call),
    exportChat: ({ params, query }) =>
      exportChat(domain, params.chatId, { format: query.format ?? 'md', leafId: query.leaf_id }),
    shareChat: (call) => chats.share(call.params.chatId, call.body, call),

    listChatMessages: ({ params, query }) => messages.list(params.chatId, query),
    async sendChatMessage(call) {
      const { params, body, principal, headers } = call;
      const ref = headers['idempotency-key'];
      const made = await messages.send(params.chatId, body, { principal, ref });
      return created(call, made.message.id, made);
    },
    getChatMessage: ({ rows }) => messages.get(rows.message),
    regenerateChatAnswer: ({ rows, body, principal }) =>
      messages.regenerate(rows.message, body, principal),
    cancelChatAnswer: ({ rows }) => messages.cancel(rows.message),
    async streamChatAnswer({ params, rows, headers }) {
      const chat = await findChat(domain.stores, params.chatId);
      const view = await viewAnswer(domain, messages.answers, chat, rows.message);
      return answerEvents(view, headers['last-event-id']);
    },
    rateChatAnswer: ({ rows, body }) => messages.rate(rows.message, body),
    getChatPassage: ({ params, rows }) =>
      messages.passage(rows.message, Number(params.passageNumber)),
    addChatCase: (call) => addChatCase(domain, call.params, call.rows.dataset, call.body, call),
    openChatSocket: () => createChatSocket(domain),
    ...contractOperations(domain),
    ...attachmentOperations(domain),
    ...linkOperations(domain),
    ...widgetOperations(domain),
    ...visitorOperations(domain),
  };
}

/** Loaded on demand, because only these operations need it. */
const contractService = async (domain: Domain) =>
  (await import('./contract.service.ts')).createContractService(domain);

function contractOperations(domain: Domain) {
  return {
    async getChatOpenApi({ params }: Call<'getChatOpenApi'>) {
      const { name, body } = await (await contractService(domain)).document(params.chatId);
      const headers = { 'content-disposition': `attachment; filename="${name}"` };
      return new Reply(body, { headers });
    },
    async getChatClient({ params }: Call<'getChatClient'>) {
      const { name, body } = await (await contractService(domain)).client(params.chatId);
      return new FileBody(name, 'text/plain; charset=utf-8', body);
    },
  };
}

function attachmentOperations(domain: Domain) {
  const attachments = createAttachmentService(domain);
  return {
    async uploadChatAttachment(call: Call<'uploadChatAttachment'>) {
      const made = await attachments.upload(call.params.chatId, call.body.file, call.principal);
      return created(call, made.id, made);
    },
    getChatAttachment: ({ rows, principal }: Call<'getChatAttachment'>) =>
      attachments.get(rows.attachment, principal),
    deleteChatAttachment: ({ rows, principal }: Call<'deleteChatAttachment'>) =>
      attachments.delete(rows.attachment, principal),
  };
}

function linkOperations(domain: Domain) {
  const links = createChatLinkService(domain);
  return {
    listChatLinks: ({ params }: Call<'listChatLinks'>) => links.list(params.chatId),
    async createChatLink(call: Call<'createChatLink'>) {
      const made = await links.create(call.params.chatId, call.body, call.principal);
      return created(call, made.link.id, made);
    },
    revokeChatLink: ({ rows }: Call<'revokeChatLink'>) => links.revoke(rows.link),
    getSharedChat: ({ params }: Call<'getSharedChat'>) => links.shared(params.shareToken),
    listSharedChatMessages: ({ params, query }: Call<'listSharedChatMessages'>) =>
      links.sharedMessages(params.shareToken, query),
  };
}

function widgetOperations(domain: Domain) {
  const widgets = createWidgetService(domain);
  return {
    listWidgets: ({ params, query }: Call<'listWidgets'>) => widgets.list(params.projectId, query),
    async createWidget(call: Call<'createWidget'>) {
      const made = await widgets.create(call.params, call.body, call.principal);
      return created(call, made.id, made);
    },
    getWidget: ({ rows }: Call<'getWidget'>) => widgets.get(rows.widget),
    updateWidget: ({ rows, body, headers }: Call<'updateWidget'>) =>
      widgets.update(rows.widget, body, headers['if-match']),
    deleteWidget: ({ rows }: Call<'deleteWidget'>) => widgets.delete(rows.widget),
    rotateWidgetKey: ({ rows }: Call<'rotateWidgetKey'>) => widgets.rotateKey(rows.widget),
  };
}

function visitorOperations(domain: Domain) {
  const visitors = createVisitorService(domain);
  const pageOf = ({
    params,
    headers,
    network,
  }: Pick<Call<'getPublicWidget'>, 'params' | 'headers' | 'network'>) => ({
    key: params.widgetKey,
    origin: headers.origin,
    network,
  });
  return {
    getPublicWidget: (call: Call<'getPublicWidget'>) => visitors.widget(pageOf(call)),
    createVisitor: (call: Call<'createVisitor'>) => visitors.create(pageOf(call), call.body),
    createVisitorChat: (call: Call<'createVisitorChat'>) =>
      visitors.newChat(pageOf(call), call.principal),
    listVisitorMessages: (call: Call<'listVisitorMessages'>) =>
      visitors.list(pageOf(call), call.principal, call.query),
    sendVisitorMessage: (call: Call<'sendVisitorMessage'>) =>
      visitors.send(pageOf(call), call.principal, call.body, call.headers['idempotency-key']),
    streamVisitorAnswer: (call: Call<'streamVisitorAnswer'>) =>
      visitors.stream(
        pageOf(call),
        call.principal,
        call.rows.message,
        call.headers['last-event-id'],
      ),
    cancelVisitorAnswer: (call: Call<'cancelVisitorAnswer'>) =>
      visitors.cancel(pageOf(call), call.principal, call.rows.message),
    rateVisitorAnswer: (call: Call<'rateVisitorAnswer'>) =>
      visitors.rate(pageOf(call), call.principal, call.rows.message, call.body),
  };
}
