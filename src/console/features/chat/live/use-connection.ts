import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { ChatSocket } from '#console/api/socket/chat-socket.ts';
import type { ChatPlace } from './message-feed.ts';

/**
 * `polling`: without the socket, what others write arrives with a delay. `lost`: the server can't be reached at all.
 */
export type Connection = 'live' | 'reconnecting' | 'polling' | 'lost';

/** How long (ms) the socket may take before answers are followed without it. */
const PATIENCE_MS = 3000;

/** Whether the socket is connected, and whether it has been away for so long that one has to do without. */
export function useSocketStatus({ orgId, projectId }: Pick<ChatPlace, 'orgId' | 'projectId'>) {
  const socket = useSocket(orgId, projectId);
  const status = useSyncExternalStore(
    useCallback((onChange) => socket?.onStatus(onChange) ?? nothing, [socket]),
    () => socket?.status ?? 'connecting',
  );
  const [isMissing, setMissing] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen = status === 'open';
  if (isOpen && !wasOpen) setWasOpen(true);
  if (isOpen && isMissing) setMissing(false);

  useEffect(() => {
    if (isOpen) return;
    const timer = setTimeout(() => setMissing(true), status === 'refused' ? 0 : PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isOpen, status]);

  return { socket, isOpen, isMissing, wasOpen };
}

const nothing = () => undefined;

/** The socket of the project. It loads while the messages do; null until then, or if it can't be loaded. */
function useSocket(orgId: string, projectId: string): ChatSocket | null {
  const [socket, setSocket] = useState<ChatSocket | null>(null);
  useEffect(() => {
    let isGone = false;
    import('#console/api/socket/chat-socket.ts')
      .then(({ chatSocket }) => {
        if (!isGone) setSocket(chatSocket(orgId, projectId));
      })
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [orgId, projectId]);
  return socket;
}
