import type { Run } from '#generated/model/index.ts';
import { canViewChat, type Reader } from '../access/visible.ts';
import { chatDenied } from '../chat/chat-refusals.ts';
import type { Domain } from '../domain.ts';
import { principalId } from '../principal.ts';
import { mustFind } from '../problem.ts';

/**
 * Answers in chats are runs. Besides those who asked, only those who may view the chat see them: directly, and in lists,
 * statistics and exports, which the stores filter by `RunFilter.readerId`.
 */
export function createRunPrivacy(domain: Pick<Domain, 'stores' | 'run' | 'standing'>) {
  const { runs } = domain.stores.run;
  const { chats } = domain.stores.chat;

  /** @throws ProblemError 403 when the reader may not see a run */
  async function require(
    { id, source, caller }: Pick<Run, 'id' | 'source' | 'caller'>,
    { principal }: Reader,
  ): Promise<void> {
    if (source !== 'chat' || caller.id === principalId(principal)) return;
    // The state of a run in progress doesn't name the chat.
    const chatId = (await runs.find({ id }))?.chat_id;
    const chat = chatId ? await chats.find({ id: chatId }) : undefined;
    if (!(await canViewChat(domain, principal, chat))) throw chatDenied();
  }

  return {
    require,

    /**
     * The same for a run that is not loaded yet.
     * @throws ProblemError 404, 403
     */
    async requireById(projectId: string, id: string, reader: Reader): Promise<void> {
      const live = domain.run.hub.find(id)?.run;
      if (live) return live.project_id === projectId ? require(live, reader) : undefined;
      const { source, project_id, caller_id } = await mustFind(runs.find({ id }));
      const caller = { id: caller_id } as Run['caller'];
      if (project_id === projectId) await require({ id, source, caller }, reader);
    },
  };
}
