import type { RunEvent, RunStep } from '#generated/model/index.ts';
import { Events, type StreamEvent } from '../events.ts';
import type { RunView } from './live-run.ts';
import { summaryOf } from './run-views.ts';

type Translate = (event: RunEvent) => { type: string } | undefined;

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
 * A run as a stream. An event's id says how much of the text came before its end, so a stream that is resumed with it
 * continues at that very place, on any node, without events being kept: steps come again (they replace each other),
 * text does not.
 * @param lastEventId as the client sent it; the stream starts from the beginning if it is not an id of ours
 * @param translate what is sent in place of an event; undefined for nothing
 */
export function runEvents(view: RunView, lastEventId?: string, translate?: Translate): Events {
  const follower = createFollower(view, parsePosition(lastEventId));
  const translated = (events: readonly StreamEvent[]) =>
    translate ? events.flatMap((event) => translateEvent(event, translate)) : events;
  let isStarted = false;

  return new Events({
    read() {
      // Read before the events are made: what changes meanwhile must not be taken for the end.
      const { isEnded } = view;
      const started = isStarted ? [] : [follower.first()];
      isStarted = true;
      const last = () => (isEnded ? follower.last() : []);
      const events = translated([...started, ...follower.news(), ...last()]);
      return { events, isOver: isEnded };
    },
    follow: (onChange) => view.follow(onChange),
  });
}

function translateEvent(event: StreamEvent, translate: Translate): StreamEvent[] {
  const data = translate(event.data as RunEvent);
  return data ? [{ ...event, type: data.type, data }] : [];
}

/** Knows what somebody who follows a run has been sent, and what they lack. */
function createFollower(view: RunView, position: Position) {
  const sentSteps = new Map<string, RunStep>();
  let sentUsage = view.run.usage;

  function toEvent(data: RunEvent): StreamEvent {
    return { id: `${position.resets}-${position.offset}`, type: data.type, data };
  }

  function text(): StreamEvent[] {
    const events: StreamEvent[] = [];
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
    first(): StreamEvent {
      const isAhead =
        position.resets > view.resets ||
        (position.resets === view.resets && position.offset > view.run.output_text.length);
      // The id is not one of this run's.
      if (isAhead) Object.assign(position, { resets: view.resets, offset: 0 });
      return toEvent({ type: 'run.started', run: summaryOf(view.run) });
    },
    news(): StreamEvent[] {
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
    last(): StreamEvent[] {
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
