import { createSseParser } from '#core/sse.ts';
import type { RunEvent } from '#generated/model/index.ts';

export interface ReceivedEvent {
  id: string;
  event: RunEvent;
}

/** Reads a run's stream as its events arrive. Leaving the loop closes the connection. */
export async function* readEvents(response: Response): AsyncGenerator<ReceivedEvent> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const parser = createSseParser();
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    for (const { id, data } of parser.push(decoder.decode(chunk, { stream: true })))
      yield { id: id ?? '', event: JSON.parse(data) as RunEvent };
  }
}

/** A client of a run's stream that appends each text it receives, and notices text that it has already or that is missing. */
export class StreamClient {
  runId = '';
  lastId = '';
  text = '';
  last: RunEvent | undefined;

  /** @param isEnough whether to disconnect; otherwise it reads to the end */
  async read(response: Response, isEnough: () => boolean = () => false): Promise<void> {
    for await (const { id, event } of readEvents(response)) {
      this.#take(id, event);
      if (isEnough()) return;
    }
  }

  #take(id: string, event: RunEvent): void {
    this.lastId = id;
    this.last = event;
    if (event.type === 'run.started') this.runId = event.run.id;
    if (event.type === 'run.reset') this.text = '';
    if (event.type !== 'run.delta') return;
    if (event.offset !== this.text.length)
      throw new Error(`Text at ${event.offset}, after ${this.text.length} were received`);
    this.text += event.text;
  }
}
