import { toBase64Url } from '#core/base64url.ts';
import { newId } from '#core/ids.ts';
import { DAY_MS } from '#core/limits.ts';
import type { Visitor } from '#generated/model/index.ts';
import { VISITOR_PREFIX } from '../../access/authenticate.ts';
import type { Domain } from '../../domain.ts';
import { createdNow, type VisitorPrincipal } from '../../principal.ts';
import { mustFind, ProblemError } from '../../problem.ts';
import type { Stores } from '../../stores.ts';
import { newChat } from '../chat.service.ts';
import type { ChatRow, VisitorRow, WidgetRow } from '../chat.tables.ts';

/** Conversations per widget. */
const CHATS_MAX = 100_000;

/** The conversations of a widget's visitors, as rows. */
export function createVisitorChats({ stores, chat: port }: Pick<Domain, 'stores' | 'chat'>) {
  /** @throws ProblemError 503 when the widget has too many conversations */
  async function insertChat(
    { chat }: Pick<Stores, 'chat'>,
    widget: WidgetRow,
    owner: { id: string; name: string },
  ): Promise<ChatRow> {
    if ((await chat.chats.count({ widget_id: widget.id })) >= CHATS_MAX)
      throw new ProblemError('unavailable', "The assistant isn't available right now.");
    const created_at = new Date().toISOString();
    const row = newChat({
      org_id: widget.org_id,
      project_id: widget.project_id,
      kind: 'widget',
      title: '',
      config: widget.config,
      audience: 'project',
      owner_type: 'visitor',
      owner_id: owner.id,
      owner_name: owner.name,
      widget_id: widget.id,
      created_at,
    });
    await chat.chats.insert(row);
    await chat.configs.insert(configRow(widget, row));
    return row;
  }

  return {
    /** The visitor's conversation. A new one if the widget's owner has deleted it. */
    async current(widget: WidgetRow, { visitorId: id, name }: VisitorPrincipal): Promise<ChatRow> {
      const visitor = await mustFind(stores.chat.visitors.find({ id }));
      const found = await stores.chat.chats.find({ id: visitor.chat_id, deleted_at: null });
      if (found) return found;
      return stores.transaction(async (inner) => {
        const { chat_id } = await mustFind(inner.chat.visitors.lock({ id }));
        // Another tab may have been faster.
        const chat =
          (await inner.chat.chats.find({ id: chat_id, deleted_at: null })) ??
          (await insertChat(inner, widget, { id, name }));
        await inner.chat.visitors.change({ id }, { chat_id: chat.id });
        return chat;
      });
    },

    async createVisitor(
      widget: WidgetRow,
      {
        shownName,
        ...given
      }: Pick<VisitorRow, 'name' | 'page' | 'expires_at'> & {
        shownName: string;
      },
    ): Promise<Visitor> {
      const token = newToken();
      const id = newId('visitor');
      return stores.transaction(async (inner) => {
        const chat = await insertChat(inner, widget, { id, name: shownName });
        const row: VisitorRow = {
          id,
          widget_id: widget.id,
          hash: port.hash(token),
          chat_id: chat.id,
          sent_on: '',
          sent_count: 0,
          created_at: chat.created_at,
          ...given,
        };
        await inner.chat.visitors.insert(row);
        return toVisitor(row, token);
      });
    },

    /** A new conversation, unless the current one is empty. Only the hash of the old token is known, so it changes. */
    restart(
      widget: WidgetRow,
      { visitorId: id, name }: VisitorPrincipal,
      current: ChatRow,
    ): Promise<Visitor> {
      const token = newToken();
      return stores.transaction(async (inner) => {
        const before = await mustFind(inner.chat.visitors.lock({ id }));
        const chat =
          current.message_count === 0 ? current : await insertChat(inner, widget, { id, name });
        const row = { ...before, hash: port.hash(token), chat_id: chat.id };
        await inner.chat.visitors.put(row);
        return toVisitor(row, token);
      });
    },

    /** Conversations continue with the widget's present configuration. */
    async configure(widget: WidgetRow, { id, config }: ChatRow): Promise<void> {
      if (JSON.stringify(config) === JSON.stringify(widget.config)) return;
      await stores.transaction(async ({ chat }) => {
        const row = await mustFind(chat.chats.lock({ id }));
        const next = {
          ...row,
          config: widget.config,
          config_version: row.config_version + 1,
          version: row.version + 1,
          change: row.change + 1,
        };
        await chat.configs.insert(configRow(widget, next));
        await chat.chats.put(next);
      });
    },

    /** Deletes conversations that were never begun. Visitors who can't come back are swept with theirs. */
    async tidy({ id: widget_id }: WidgetRow): Promise<void> {
      const yesterday = new Date(Date.now() - DAY_MS).toISOString();
      await stores.chat.chats.delete({
        widget_id,
        message_count: 0,
        created_at: { lt: yesterday },
      });
    },
  };
}

/** With 256 random bits, so that a fast hash protects it. */
function newToken(): string {
  return VISITOR_PREFIX + toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

function configRow(widget: WidgetRow, { id, config, config_version }: ChatRow) {
  return {
    chat_id: id,
    number: config_version,
    config,
    ...createdNow({ id: widget.created_by_id, name: widget.created_by_name }),
  };
}

function toVisitor({ id, chat_id, expires_at }: VisitorRow, token: string): Visitor {
  return { id, token, chat_id, expires_at };
}
