import type { RunEvent, RunStep } from '#generated/model/index.ts';
import { Events, type StreamEvent } from '../events.ts';
import type { RunView } from './run-view.ts';
import { summaryOf } from './to-run.ts';

type Translate = (event: RunEvent) => { type: string } | undefined;

/**
 * A follower's position in a run's text: how often it was restarted, and how much of it was received (UTF-16
 * units).
 */
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
 * A run as a stream. An event's id contains the amount of text sent before it, so a stream resumed with it
 * continues exactly there, on any node, without stored events: a node that has less of the text waits for the rest.
 * Steps are sent again (they replace each other); text is not.
 * @param lastEventId as sent by the client; the stream starts from the beginning if it is not one of our ids
 * @param translate maps an event before it is sent; undefined drops it
 */
export function runEvents(view: RunView, lastEventId?: string, translate?: Translate): Events {
  const follower = createFollower(view, parsePosition(lastEventId));
  const translated = (events: readonly StreamEvent[]) =>
    translate ? events.flatMap((event) => translateEvent(event, translate)) : events;
  let isStarted = false;

  return new Events({
    read() {
      // Read before the events are built, so that a change in between is not mistaken for the end.
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

/** Tracks what a follower has been sent, and what is missing. */
function createFollower(view: RunView, position: Position) {
  const sentSteps = new Map<string, RunStep>();
  let sentUsage = view.run.usage;
  let sentReasoning = { stepId: '', length: 0 };
  /** Whether the position is known to lie within this run's text. */
  let isPlaced = false;

  function isAhead(): boolean {
    const { resets, offset } = position;
    const length = view.run.output_text.length;
    return resets > view.resets || (resets === view.resets && offset > length);
  }

  function place(): void {
    if (isPlaced || (isAhead() && view.mayLag)) return;
    // Not an id of this run.
    if (isAhead()) Object.assign(position, { resets: view.resets, offset: 0 });
    isPlaced = true;
  }

  function toEvent(data: RunEvent): StreamEvent {
    return { id: `${position.resets}-${position.offset}`, type: data.type, data };
  }

  function text(): StreamEvent[] {
    place();
    if (isAhead()) return [];
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

  function reasoning(): StreamEvent[] {
    const { stepId: step_id, text } = view.reasoning ?? { stepId: '', text: '' };
    const offset = sentReasoning.stepId === step_id ? sentReasoning.length : 0;
    sentReasoning = { stepId: step_id, length: text.length };
    const more = text.slice(offset);
    return more === '' ? [] : [toEvent({ type: 'run.reasoning', step_id, offset, text: more })];
  }

  return {
    first(): StreamEvent {
      place();
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
        ...reasoning(),
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
