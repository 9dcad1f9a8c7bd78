/** An event of a stream, as it is sent: server-sent events have an id, a type and data. */
export interface StreamEvent {
  /** Where a client resumes from. Contains no line breaks. */
  id: string;
  type: string;
  data: unknown;
}

/** An event as it goes over the wire. */
export function writtenEvent({ id, type, data }: StreamEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The headers of a stream of events. Proxies must neither store nor collect them. */
export const EVENT_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
} as const;

/** The events that a reader of a stream has not received yet. */
export interface EventBatch {
  events: readonly StreamEvent[];
  /** Whether these are the last: the terminal event is among them. */
  isOver: boolean;
}

/**
 * The stream that an operation returns. It is pulled rather than pushed: both binders request more only when
 * their client reads more, so a slow client gets larger batches and nothing is buffered for it.
 */
export class Events {
  /** Returns what is new since the last call. Must not be called after the end. */
  readonly read: () => EventBatch;
  /** Calls back when there may be new events. Returns the unsubscribe function. */
  readonly follow: (onChange: () => void) => () => void;

  constructor({ read, follow }: Pick<Events, 'read' | 'follow'>) {
    this.read = read;
    this.follow = follow;
  }
}

/** A response with a file instead of JSON. */
export class FileBody {
  /** The file name for downloads. */
  readonly name: string;
  /** Its media type. */
  readonly type: string;
  /** Long contents are streamed at the pace of the client. */
  readonly content: string | AsyncIterable<string | Uint8Array>;

  constructor(name: string, type: string, content: string | AsyncIterable<string | Uint8Array>) {
    this.name = name;
    this.type = type;
    this.content = content;
  }
}
