import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { fetchFile } from '#console/api/http/fetch-file.ts';
import { mutate } from '#console/api/query/calls.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { saveFile } from '#console/ui/download.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import {
  deleteChat,
  getGetChatQueryKey,
  getGetChatUrl,
  getListChatsInfiniteQueryKey,
  replaceChatPin,
  restoreChat,
  updateChat,
} from '#generated/api/chat/chat.ts';
import type { Chat } from '#generated/model/index.ts';

/** The name of a chat without one. */
export const UNTITLED = 'New chat';

/** What one does with a chat, from the history or its header. */
export function useChatActions() {
  const { at, projectId } = useActiveProject();
  const client = useQueryClient();
  const navigate = useNavigate();

  const refreshLists = () =>
    client.invalidateQueries({ queryKey: getListChatsInfiniteQueryKey(...at) });
  const put = (chat: Chat) => client.setQueryData(getGetChatQueryKey(...at, chat.id), chat);

  /** Shows a change at once, and takes it back if it fails. */
  const change = async (
    chat: Chat,
    after: Partial<Chat>,
    save: () => Promise<Chat>,
  ): Promise<boolean> => {
    put({ ...chat, ...after });
    const isDone = await attempt(async () => {
      put(await save());
      await refreshLists();
    });
    if (!isDone) put(chat);
    return isDone;
  };

  const restore = (chat: Chat) =>
    attempt(
      async () => {
        put(await mutate(restoreChat, ...at, chat.id));
        return refreshLists();
      },
      { success: `“${chat.title || UNTITLED}” restored` },
    );

  return {
    refreshLists,
    put,
    restore,
    rename: (chat: Chat, title: string) =>
      change(chat, { title }, () => mutate(updateChat, ...at, chat.id, { title })),
    pin: (chat: Chat) => {
      const pinned = !chat.pinned;
      return change(chat, { pinned }, () => mutate(replaceChatPin, ...at, chat.id, { pinned }));
    },

    /** @param isOpen whether it is the chat on the page, which is then left */
    remove: (chat: Chat, isOpen: boolean) =>
      attempt(async () => {
        await mutate(deleteChat, ...at, chat.id);
        if (isOpen) navigate(paths.chats(projectId));
        await refreshLists();
        client.removeQueries({ queryKey: getGetChatQueryKey(...at, chat.id) });
        toast.undo(`“${chat.title || UNTITLED}” deleted`, () => void restore(chat));
      }),

    download: (chat: Chat, format: 'md' | 'json') =>
      attempt(async () => {
        const path = `${getGetChatUrl(...at, chat.id)}/export?format=${format}`;
        saveFile(`${fileName(chat.title || UNTITLED)}.${format}`, await fetchFile(path));
      }),
  };
}

function fileName(title: string): string {
  return title.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'chat';
}
