import { keepPreviousData } from '@tanstack/react-query';
import { flatten, paged } from '#console/api/query/paging.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useListChatsInfinite, useSearchChatMessages } from '#generated/api/chat/chat.ts';
import type { Chat, ChatFilter } from '#generated/model/index.ts';

const PAGE = 50;
const MATCHES = 20;

/** What the history shows. */
export const FILTERS = [
  { value: '', label: 'All chats' },
  { value: 'mine', label: 'Mine' },
  { value: 'shared', label: 'Shared' },
  { value: 'widget', label: 'From widgets' },
  { value: 'deleted', label: 'Deleted' },
] as const;

export type HistoryFilter = (typeof FILTERS)[number]['value'];

const none: Chat[] = [];

/**
 * The chats of the history, those pinned apart, and the messages that match a search.
 * @param widgetId only conversations with this widget
 */
export function useChatLists(filter: HistoryFilter, search: string, widgetId: string | null) {
  const { orgId, projectId } = useActiveProject();
  const q = search.trim();
  const isSearch = q !== '';
  const base = {
    page_limit: PAGE,
    ...(filter && { filter: filter satisfies ChatFilter }),
    ...(filter === 'widget' && widgetId !== null && { widget_id: widgetId }),
    ...(isSearch && { q }),
  };
  // Found and deleted chats are listed by date only.
  const isSplit = !isSearch && filter !== 'deleted';
  const rest = useListChatsInfinite(
    orgId,
    projectId,
    { ...base, ...(isSplit && { pinned: false }) },
    { query: { ...paged, placeholderData: keepPreviousData } },
  );
  const pinned = useListChatsInfinite(
    orgId,
    projectId,
    { ...base, pinned: true },
    { query: { ...paged, enabled: isSplit } },
  );
  const matches = useSearchChatMessages(
    orgId,
    projectId,
    { q, page_limit: MATCHES },
    { query: { enabled: isSearch && filter === '', placeholderData: keepPreviousData } },
  );
  return {
    query: rest,
    chats: flatten(rest.data),
    pinned: isSplit ? flatten(pinned.data) : none,
    matches: isSearch && filter === '' ? (matches.data?.results ?? []) : [],
    isSearch,
  };
}
