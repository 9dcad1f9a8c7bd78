import type { ChatServerMessage } from '#generated/model/index.ts';
import type { SocketPeer } from '../../socket.ts';
import { BUFFER_HARD, BUFFER_SOFT, WINDOW } from './limits.ts';

type WithoutSeq<Message> = Message extends unknown ? Omit<Message, 'seq'> : never;
/** A message to send, which gets its number when it is sent. */
export type Outgoing = WithoutSeq<ChatServerMessage>;

/** Numbers what is sent to a client, and tells whether the client keeps up. */
export class Outbox {
  readonly #peer: Pick<SocketPeer, 'send' | 'buffered'>;
  #sent = 0;
  #acknowledged = 0;

  constructor(peer: Pick<SocketPeer, 'send' | 'buffered'>) {
    this.#peer = peer;
  }

  send(message: Outgoing): void {
    this.#sent += 1;
    this.#peer.send(JSON.stringify({ ...message, seq: this.#sent }));
  }

  /** Whether more should be sent now. Replies are sent anyway. */
  get hasRoom(): boolean {
    return this.#sent - this.#acknowledged < WINDOW && this.#peer.buffered() < BUFFER_SOFT;
  }

  /** Whether so much is unread that the connection must end. */
  get isOverflowing(): boolean {
    return this.#peer.buffered() > BUFFER_HARD;
  }

  /** @returns whether that was new; undefined when no such message was sent */
  acknowledge(seq: number): boolean | undefined {
    if (seq > this.#sent) return undefined;
    if (seq <= this.#acknowledged) return false;
    this.#acknowledged = seq;
    return true;
  }
}
