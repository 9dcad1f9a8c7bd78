import { isFinal } from '#core/run/run-progress.ts';
import { encodeEvent } from '#core/sse.ts';
import type { RunEvent } from '#generated/model/index.ts';
import { CUT_AFTER } from '../faults.ts';
import type { Store, StoredRun } from '../store.ts';
import { ensureLive, nextEvent, summaryOf } from './engine.ts';

/**
 * A run as server-sent events, from its start or after an event. The run goes on when nobody reads.
 * @param lastEventId the id of the last event that the reader has; absent for all
 * @param translate what is sent in place of an event; undefined for nothing
 */
export function streamOf(
  store: Store,
  stored: StoredRun,
  lastEventId?: string | null,
  translate: Translate = (event) => event,
): Response {
  const encoder = new TextEncoder();
  const fault = store.faults.stream;
  let open = true;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      let sent = 0;
      for await (const text of textsOf(store, stored, Number(lastEventId ?? 0) || 0, translate)) {
        if (!open) return;
        if (sent >= CUT_AFTER && fault === 'cut') break;
        if (sent >= CUT_AFTER && fault === 'drop') {
          controller.error(new TypeError('The mocks were asked to drop the connection.'));
          return;
        }
        controller.enqueue(encoder.encode(text));
        sent += 1;
      }
      if (open) controller.close();
    },
    cancel() {
      open = false;
    },
  });
  const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' };
  return new Response(body, { headers });
}

type Translate = (event: RunEvent) => object | undefined;

async function* textsOf(
  store: Store,
  stored: StoredRun,
  after: number,
  translate: Translate,
): AsyncGenerator<string> {
  const encode = (event: RunEvent, id?: string) => {
    const data = translate(event);
    return data ? encodeEvent({ ...(id && { id }), data: JSON.stringify(data) }) : '';
  };
  const live = ensureLive(store, stored);
  const current = live?.stored ?? stored;
  yield encode(startedEvent(current));
  const events = current.events.length > 0 || live ? current.events : pastEvents(current);
  let sent = after;
  for (;;) {
    for (let event = events[sent]; event; event = events[sent]) {
      sent += 1;
      yield encode(event, String(sent));
    }
    if (!live || isFinal(current.run.status)) break;
    await nextEvent(live);
  }
  // Who already has the terminal event gets it again: a stream never ends without one.
  if (after >= events.length) {
    const last = events.at(-1);
    if (last) yield encode(last, String(events.length));
  }
}

function startedEvent({ run }: StoredRun): RunEvent {
  return { type: 'run.started', run: summaryOf(run) };
}

/** The events of a run that ended before the mocks began. */
function pastEvents({ run, steps }: StoredRun): RunEvent[] {
  const text: RunEvent[] = run.output_text
    ? [{ type: 'run.delta', offset: 0, text: run.output_text }]
    : [];
  return [
    ...steps.map((step): RunEvent => ({ type: 'run.step', step })),
    ...text,
    { type: `run.${run.status}`, run } as RunEvent,
  ];
}
