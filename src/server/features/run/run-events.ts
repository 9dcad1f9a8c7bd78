import type { FastifyReply } from 'fastify';
import type { RunEvent, RunStep } from '#generated/model/index.ts';
import { type EventStream, openEventStream } from '../../http/sse.ts';
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
 */
export function sendRunEvents(reply: FastifyReply, view: RunView, lastEventId?: string): void {
  const position = parsePosition(lastEventId);
  const sentSteps = new Map<string, RunStep>();
  let sentUsage = view.run.usage;
  let hasStarted = false;
  let hasEnded = false;
  let stop = () => {};

  const stream: EventStream = openEventStream(reply, {
    onDrain: () => pump(),
    onClose: () => stop(),
  });

  function send(event: RunEvent): void {
    const id = `${position.resets}-${position.offset}`;
    stream.send({ id, type: event.type, data: event });
  }

  function sendStart(): void {
    hasStarted = true;
    // What was known of another text is of no use: the run began anew since, or the id was made up.
    if (position.resets > view.resets || position.offset > view.run.output_text.length) {
      if (position.resets >= view.resets)
        Object.assign(position, { resets: view.resets, offset: 0 });
    }
    send({ type: 'run.started', run: summaryOf(view.run) });
  }

  function sendSteps(): void {
    for (const step of view.steps) {
      if (sentSteps.get(step.id) === step) continue;
      sentSteps.set(step.id, step);
      send({ type: 'run.step', step });
    }
  }

  function sendText(): void {
    if (position.resets !== view.resets) {
      position.resets = view.resets;
      position.offset = 0;
      send({ type: 'run.reset' });
    }
    const { offset } = position;
    const text = view.run.output_text.slice(offset);
    if (text === '') return;
    position.offset = offset + text.length;
    send({ type: 'run.delta', offset, text });
  }

  function sendUsage(): void {
    if (sentUsage === view.run.usage) return;
    sentUsage = view.run.usage;
    send({ type: 'run.usage', usage: sentUsage });
  }

  function pump(): void {
    if (hasEnded || !stream.isWritable) return;
    if (!hasStarted) sendStart();
    if (stream.isWritable) sendSteps();
    if (stream.isWritable) sendText();
    if (stream.isWritable) sendUsage();
    if (!view.isEnded || !stream.isWritable) return;
    hasEnded = true;
    const { status } = view.run;
    if (status !== 'queued' && status !== 'running')
      send({ type: TERMINAL[status], run: view.run });
    stop();
    stream.end();
  }

  stop = view.follow(pump);
  pump();
}

function parsePosition(id: string | undefined): Position {
  const match = /^(\d{1,6})-(\d{1,10})$/.exec(id ?? '');
  return match ? { resets: Number(match[1]), offset: Number(match[2]) } : { resets: 0, offset: 0 };
}
