import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { formatRelative } from '#console/ui/display/time.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { PlainSelect } from '#console/ui/form/plain.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { LongList } from '#console/ui/list/long-list.tsx';
import { NextPage } from '#console/ui/list/next-page.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { useListChatsInfinite, useSearchChatMessages } from '#generated/api/chat/chat.ts';
import type { Chat, ChatFilter, ChatMatch } from '#generated/model/index.ts';
import { UNTITLED } from '../use-chat-actions.ts';
import classes from './history.module.css';
import { historyItems } from './history-groups.ts';
import { HistoryRow } from './history-row.tsx';

const PAGE = 50;
const MATCHES = 20;

/** What the history shows. */
const FILTERS = [
  { value: '', label: 'All chats' },
  { value: 'mine', label: 'Mine' },
  { value: 'shared', label: 'Shared' },
  { value: 'widget', label: 'From widgets' },
  { value: 'deleted', label: 'Deleted' },
] as const;

type HistoryFilter = (typeof FILTERS)[number]['value'];

const none: Chat[] = [];

/**
 * The chats of the history, those pinned apart, and the messages that match a search.
 * @param widgetId only conversations with this widget
 */
function useChatLists(filter: HistoryFilter, search: string, widgetId: string | null) {
  const { at } = useActiveProject();
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
    ...at,
    { ...base, ...(isSplit && { pinned: false }) },
    { query: { ...paged, placeholderData: keepPreviousData } },
  );
  const pinned = useListChatsInfinite(
    ...at,
    { ...base, pinned: true },
    { query: { ...paged, enabled: isSplit } },
  );
  const matches = useSearchChatMessages(
    ...at,
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

/** The project's chats, by date, with a search of their messages. */
export function HistoryPanel({ chatId }: { chatId: string | null }) {
  const { projectId } = useActiveProject();
  const [search, setSearch] = useQueryParam('q');
  const [wanted, setFilter] = useQueryParam('filter');
  const [widgetId] = useQueryParam('widget');
  const filter: HistoryFilter = FILTERS.find(({ value }) => value === wanted)?.value ?? '';
  const { query, chats, pinned, matches, isSearch } = useChatLists(filter, search ?? '', widgetId);
  const items = useMemo(() => historyItems(pinned, chats), [pinned, chats]);
  const isEmpty = items.length === 0 && matches.length === 0;

  return (
    <nav className={classes.panel} aria-label="Chats">
      <div className={classes.head}>
        <SearchInput
          value={search ?? ''}
          onChange={(text) => setSearch(text || null)}
          label="Search chats"
          placeholder="Search chats and messages"
        />
        <PlainSelect
          aria-label="Show"
          options={FILTERS}
          value={filter}
          onChange={(value) => setFilter(value || null)}
        />
      </div>
      <div className={classes.list}>
        {query.isPending && <TextSkeleton lines={8} />}
        {query.error && isEmpty && (
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        )}
        {query.isSuccess && isEmpty && (
          <p className={classes.empty}>{emptyText(filter, isSearch)}</p>
        )}
        <LongList
          label="Chats"
          className="tl-list"
          items={items}
          hasMore={query.hasNextPage}
          itemKey={({ key }) => key}
          itemHeight={34}
          renderItem={(item, place) =>
            item.kind === 'heading' ? (
              <li key={item.key} {...place} className={classes.heading}>
                {item.label}
              </li>
            ) : (
              <HistoryRow
                key={item.key}
                chat={item.chat}
                isCurrent={item.chat.id === chatId}
                place={place}
              />
            )
          }
        />
        <NextPage query={query} />
        {matches.length > 0 && <Matches matches={matches} projectId={projectId} />}
      </div>
    </nav>
  );
}

function Matches({ matches, projectId }: { matches: readonly ChatMatch[]; projectId: string }) {
  return (
    <section aria-label="Messages">
      <h2 className={classes.heading}>Messages</h2>
      <ul className="tl-list">
        {matches.map(({ chat_id, message_id, chat_title, excerpt, created_at }) => (
          <li key={message_id} className={classes.match}>
            <Link
              to={`${paths.chat(projectId, chat_id)}?message=${message_id}`}
              className="tl-cover"
            >
              {chat_title || UNTITLED}
            </Link>
            <span className={classes.excerpt}>{excerpt}</span>
            <span className={classes.when}>{formatRelative(created_at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function emptyText(filter: HistoryFilter, isSearch: boolean): string {
  if (isSearch) return 'No chats or messages match';
  if (filter === 'deleted') return 'No deleted chats. A deleted chat can be restored for 30 days.';
  if (filter === 'shared') return 'Nobody has shared a chat with you yet';
  if (filter === 'widget') return 'No conversations with visitors yet';
  return 'No chats yet';
}
