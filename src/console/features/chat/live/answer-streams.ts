import { openStream } from '#console/api/http/stream.ts';
import { getGetChatMessageUrl } from '#generated/api/chat/chat.ts';
import type { ChatAnswerEvent } from '#generated/model/index.ts';
import type { ChatPlace, MessageFeed } from './message-feed.ts';

/** Follows the answers of a chat that are being written, each on a stream of its own. */
export class AnswerStreams {
  readonly #streams = new Map<string, AbortController>();
  readonly #place: ChatPlace;
  readonly #feed: MessageFeed;
  readonly #onConnection: (connected: boolean) => void;

  constructor(place: ChatPlace, feed: MessageFeed, onConnection: (connected: boolean) => void) {
    this.#place = place;
    this.#feed = feed;
    this.#onConnection = onConnection;
  }

  /** Follows all answers in progress that aren't followed yet. */
  update(): void {
    for (const { id } of this.#feed.inProgress()) {
      if (this.#streams.has(id)) continue;
      const controller = new AbortController();
      this.#streams.set(id, controller);
      void this.#follow(id, controller.signal);
    }
  }

  close(): void {
    for (const controller of this.#streams.values()) controller.abort();
    this.#streams.clear();
  }

  async #follow(id: string, signal: AbortSignal): Promise<void> {
    const { orgId, projectId, chatId } = this.#place;
    const call = {
      path: `${getGetChatMessageUrl(orgId, projectId, chatId, id)}/stream`,
      init: { method: 'GET' },
    };
    const feed = this.#feed;
    try {
      const events = openStream<ChatAnswerEvent>({
        ...call,
        signal,
        resume: () => call,
        isTerminal: ({ data }) => data.type === 'answer.ended',
        onReconnect: () => this.#onConnection(false),
      });
      for await (const { data } of events) {
        this.#onConnection(true);
        if (data.type === 'answer.started' || data.type === 'answer.ended')
          feed.put([data.message]);
        else if (data.type === 'answer.delta') feed.append(id, data.offset, data.text);
        else if (data.type === 'answer.reset') feed.reset(id);
        else feed.setSteps(id, data.steps);
      }
    } catch {
      if (!signal.aborted) this.#onConnection(false);
    } finally {
      // Followed again if it is still in progress: see `update`.
      this.#streams.delete(id);
    }
  }
}
