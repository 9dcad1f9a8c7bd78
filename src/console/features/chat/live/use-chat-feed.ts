import { useEffect, useState, useSyncExternalStore } from 'react';
import { type ChatPlace, type FeedState, MessageFeed } from './message-feed.ts';

/**
 * The messages of a chat.
 * @param around the message to open the chat at; the newest one by default
 */
export function useChatFeed(
  place: ChatPlace,
  around: string | null,
): { feed: MessageFeed; state: FeedState } {
  const [feed] = useState(() => new MessageFeed(place));
  const state = useSyncExternalStore(feed.subscribe, feed.getState);
  useEffect(() => {
    void feed.open(around);
  }, [feed, around]);
  return { feed, state };
}
