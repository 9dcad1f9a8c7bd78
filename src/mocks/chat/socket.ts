import { type WebSocketHandler, ws } from 'msw';
import { AREAS } from '#domain/areas.ts';
import { API_PREFIX, type Call, operations } from '#domain/call.ts';
import type { SocketHandler, SocketPeer } from '#domain/socket.ts';
import type { MockDomain } from '../domain.ts';
import { isOffline } from '../faults.ts';
import { callerWithToken } from '../http/access.ts';
import type { Store } from '../store.ts';
import { resumeAnswers } from './resume.ts';

/** What a socket that the faults break off has sent before. */
const DROP_AFTER = 10;
const BROKEN = 1011;
const LATER = 1013;

/** What carries a socket's texts: msw, or a connection to the served port. */
export interface Wire {
  send(text: string): void;
  buffered(): number;
  close(code: number, reason: string): void;
}

/** The operation that opens sockets, in the mocks. */
export function createSocketEnd(store: Store, domain: MockDomain) {
  /**
   * Connects one client. Texts that arrive before the chats have loaded wait for them.
   * @returns what to call when a text arrives, and when the connection has closed
   */
  return (wire: Wire) => {
    const loaded = load(domain).then((handle) => handle(peerOf(store, domain, wire)));
    let queue: Promise<unknown> = loaded;
    if (isRefused(store)) wire.close(LATER, 'The mocks are set to refuse sockets');
    return {
      receive(text: string): void {
        queue = queue
          .then(async () => {
            const session = await loaded;
            store.pull();
            session.receive(text);
          })
          .catch(console.error);
      },
      closed: () => void loaded.then((session) => session.closed(), console.error),
    };
  };
}

async function load(domain: MockDomain): Promise<SocketHandler> {
  const chats = (await AREAS.chat())(domain);
  await resumeAnswers(domain);
  return chats.openChatSocket({} as Call<'openChatSocket'>);
}

function peerOf(store: Store, domain: MockDomain, wire: Wire): SocketPeer {
  let sent = 0;
  return {
    send(text) {
      sent += 1;
      const isDropped = store.faults.socket === 'drop' && sent > DROP_AFTER;
      if (isDropped || isRefused(store)) wire.close(BROKEN, 'The mocks are set to drop sockets');
      else wire.send(text);
    },
    buffered: () => wire.buffered(),
    close: (code, reason) => wire.close(code, reason),
    authenticate(token) {
      store.pull();
      return callerWithToken(store, domain, token);
    },
  };
}

function isRefused({ faults }: Store): boolean {
  return isOffline(faults) || faults.socket === 'refuse';
}

/** The msw handler of the chat socket. */
export function socketHandler(store: Store, domain: MockDomain): WebSocketHandler {
  const connect = createSocketEnd(store, domain);
  const link = ws.link(`*${API_PREFIX}${operations.openChatSocket.path}`);
  return link.addEventListener('connection', ({ client }) => {
    const end = connect({
      send: (text) => client.send(text),
      buffered: () => 0,
      close: (code, reason) => client.close(code, reason),
    });
    client.addEventListener('message', ({ data }) => end.receive(String(data)));
    client.addEventListener('close', () => end.closed());
  });
}
