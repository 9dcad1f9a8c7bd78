import { type SQL, sql } from 'drizzle-orm';
import { searchWords } from '#core/chat/search-words.ts';
import type { ChatScope, ChatStore, FoundMessage } from '#domain/chat/chat.store.ts';
import { chat } from '#domain/chat/chat.tables.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ofScope } from './chat-scope.repository.ts';

/**
 * The newest messages of a project that are searched without the index. Common words are found among them, so the index
 * is only asked for rare ones, of which it finds few.
 */
const NEWEST = 1000;
/** How many of the newest messages contain a word that counts as common. */
const COMMON = 50;

/** Messages that contain the beginnings of all words, newest first. */
export function searchMessages(db: Db | Tx): ChatStore['search'] {
  return async (scope, { q, before, limit }) => {
    const words = searchWords(q);
    if (words.length === 0) return [];
    const older = before === undefined ? sql`true` : sql`m.id < ${before}`;
    const newest = newestOf(scope.projectId, before);
    const matching = sql`m.words @@ ${queryOf(words)}`;
    const found = await foundIn(db, scope, { from: sql`(${newest})`, where: matching, limit });
    if (found.length === limit) return found;
    const where = sql`m.words @@ ${queryOf(words, scope.projectId)} and ${older}`;
    return foundIn(db, scope, { from: sql`chat_message`, where, limit });
  };
}

/**
 * Whether somebody said all words, or their beginnings, in a chat. For common words, chats are looked through one after
 * the other, since a page is soon full; for rare ones, the index finds all messages at once.
 */
export async function said(db: Db | Tx, words: readonly string[], projectId: string): Promise<SQL> {
  const { rows } = await db.execute<{ matches: number }>(sql`
    select count(*)::int as matches from (${newestOf(projectId)}) m where m.words @@ ${queryOf(words)}`);
  return (rows[0]?.matches ?? 0) < COMMON
    ? sql`${chat.id} in (select m.chat_id from chat_message m where m.words @@ ${queryOf(words, projectId)})`
    : // Not `exists`, which the planner may turn into a search for all messages.
      sql`(select true from chat_message m where m.chat_id = ${chat.id} and m.words @@ ${queryOf(words)} limit 1)`;
}

function newestOf(projectId: string, before?: string): SQL {
  const older = before === undefined ? sql`` : sql`and id < ${before}`;
  return sql`select * from chat_message where project_id = ${projectId} ${older} order by id desc limit ${NEWEST}`;
}

async function foundIn(
  db: Db | Tx,
  scope: ChatScope,
  { from, where, limit }: { from: SQL; where: SQL; limit: number },
): Promise<FoundMessage[]> {
  // Materialised, because the planner expects to find enough by reading all messages from the newest on.
  const { rows } = await db.execute<FoundMessage & Record<string, unknown>>(sql`
    with found as materialized (
      select m.id from ${from} m join chat on chat.id = m.chat_id
      where ${where} and ${ofScope(scope, undefined)})
    select m.id, m.chat_id, m.role, m.text, m.created_at, chat.title as chat_title
    from (select id from found order by id desc limit ${limit}) newest
    join chat_message m on m.id = newest.id join chat on chat.id = m.chat_id
    order by m.id desc`);
  return rows;
}

/** Words contain neither quotation marks nor backslashes, because those separate words. */
function queryOf(words: readonly string[], projectId?: string): SQL {
  const beginnings = words.map((word) => `'${word}':*`);
  const all = projectId === undefined ? beginnings : [`'@${projectId}'`, ...beginnings];
  return sql`${all.join(' & ')}::tsquery`;
}
