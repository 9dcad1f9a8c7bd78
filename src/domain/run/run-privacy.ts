import { canViewChat, type Reader } from '../access/visible.ts';
import { chatDenied } from '../chat/chat-refusals.ts';
import type { Domain } from '../domain.ts';
import { principalId } from '../principal.ts';
import type { RunRow } from './run.tables.ts';

/**
 * Requires that the reader may see a run. Answers in chats are runs: besides those who asked, only those who may view the
 * chat see them, directly as well as in lists, statistics and exports, which the stores filter by `RunFilter.readerId`.
 * @throws ProblemError 403
 */
export async function requireReadable(
  domain: Pick<Domain, 'stores' | 'standing'>,
  { source, caller_id, chat_id }: Pick<RunRow, 'source' | 'caller_id' | 'chat_id'>,
  { principal }: Reader,
): Promise<void> {
  if (source !== 'chat' || caller_id === principalId(principal)) return;
  const { chats } = domain.stores.chat;
  const chat = chat_id === null ? undefined : await chats.find({ id: chat_id });
  if (!(await canViewChat(domain, principal, chat))) throw chatDenied();
}
