/** An event of a stream, as it is sent: server-sent events have an id, a type and data. */
export interface StreamEvent {
  /** Where a client continues from when it comes back. Has no line breaks. */
  id: string;
  type: string;
  data: unknown;
}

/** An event as it goes over the wire. */
export function writtenEvent({ id, type, data }: StreamEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** What a reader of a stream has not had yet. */
export interface EventBatch {
  events: readonly StreamEvent[];
  /** Whether these are the last: the terminal event is among them. */
  isOver: boolean;
}

/**
 * The stream that an operation returns. It is read, not pushed: both binders ask for more only when their client takes
 * more, so a slow client gets larger batches and nothing is kept for it.
 */
export class Events {
  /** Gives what is new since the last call. Not to be called again once it is over. */
  readonly read: () => EventBatch;
  /** Calls back when there may be something new. Gives what stops it. */
  readonly follow: (onChange: () => void) => () => void;

  constructor({ read, follow }: Pick<Events, 'read' | 'follow'>) {
    this.read = read;
    this.follow = follow;
  }
}

/** A response that is a text file and not JSON. */
export class TextFile {
  /** What browsers save it as. */
  readonly name: string;
  /** Its media type. */
  readonly type: string;
  /** Long texts come in pieces, read as fast as they are taken. */
  readonly text: string | AsyncIterable<string>;

  constructor(name: string, type: string, text: string | AsyncIterable<string>) {
    this.name = name;
    this.type = type;
    this.text = text;
  }
}
