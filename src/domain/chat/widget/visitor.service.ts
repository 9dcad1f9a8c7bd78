import { DAY_MS } from '#core/limits.ts';
import type {
  ChatFeedback,
  PublicWidget,
  Visitor,
  VisitorAnswerEvent,
  VisitorCreate,
  VisitorExchange,
  VisitorMessage,
  VisitorMessageCreate,
  VisitorMessageList,
} from '#generated/model/index.ts';
import { canPay } from '../../billing/can-pay.ts';
import type { Domain } from '../../domain.ts';
import type { Events } from '../../events.ts';
import { createModelService } from '../../model/model.service.ts';
import type { PageQuery } from '../../paging.ts';
import type { Principal, VisitorPrincipal } from '../../principal.ts';
import { mustFind, notFound } from '../../problem.ts';
import type { Stores } from '../../stores.ts';
import { type AnswerView, streamAnswer, viewAnswer } from '../answer/answer-view.ts';
import type { ChatMessageRow, WidgetRow } from '../chat.tables.ts';
import { createMessageService } from '../message.service.ts';
import { createVisitorChats } from './visitor-chats.ts';
import { tooMany } from './visitor-limits.ts';
import { inVisitorWords, toVisitorMessage } from './visitor-views.ts';
import { findWidget, requireOrigin } from './widget-origin.ts';

/** How long a conversation can be continued after the last message. */
const EXPIRY_DAYS = 30;
const UNNAMED = 'Visitor';

/** Where a request comes from. */
export interface Page {
  /** The widget's public key, in the path. */
  key: string;
  origin: string | undefined;
  network: string;
}

/** The visitor that a token belongs to; undefined if it is invalid or has expired, or if its widget is deleted. */
export async function findVisitor(
  { chat, project }: Pick<Stores, 'chat' | 'project'>,
  hash: string,
): Promise<VisitorPrincipal | undefined> {
  const visitor = await chat.visitors.find({ hash });
  if (!visitor || visitor.expires_at <= new Date().toISOString()) return undefined;
  const widget = await chat.widgets.find({ id: visitor.widget_id });
  const place = widget && (await project.projects.find({ id: widget.project_id }));
  return (
    place && {
      type: 'visitor',
      visitorId: visitor.id,
      widgetId: widget.id,
      projectId: widget.project_id,
      orgId: widget.org_id,
      name: visitor.name || UNNAMED,
    }
  );
}

/**
 * Conversations of visitors with a widget. Whatever visitors write is text in the place of a user's message: they
 * choose neither prompts nor models nor collections, so an injected instruction reaches nothing that the widget's owner
 * hasn't made public with it.
 */
export function createVisitorService(
  domain: Pick<Domain, 'stores' | 'chat' | 'run' | 'runnables' | 'model' | 'files' | 'secrets'>,
) {
  const { stores, chat: port } = domain;
  const messages = createMessageService(domain);
  const models = createModelService(domain);
  const chats = createVisitorChats(domain);

  /** @throws ProblemError 404 when the visitor is not one of this widget; 403 */
  async function enter({ key, origin }: Page, principal: Principal) {
    const widget = await findWidget(domain, key);
    if (principal.type !== 'visitor' || principal.widgetId !== widget.id) throw notFound();
    // Without an origin, it is not a page of another website: the token is enough.
    if (origin !== undefined) requireOrigin(domain, widget, origin);
    return { widget, visitor: principal, chat: await chats.current(widget, principal) };
  }

  async function canAnswer(widget: WidgetRow): Promise<boolean> {
    const modelId = widget.config.model_id ?? (await models.defaultId(widget.org_id));
    const { org_id: orgId, project_id: projectId } = widget;
    return canPay(domain, { orgId, projectId, apiKeyId: null, modelId });
  }

  /**
   * Counts a message against the visitor's daily limit, and extends their stay.
   * @throws ProblemError 429
   */
  async function countMessage(widget: WidgetRow, { visitorId }: VisitorPrincipal): Promise<void> {
    const now = Date.now();
    const today = new Date(now).toISOString().slice(0, 10);
    await stores.transaction(async ({ chat }) => {
      const row = await mustFind(chat.visitors.lock({ id: visitorId }));
      const sent = row.sent_on === today ? row.sent_count : 0;
      if (sent >= widget.daily_messages)
        throw tooMany(
          `You have sent ${sent} messages today. Please come back tomorrow.`,
          DAY_MS - (now % DAY_MS),
        );
      await chat.visitors.change(
        { id: visitorId },
        { sent_on: today, sent_count: sent + 1, expires_at: expiry(now) },
      );
    });
  }

  /** A message that was not accepted doesn't count. */
  async function uncount({ visitorId }: VisitorPrincipal): Promise<void> {
    await stores.transaction(async ({ chat }) => {
      const row = await chat.visitors.lock({ id: visitorId });
      if (row && row.sent_count > 0)
        await chat.visitors.change({ id: visitorId }, { sent_count: row.sent_count - 1 });
    });
  }

  /** @throws ProblemError 404 for anything but an answer in the visitor's present conversation */
  async function enterAnswer(page: Page, principal: Principal, row: ChatMessageRow) {
    const { chat } = await enter(page, principal);
    if (row.chat_id !== chat.id || row.role !== 'assistant') throw notFound();
    return chat;
  }

  return {
    /** @throws ProblemError 403 `origin_not_allowed`, 404 */
    async widget({ key, origin }: Page): Promise<PublicWidget> {
      const widget = await findWidget(domain, key);
      requireOrigin(domain, widget, origin);
      const { greeting = '', suggestions = [] } = widget.config;
      return { theme: widget.theme, greeting, suggestions, available: await canAnswer(widget) };
    },

    /** @throws ProblemError 403 `origin_not_allowed`, 404, 429 */
    async create({ key, origin, network }: Page, body: VisitorCreate): Promise<Visitor> {
      const widget = await findWidget(domain, key);
      requireOrigin(domain, widget, origin);
      const isFirst = port.visitorLimits.visitor(widget.id, network);
      if (isFirst) await chats.tidy(widget);
      const name = body.name?.trim() ?? '';
      return chats.createVisitor(widget, {
        name,
        shownName: name || UNNAMED,
        page: withoutSecrets(body.page),
        expires_at: expiry(Date.now()),
      });
    },

    /** A new conversation, unless the current one is still empty. The visitor gets a new token with it. */
    async newChat(page: Page, principal: Principal): Promise<Visitor> {
      const { widget, visitor, chat } = await enter(page, principal);
      return chats.restart(widget, visitor, chat);
    },

    async list(page: Page, principal: Principal, query: PageQuery): Promise<VisitorMessageList> {
      const { chat } = await enter(page, principal);
      const { results, pagination } = await messages.list(chat.id, query);
      return { results: results.map(toVisitorMessage), pagination };
    },

    /** @throws ProblemError 400, 404, 409 `answer_in_progress`, 429, 503 when it can't be answered */
    async send(
      page: Page,
      principal: Principal,
      { text }: VisitorMessageCreate,
      ref: string | undefined,
    ): Promise<VisitorExchange> {
      const { widget, visitor, chat } = await enter(page, principal);
      port.visitorLimits.message(widget.id, page.network, widget.daily_messages);
      await countMessage(widget, visitor);
      try {
        await chats.configure(widget, chat);
        const sent = await messages.send(chat.id, { text }, { principal, ref });
        return { message: toVisitorMessage(sent.message), answer: toVisitorMessage(sent.answer) };
      } catch (error) {
        await uncount(visitor);
        throw inVisitorWords(error);
      }
    },

    async stream(
      page: Page,
      principal: Principal,
      row: ChatMessageRow,
      lastEventId: string | undefined,
    ): Promise<Events> {
      const chat = await enterAnswer(page, principal, row);
      return visitorEvents(await viewAnswer(domain, messages.answers, chat, row), lastEventId);
    },

    async cancel(page: Page, principal: Principal, row: ChatMessageRow): Promise<VisitorMessage> {
      await enterAnswer(page, principal, row);
      return toVisitorMessage(await messages.cancel(row));
    },

    async rate(
      page: Page,
      principal: Principal,
      row: ChatMessageRow,
      body: ChatFeedback,
    ): Promise<VisitorMessage> {
      await enterAnswer(page, principal, row);
      return toVisitorMessage(await messages.rate(row, body));
    },
  };
}

function expiry(now: number): string {
  return new Date(now + EXPIRY_DAYS * DAY_MS).toISOString();
}

/** A page's address without its query, where websites put names and tokens. Empty if it isn't a web page. */
function withoutSecrets(page: string | undefined): string {
  const url = page === undefined ? null : URL.parse(page);
  return url && /^https?:$/.test(url.protocol) ? url.origin + url.pathname : '';
}

/** An answer as visitors may follow it: its text and its end. */
function visitorEvents(view: AnswerView, lastEventId?: string): Events {
  return streamAnswer<VisitorAnswerEvent>(view, lastEventId, {
    reset: { type: 'visitor.reset' },
    delta: (offset, text) => ({ type: 'visitor.delta', offset, text }),
    ended: () => ({ type: 'visitor.ended', message: toVisitorMessage(view.message) }),
  });
}
