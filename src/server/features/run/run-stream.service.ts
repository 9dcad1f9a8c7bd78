import type { FastifyReply } from 'fastify';
import type { RunEvent, RunStep } from '#generated/model/index.ts';
import { openEventStream, type ServerEvent } from '../../http/sse.ts';
import type { RunView } from './live-run.ts';
import { summaryOf } from './run-views.ts';

/** Where a follower is in a run's text: how often it was begun anew, and how much of it they have (UTF-16 units). */
interface Position {
  resets: number;
  offset: number;
}

const TERMINAL = {
  succeeded: 'run.succeeded',
  failed: 'run.failed',
  cancelled: 'run.cancelled',
} as const;

/**
 * Sends a run as events. An event's id says how much of the text came before its end, so a stream that is resumed
 * with it goes on at that very place, on any node, without keeping events: steps come again (they replace each
 * other), text does not. A client that reads slowly gets larger pieces.
 * @param lastEventId as the client sent it; anything that is no id of ours starts from the beginning
 * @param translate what is sent in place of an event; undefined for nothing
 */
export function sendRunEvents(
  reply: FastifyReply,
  view: RunView,
  lastEventId?: string,
  translate?: (event: RunEvent) => { type: string } | undefined,
): void {
  const follower = createFollower(view, parsePosition(lastEventId));
  let isScheduled = false;
  let isOver = false;

  const translated = (events: readonly ServerEvent[]) =>
    translate ? events.flatMap((event) => translateEvent(event, translate)) : events;

  const stream = openEventStream(reply, {
    onDrain: () => pump(),
    onClose: () => {
      isOver = true;
      unfollow();
    },
  });

  function pump(): void {
    isScheduled = false;
    if (isOver || !stream.isWritable) return;
    // Read before the events are made: what changes meanwhile must not be taken for the end.
    const { isEnded } = view;
    const events = follower.news();
    if (!isEnded) {
      stream.send(translated(events));
      return;
    }
    isOver = true;
    unfollow();
    stream.end(translated([...events, ...follower.last()]));
  }

  // What happens within one turn of the event loop is sent together.
  const unfollow = view.follow(() => {
    if (isScheduled || isOver) return;
    isScheduled = true;
    setImmediate(pump);
  });
  stream.send(translated([follower.first()]));
  pump();
}

function translateEvent(
  event: ServerEvent,
  translate: (event: RunEvent) => { type: string } | undefined,
): ServerEvent[] {
  const data = translate(event.data as RunEvent);
  return data ? [{ ...event, type: data.type, data }] : [];
}

/** Knows what somebody who follows a run has been sent, and what they lack. */
function createFollower(view: RunView, position: Position) {
  const sentSteps = new Map<string, RunStep>();
  let sentUsage = view.run.usage;

  function toEvent(data: RunEvent): ServerEvent {
    return { id: `${position.resets}-${position.offset}`, type: data.type, data };
  }

  function text(): ServerEvent[] {
    const events: ServerEvent[] = [];
    if (position.resets !== view.resets) {
      Object.assign(position, { resets: view.resets, offset: 0 });
      events.push(toEvent({ type: 'run.reset' }));
    }
    const { offset } = position;
    const more = view.run.output_text.slice(offset);
    if (more === '') return events;
    position.offset = offset + more.length;
    return [...events, toEvent({ type: 'run.delta', offset, text: more })];
  }

  return {
    first(): ServerEvent {
      const isAhead =
        position.resets > view.resets ||
        (position.resets === view.resets && position.offset > view.run.output_text.length);
      // The id is not one of this run's.
      if (isAhead) Object.assign(position, { resets: view.resets, offset: 0 });
      return toEvent({ type: 'run.started', run: summaryOf(view.run) });
    },
    news(): ServerEvent[] {
      const changed = view.steps.filter((step) => sentSteps.get(step.id) !== step);
      for (const step of changed) sentSteps.set(step.id, step);
      const { usage } = view.run;
      const isNewUsage = usage !== sentUsage;
      sentUsage = usage;
      return [
        ...changed.map((step) => toEvent({ type: 'run.step', step })),
        ...text(),
        ...(isNewUsage ? [toEvent({ type: 'run.usage', usage })] : []),
      ];
    },
    last(): ServerEvent[] {
      const { run } = view;
      if (run.status === 'queued' || run.status === 'running') return [];
      return [toEvent({ type: TERMINAL[run.status], run })];
    },
  };
}

function parsePosition(id: string | undefined): Position {
  const match = /^(\d{1,6})-(\d{1,10})$/.exec(id ?? '');
  return match ? { resets: Number(match[1]), offset: Number(match[2]) } : { resets: 0, offset: 0 };
}
