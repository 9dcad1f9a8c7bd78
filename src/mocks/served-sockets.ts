import type { Server } from 'node:http';
import { WebSocketServer } from 'ws';
import { API_PREFIX, operations } from '#domain/call.ts';
import { createSocketEnd } from './chat/socket.ts';
import type { MockDomain } from './domain.ts';
import type { Store } from './store.ts';

const PATH = API_PREFIX + operations.openChatSocket.path;
/** As on the server. */
const PAYLOAD_MAX = 1_300_000;

/** Accepts sockets on the served port. Returns how to end them. */
export function serveSockets(server: Server, store: Store, domain: MockDomain): () => void {
  const connect = createSocketEnd(store, domain);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: PAYLOAD_MAX });
  server.on('upgrade', (request, connection, head) => {
    if (request.url?.split('?')[0] !== PATH) {
      connection.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, connection, head, (socket) => {
      const end = connect({
        send: (text) => socket.send(text),
        buffered: () => socket.bufferedAmount,
        close: (code, reason) => socket.close(code, reason),
      });
      // An empty text is answered with what is wrong.
      socket.on('message', (data, isBinary) => end.receive(isBinary ? '' : String(data)));
      socket.on('error', () => socket.terminate());
      socket.on('close', () => end.closed());
    });
  });
  return () => {
    for (const socket of sockets.clients) socket.terminate();
  };
}
