import type {
  ChatAttachmentRow,
  ChatMessageRow,
  ChatRow,
  WidgetRow,
} from '#domain/chat/chat.tables.ts';
import { ORG_ID, PROJECT_ID, seedId } from '#mocks/seed/ids.ts';
import type { StoreData } from '#mocks/store.ts';

/** Resources in states that the seeds have not, and secrets whose hashes are stored. */
export const CHAT_ROWS = {
  answer: seedId('message', 9002),
  unsent: seedId('attachment', 9001),
  sent: seedId('attachment', 9002),
  shareToken: 's_seeded',
  visitorToken: 'vis_seeded',
  visitorAnswer: seedId('message', 9004),
  origin: 'https://www.example.com',
  widgetKey: 'wk_seeded',
};

const AT = '2026-11-20T09:00:00.000Z';
/** Later than any test ends. */
const LATER = '2099-01-01T00:00:00.000Z';
const CHAT_ID = seedId('chat', 1);
const CREATED = { created_by_id: 'user_1', created_by_name: 'Ada', created_at: AT };

/** Adds a chat that somebody else shared with the project, a link to it, and a widget with a visitor. */
export function addChatRows({ tables }: StoreData): void {
  const chat: ChatRow = {
    ...{ id: CHAT_ID, org_id: ORG_ID, project_id: PROJECT_ID, kind: 'chat', title: 'Refunds' },
    ...{ config: { type: 'model' }, config_version: 1, audience: 'project' },
    ...{ owner_type: 'user', owner_id: 'user_else', owner_name: 'Grace', widget_id: null },
    ...{ message_count: 2, change: 2, last_message_id: CHAT_ROWS.answer, last_message_at: AT },
    ...{ version: 1, created_at: AT, deleted_at: null },
  };
  const widget: WidgetRow = {
    ...{ id: seedId('widget', 1), org_id: ORG_ID, project_id: PROJECT_ID, name: 'Help' },
    ...{ key: CHAT_ROWS.widgetKey, enabled: true, origins: [CHAT_ROWS.origin] },
    theme: {
      ...{ color: '#5b5bd6', scheme: 'system', position: 'bottom-right' },
      ...{ title: 'Help', launcher: 'Questions?' },
    },
    ...{ config: { type: 'model' }, daily_messages: 50, version: 1, ...CREATED, updated_at: AT },
  };
  const visited: ChatRow = {
    ...chat,
    ...{ id: seedId('chat', 9001), kind: 'widget', widget_id: widget.id, owner_type: 'visitor' },
    ...{ owner_id: seedId('visitor', 1), last_message_id: CHAT_ROWS.visitorAnswer },
  };
  // In place of the seeded one.
  for (const { id, chat_id } of Object.values(tables.chat_message))
    if (chat_id === chat.id) delete tables.chat_message[id];
  tables.chat[chat.id] = chat;
  tables.chat[visited.id] = visited;
  tables.widget[widget.id] = widget;
  tables.chat_config[`${chat.id} 1`] = {
    ...{ chat_id: chat.id, number: 1, config: chat.config, ...CREATED },
  };
  addExchange(tables, chat, 9001);
  addExchange(tables, visited, 9003);
  tables.chat_link[seedId('link', 1)] = {
    ...{ id: seedId('link', 1), chat_id: chat.id, hash: CHAT_ROWS.shareToken, ...CREATED },
    ...{ expires_at: null, last_viewed_at: null },
  };
  const unsent: ChatAttachmentRow = {
    ...{ id: CHAT_ROWS.unsent, chat_id: chat.id, message_id: null, owner_id: seedId('user', 1) },
    ...{ kind: 'document', name: 'a.txt', media_type: 'text/plain', size: 3, status: 'ready' },
    ...{ error: null, file: null, chunks: [], created_at: AT },
  };
  tables.chat_attachment[unsent.id] = unsent;
  tables.chat_attachment[CHAT_ROWS.sent] = {
    ...unsent,
    ...{ id: CHAT_ROWS.sent, message_id: CHAT_ROWS.answer },
  };
  tables.visitor[seedId('visitor', 1)] = {
    ...{ id: seedId('visitor', 1), widget_id: widget.id, hash: CHAT_ROWS.visitorToken },
    ...{ name: '', page: '', chat_id: visited.id, sent_on: '', sent_count: 0 },
    ...{ created_at: AT, expires_at: LATER },
  };
}

/** A question and its answer, which cites the first passage. */
function addExchange({ chat_message }: StoreData['tables'], chat: ChatRow, n: number): void {
  const message: ChatMessageRow = {
    ...{ id: seedId('message', n), chat_id: chat.id, parent_id: null, position: 1, change: 1 },
    ...{ role: 'user', author_type: chat.owner_type, author_id: chat.owner_id },
    ...{ author_name: chat.owner_name, text: 'How long does a refund take?', inputs: null },
    ...{
      project_id: chat.project_id,
      attachment_ids: [],
      status: 'succeeded',
      ref: null,
      run_id: null,
      worker_id: null,
    },
    ...{ attempts: 0, model_id: null, config_version: 1, output: null, citations: [] },
    ...{ passages: [], grounding: null, steps: [], actions: [], summary: null, error: null },
    ...{ usage: null, latency_ms: null, rating: null, rating_note: null },
    ...{ created_at: AT, ended_at: AT },
  };
  const answer: ChatMessageRow = {
    ...message,
    ...{ id: seedId('message', n + 1), parent_id: message.id, position: 2, change: 2 },
    ...{ role: 'assistant', text: 'Five days. [1]', model_id: 'sandbox/sandbox', attempts: 1 },
    passages: [
      {
        ...{
          number: 1,
          collection_id: seedId('collection', 1),
          document_id: seedId('document', 1),
        },
        ...{ document_name: 'Refunds', page: null, heading_path: [], chunk_id: null },
        text: 'A refund takes five days.',
      },
    ],
  };
  chat_message[message.id] = message;
  chat_message[answer.id] = answer;
}
