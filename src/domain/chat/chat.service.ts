import { newId } from '#core/ids.ts';
import { MESSAGES } from '#core/messages.ts';
import type {
  Chat,
  ChatConfig,
  ChatConfigList,
  ChatCreate,
  ChatList,
  ChatMatchList,
  ChatPin,
  ChatShare,
  ChatUpdate,
} from '#generated/model/index.ts';
import { requireCollections } from '../collection/known-collections.ts';
import type { Domain } from '../domain.ts';
import { findModel, type ModelDomain } from '../endpoint/own-models.ts';
import {
  decodeCursor,
  decodeIdCursor,
  isTimeKey,
  listPage,
  type PageQuery,
  pageLimit,
  toPage,
} from '../paging.ts';
import { type Access, actorOf, type Principal, principalId } from '../principal.ts';
import { invalidField, mustFind, ProblemError } from '../problem.ts';
import { requireNoNewReference } from '../share/guest.ts';
import type { Stores } from '../stores.ts';
import { newRow } from '../tables.ts';
import { requireMatch } from '../version.ts';
import { asView } from '../view.ts';
import { createAnswerService } from './answer/answer.service.ts';
import type { ChatQuery } from './chat.store.ts';
import type { ChatRow } from './chat.tables.ts';
import { scopeOf } from './chat-access.ts';
import { chatNotFound } from './chat-refusals.ts';
import { toChat } from './chat-views.ts';
import { excerptOf } from './excerpt.ts';

/** The maximum number of chats per project, deleted ones included. Those of widgets are limited separately. */
const CHATS_MAX = 100_000;
/** How long a deleted chat can be restored. */
export const RESTORE_DAYS = 30;

/** Who calls, and with what roles. */
export interface Caller {
  principal: Principal;
  access: Access;
}

interface Place {
  orgId: string;
  projectId: string;
}

/**
 * A chat that has not been deleted.
 * @throws ProblemError 404
 */
export async function findChat(
  { chat }: Pick<Stores, 'chat'>,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<ChatRow> {
  const row = await (lock ? chat.chats.lock({ id }) : chat.chats.find({ id }));
  if (row?.deleted_at !== null) throw chatNotFound();
  return row;
}

/** Chats and their configuration. */
export function createChatService(
  domain: Pick<Domain, 'stores' | 'chat' | 'run' | 'runnables' | 'model' | 'files' | 'secrets'>,
) {
  const { stores, chat: port } = domain;
  const { chats, configs, pins } = stores.chat;
  const answers = createAnswerService(domain);

  async function views(rows: readonly ChatRow[], { principal, access }: Caller): Promise<Chat[]> {
    const user_id = principalId(principal);
    const pinned = await pins.list({
      where: { user_id, chat_id: { in: rows.map(({ id }) => id) } },
      order: ['chat_id'],
    });
    const ids = new Set(pinned.map(({ chat_id }) => chat_id));
    return rows.map((row) => toChat(row, { principal, access, pinned: ids.has(row.id) }));
  }

  async function view(row: ChatRow, caller: Caller): Promise<Chat> {
    const [one] = await views([row], caller);
    return mustFind(one);
  }

  /** Changes the row, counts the change, and tells everyone who has the chat open. */
  async function change(
    id: string,
    edit: (row: ChatRow, inner: Stores) => Promise<Partial<ChatRow>> | Partial<ChatRow>,
    { deleted = false }: { deleted?: boolean } = {},
  ): Promise<ChatRow> {
    const changed = await stores.transaction(async (inner) => {
      const row = deleted
        ? await mustFind(inner.chat.chats.lock({ id }))
        : await findChat(inner, id, { lock: true });
      const edited = await edit(row, inner);
      const counted = { version: row.version + 1, change: row.change + 1 };
      const [after] = await inner.chat.chats.update({ id }, { ...edited, ...counted });
      return mustFind(after);
    });
    port.publish({ chat_id: id });
    return changed;
  }

  /** Ends its answers, too. */
  async function remove(id: string): Promise<void> {
    const deleted = await change(id, () => ({ deleted_at: new Date().toISOString() }));
    await answers.cancelAll(deleted);
  }

  /** Deletes what was said to the assistant before: each person has one conversation with it per project. */
  async function forgetAssistant(project_id: string, principal: Principal): Promise<void> {
    const where = { project_id, owner_id: principalId(principal), deleted_at: null };
    const before = await chats.list({ where: { ...where, kind: 'assistant' }, order: ['id'] });
    for (const { id } of before) await remove(id);
  }

  return {
    view,

    async list(
      { projectId }: Place,
      query: PageQuery & {
        q?: string;
        filter?: ChatQuery['filter'];
        widget_id?: string;
        pinned?: boolean;
      },
      caller: Caller,
    ): Promise<ChatList> {
      const keys = decodeCursor(
        query.cursor,
        (found): found is { at: string; id: string } =>
          typeof found.at === 'string' && isTimeKey(found.at) && typeof found.id === 'string',
      );
      const limit = pageLimit(query);
      const found = await stores.chat.visible(scopeOf(projectId, caller.principal, caller.access), {
        filter: query.filter,
        widgetId: query.widget_id,
        pinned: query.pinned,
        q: query.q,
        after: keys,
        limit: limit + 1,
      });
      const { rows, pagination } = toPage(found, limit, ({ last_message_at, id }) => ({
        at: last_message_at,
        id,
      }));
      return { results: await views(rows, caller), pagination };
    },

    async search(
      { projectId }: Place,
      query: PageQuery & { q: string },
      { principal, access }: Caller,
    ): Promise<ChatMatchList> {
      const before = decodeIdCursor(query.cursor);
      const limit = pageLimit(query);
      const scope = scopeOf(projectId, principal, access);
      const found =
        query.q.trim() === ''
          ? []
          : await stores.chat.search(scope, { q: query.q, before, limit: limit + 1 });
      const { rows, pagination } = toPage(found, limit, ({ id }) => ({ id }));
      const results = rows.map(({ id, chat_id, chat_title, role, text, created_at }) => ({
        chat_id,
        chat_title,
        message_id: id,
        role,
        excerpt: excerptOf(text, query.q),
        created_at,
      }));
      return { results, pagination };
    },

    /** @throws ProblemError 400, 409 `limit_reached` */
    async create({ orgId, projectId }: Place, body: ChatCreate, caller: Caller): Promise<Chat> {
      const { principal } = caller;
      await checkConfig(domain, orgId, projectId, body.config);
      const now = new Date().toISOString();
      const row = newChat({
        org_id: orgId,
        project_id: projectId,
        kind: body.config.type === 'assistant' ? 'assistant' : 'chat',
        title: body.title?.trim() ?? '',
        config: body.config,
        owner_type: principal.type,
        owner_id: principalId(principal),
        owner_name: principal.name,
        created_at: now,
      });
      if (row.kind === 'assistant') await forgetAssistant(projectId, principal);
      const counted = { project_id: projectId, kind: { in: ['chat', 'assistant'] as const } };
      await stores.transaction(async (inner) => {
        await mustFind(inner.project.projects.lock({ id: projectId }));
        if ((await inner.chat.chats.count(counted)) >= CHATS_MAX)
          throw new ProblemError('limit_reached', `A project can have at most ${CHATS_MAX} chats.`);
        await inner.chat.chats.insert(row);
        await inner.chat.configs.insert(configRow(row, principal, now));
      });
      return view(row, caller);
    },

    async get(id: string, caller: Caller): Promise<Chat> {
      return view(await findChat(stores, id), caller);
    },

    /** @throws ProblemError 412 */
    async update(id: string, body: ChatUpdate, ifMatch: string | undefined, caller: Caller) {
      const row = await change(id, (before) => {
        requireMatch(ifMatch, before);
        return { title: body.title.trim() };
      });
      return view(row, caller);
    },

    async pin(id: string, { pinned }: ChatPin, caller: Caller): Promise<Chat> {
      const row = await findChat(stores, id);
      const pin = { chat_id: id, user_id: principalId(caller.principal) };
      await (pinned ? pins.put(pin) : pins.delete(pin));
      return view(row, caller);
    },

    /** @throws ProblemError 400, 412 */
    async replaceConfig(
      id: string,
      config: ChatConfig,
      ifMatch: string | undefined,
      caller: Caller,
    ): Promise<Chat> {
      const { org_id, project_id } = await findChat(stores, id);
      await checkConfig(domain, org_id, project_id, config, '');
      const row = await change(id, async (before, inner) => {
        requireMatch(ifMatch, before);
        const { collection_ids = [], task_id } = config;
        const { access } = caller;
        const old = before.config;
        requireNoNewReference(
          access,
          old.collection_ids ?? [],
          collection_ids,
          (at) => `/collection_ids/${at}`,
        );
        requireNoNewReference(access, [old.task_id ?? ''], [task_id ?? ''], () => '/task_id');
        if ((config.type === 'assistant') !== (before.kind === 'assistant'))
          throw invalidField('/type', 'A chat with the assistant stays one. Create another chat.');
        const next = { ...before, config, config_version: before.config_version + 1 };
        await inner.chat.configs.insert(
          configRow(next, caller.principal, new Date().toISOString()),
        );
        return { config, config_version: next.config_version };
      });
      return view(row, caller);
    },

    async configs(id: string, query: PageQuery): Promise<ChatConfigList> {
      await findChat(stores, id);
      const options = { where: { chat_id: id }, order: ['number'] as const, descending: true };
      return listPage(configs, options, query, (row) =>
        asView('ChatConfigVersion', row, { version: row.number }),
      );
    },

    async share(id: string, { audience }: ChatShare, caller: Caller): Promise<Chat> {
      return view(await change(id, () => ({ audience })), caller);
    },

    delete: remove,

    async restore(id: string, caller: Caller): Promise<Chat> {
      return view(await change(id, () => ({ deleted_at: null }), { deleted: true }), caller);
    },
  };
}

type Given =
  | 'org_id'
  | 'project_id'
  | 'kind'
  | 'title'
  | 'config'
  | `owner_${'type' | 'id' | 'name'}`
  | 'created_at';

/** The row of a new chat. */
export function newChat(
  given: Pick<ChatRow, Given> & Partial<Pick<ChatRow, 'widget_id' | 'audience'>>,
): ChatRow {
  return newRow('chat', {
    id: newId('chat'),
    config_version: 1,
    audience: 'private',
    message_count: 0,
    change: 0,
    last_message_at: given.created_at,
    version: 1,
    ...given,
  });
}

function configRow(row: ChatRow, principal: Principal, created_at: string) {
  const { id, name } = actorOf(principal);
  return {
    chat_id: row.id,
    number: row.config_version,
    config: row.config,
    created_by_id: id,
    created_by_name: name,
    created_at,
  };
}

/**
 * Checks what a configuration refers to.
 * @throws ProblemError 400
 */
export async function checkConfig(
  domain: ModelDomain,
  orgId: string,
  projectId: string,
  config: ChatConfig,
  at = '/config',
): Promise<void> {
  const { stores } = domain;
  const { type, model_id, collection_ids = [], task_id } = config;
  if (model_id && !(await findModel(domain, orgId, model_id)))
    throw invalidField(`${at}/model_id`, "This model doesn't exist");
  if (type === 'collections') {
    if (collection_ids.length === 0) {
      const { collections } = stores.collection;
      const isNone = (await collections.count({ project_id: projectId })) === 0;
      throw invalidField(
        `${at}/collection_ids`,
        isNone ? MESSAGES.chat.noCollections : 'Choose at least one collection',
      );
    }
  }
  // Also what another type of chat would use.
  await requireCollections(stores, projectId, collection_ids, `${at}/collection_ids`);
  if (task_id || type === 'task') {
    const task = task_id
      ? await stores.task.tasks.find({ id: task_id, project_id: projectId })
      : undefined;
    if (!task) throw invalidField(`${at}/task_id`, 'Choose a task of this project');
  }
}
