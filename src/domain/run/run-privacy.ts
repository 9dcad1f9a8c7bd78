import { PRIVATE_CHAT } from '#core/messages.ts';
import { permissionsOn } from '../chat/chat-access.ts';
import { chatDenied } from '../chat/chat-refusals.ts';
import type { Domain } from '../domain.ts';
import { type Access, type Principal, principalId } from '../principal.ts';
import { mustFind } from '../problem.ts';
import type { RunRow } from './run.store.ts';

/** Who reads runs. */
export interface RunReader {
  principal: Principal;
  access: Access;
}

/** What decides whether someone may see what a run contains. Answers in chats have the chat's id as their task's. */
interface Readable {
  source: RunRow['source'];
  task_id: string;
  caller: { id: string };
}

/**
 * Answers in chats are runs, which everyone in the project may list for their cost. What was asked and answered is only
 * for those who may view the chat.
 */
export function createRunPrivacy({ stores, run: port }: Pick<Domain, 'stores' | 'run'>) {
  /** A function that tells which of some runs contain what the reader may not see. */
  async function hiddenAmong(
    runs: readonly Readable[],
    { principal, access }: RunReader,
  ): Promise<(run: Readable) => boolean> {
    const isForeign = ({ source, caller }: Readable) =>
      source === 'chat' && caller.id !== principalId(principal);
    const ids = [...new Set(runs.filter(isForeign).map(({ task_id }) => task_id))];
    if (ids.length === 0) return () => false;
    const chats = await stores.chat.chats.list({ where: { id: { in: ids } }, order: ['id'] });
    const viewable = new Set(
      chats
        .filter((chat) => permissionsOn(chat, principal, access).includes('view'))
        .map(({ id }) => id),
    );
    // Chats with a task are calls of that task, like any other.
    const isChat = (id: string) => id.startsWith('chat_');
    return (run) => isForeign(run) && isChat(run.task_id) && !viewable.has(run.task_id);
  }

  return {
    hiddenAmong,

    /** @throws ProblemError 403 when the reader may not see what a run contains */
    async require(run: Readable, reader: RunReader): Promise<void> {
      if ((await hiddenAmong([run], reader))(run)) throw chatDenied();
    },

    /**
     * The same for a run that is not loaded yet.
     * @throws ProblemError 404, 403
     */
    async requireById(projectId: string, id: string, reader: RunReader): Promise<void> {
      const live = port.hub.find(id)?.run;
      const run = live ?? readable(await mustFind(stores.run.runs.find({ id })));
      if (run.project_id === projectId) await this.require(run, reader);
    },

    /** Rows without what the reader may not see. */
    async redacted(rows: readonly RunRow[], reader: RunReader): Promise<RunRow[]> {
      const isHidden = await hiddenAmong(rows.map(readable), reader);
      return rows.map((row) =>
        isHidden(readable(row))
          ? {
              ...row,
              ...{ task_name: PRIVATE_CHAT, input_preview: '', inputs: {} },
              ...{ output: null, output_text: '', citations: null },
            }
          : row,
      );
    },
  };
}

function readable({ source, task_id, project_id, caller_id }: RunRow) {
  return { source, task_id, project_id, caller: { id: caller_id } };
}
