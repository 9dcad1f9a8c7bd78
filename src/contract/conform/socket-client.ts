/** How long to wait for a connection, for more messages after one, and for all messages together. */
const OPEN_MS = 5000;
const REPLY_MS = 60;
const REPLIES_MS = 2000;

/** A client of a socket, which collects what it receives. */
export class SocketClient {
  readonly #socket: WebSocket;
  readonly isOpen: Promise<boolean>;
  /** Why it was closed. */
  code: number | undefined;
  #received: string[] = [];
  #isOurs = false;

  constructor(url: string) {
    this.#socket = new WebSocket(url);
    this.#socket.onmessage = ({ data }) => this.#received.push(String(data));
    this.isOpen = new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), OPEN_MS);
      this.#socket.onopen = () => {
        clearTimeout(timer);
        resolve(true);
      };
      this.#socket.onerror = () => resolve(false);
      this.#socket.onclose = ({ code }) => {
        clearTimeout(timer);
        if (!this.#isOurs) this.code = code;
        resolve(false);
      };
    });
  }

  /** Sends a text, and waits until nothing more arrives, but not for ever. */
  async send(text: string): Promise<void> {
    this.#socket.send(text);
    const end = Date.now() + REPLIES_MS;
    for (let count = -1; count !== this.#received.length && Date.now() < end; ) {
      if (this.code !== undefined) return;
      count = this.#received.length;
      await new Promise((resolve) => setTimeout(resolve, REPLY_MS));
    }
  }

  /** What was received since the last call. */
  take(): string[] {
    return this.#received.splice(0);
  }

  close(): void {
    this.#isOurs = true;
    this.#socket.close();
  }
}
