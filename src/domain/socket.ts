import type { Principal } from './principal.ts';

/** One client's connection, as the server and the mocks implement it. */
export interface SocketPeer {
  /** Sends a text. */
  send(text: string): void;
  /** Bytes that were sent but not yet taken over by the network. */
  buffered(): number;
  /** Closes the connection with a code of the WebSocket protocol. */
  close(code: number, reason: string): void;
  /**
   * Authenticates the client, with the token of its first message or without one by its cookie.
   * @throws ProblemError 401
   */
  authenticate(token: string | undefined): Promise<Principal>;
}

/** What handles the messages of one connection. */
export interface SocketSession {
  receive(text: string): void;
  /** Call after the connection has closed, for whatever reason. */
  closed(): void;
}

/** What an operation that opens a socket returns: called for each connection. */
export type SocketHandler = (peer: SocketPeer) => SocketSession;
