import type { Domain } from '../../domain.ts';
import type { SocketHandler } from '../../socket.ts';

/** The chat socket: one session per connection. */
export function createChatSocket(_domain: Domain): SocketHandler {
  return (peer) => {
    peer.close(1013, 'Not available yet');
    return { receive: () => undefined, closed: () => undefined };
  };
}
