import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { MESSAGES } from '#core/messages.ts';
import type { ChatMessage } from '#generated/model/index.ts';
import type { FeedState, PendingMessage } from '../live/message-feed.ts';
import classes from './conversation.module.css';
import { NEAR_END, useIsAtEnd } from './use-is-at-end.ts';

type Item = { id: string; message: ChatMessage } | { id: string; pending: PendingMessage };

interface MessageListProps {
  state: FeedState;
  renderMessage: (message: ChatMessage) => ReactNode;
  renderPending: (pending: PendingMessage) => ReactNode;
  onOlder: () => void;
  onNewer: () => void;
  /** The message to start at; the end by default. */
  startAt: string | null;
  /** Loads the newest messages, after a jump to old ones. */
  onLatest: () => void;
}

/** Estimated heights (px); items are measured once rendered. */
const USER_HEIGHT = 84;
const ANSWER_HEIGHT = 260;
const OVERSCAN = 6;

/**
 * The messages in view. New text keeps the end in view only while the reader is there, and older messages that are
 * loaded above don't move those that one reads.
 */
export function MessageList(props: MessageListProps) {
  const { state, renderMessage, renderPending, onOlder, onNewer, startAt, onLatest } = props;
  const { branch, pending, hasOlder, hasNewer, isLoadingOlder, isOlderFailed } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const items: Item[] = branch.map((message) => ({ id: message.id, message }));
  if (pending) items.push({ id: pending.ref, pending });
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const item = items[index];
      return item && 'message' in item && item.message.role === 'assistant'
        ? ANSWER_HEIGHT
        : USER_HEIGHT;
    },
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: OVERSCAN,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
  });
  const isAtEnd = useIsAtEnd(scroller, {
    startsThere: startAt === null,
    toEnd: () => virtualizer.scrollToEnd(),
  });

  // Once, when the first messages are there.
  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    if (isPlaced.current || items.length === 0) return;
    isPlaced.current = true;
    const index = items.findIndex(({ id }) => id === startAt);
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'center' });
    else virtualizer.scrollToEnd();
  });

  // One's own message is always shown.
  const pendingRef = pending?.ref;
  useEffect(() => {
    if (pendingRef !== undefined) virtualizer.scrollToEnd();
  }, [pendingRef, virtualizer]);

  const shown = virtualizer.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  const last = shown.at(-1)?.index ?? 0;
  const wantsOlder = hasOlder && !isLoadingOlder && !isOlderFailed && first < OVERSCAN * 2;
  useEffect(() => {
    if (wantsOlder && isPlaced.current) onOlder();
  }, [wantsOlder, onOlder]);
  const wantsNewer = hasNewer && last >= items.length - OVERSCAN;
  useEffect(() => {
    if (wantsNewer) onNewer();
  }, [wantsNewer, onNewer]);

  return (
    <div className={classes.scrollFrame}>
      <div ref={scroller} className={classes.scroller}>
        {isOlderFailed && (
          <p className={classes.older} role="alert">
            {MESSAGES.document.nextPage}{' '}
            <Button variant="default" size="compact-sm" onClick={onOlder}>
              Retry
            </Button>
          </p>
        )}
        <div className={classes.column} style={{ height: virtualizer.getTotalSize() }}>
          <ol
            className={classes.items}
            aria-label="Messages"
            style={{ transform: `translateY(${shown[0]?.start ?? 0}px)` }}
          >
            {shown.map(({ index, key }) => {
              const item = items[index];
              if (!item) return null;
              return (
                <li
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  data-target={item.id === startAt || undefined}
                  className={classes.item}
                  aria-setsize={hasOlder ? -1 : items.length}
                  aria-posinset={index + 1}
                >
                  {'message' in item ? renderMessage(item.message) : renderPending(item.pending)}
                </li>
              );
            })}
          </ol>
        </div>
      </div>
      {(hasNewer || !isAtEnd) && items.length > 0 && (
        <Button
          className={classes.latest}
          variant="default"
          size="xs"
          radius="xl"
          leftSection={<IconArrowDown />}
          onClick={() => (hasNewer ? onLatest() : virtualizer.scrollToEnd({ behavior: 'smooth' }))}
        >
          Jump to latest
        </Button>
      )}
    </div>
  );
}
