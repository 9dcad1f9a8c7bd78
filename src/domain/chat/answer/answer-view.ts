import { withoutActions } from '#core/assistant/actions.ts';
import { isObject } from '#core/json/is-object.ts';
import type { ChatAnswerEvent, ChatMessage, ChatProgress } from '#generated/model/index.ts';
import type { Domain } from '../../domain.ts';
import { Events, type StreamEvent } from '../../events.ts';
import type { RunView } from '../../run/run-view.ts';
import type { ChatMessageRow, ChatRow } from '../chat.tables.ts';
import { messageView } from '../message-views.ts';
import type { AnswerService } from './answer.service.ts';
import { progressOf } from './answer-result.ts';

/** Distinguishes the texts of an answer's runs from restarts within a run. */
const RESTARTS_PER_RUN = 1000;
const FORMATTED = RESTARTS_PER_RUN - 1;

/** An answer as its followers see it: whichever run writes it, and whichever process executes that. */
export interface AnswerView {
  /** As stored. */
  readonly message: ChatMessage;
  readonly text: string;
  /** Increases whenever the text starts again. */
  readonly resets: number;
  readonly steps: ChatProgress[];
  /** Whether its end is stored: `message` is final. */
  readonly isEnded: boolean;
  /** Calls back after each change. Returns the unsubscribe function. */
  follow(onChange: () => void): () => void;
}

/** Follows an answer. It is only watched while it has followers. */
export async function viewAnswer(
  { stores, chat: port }: Pick<Domain, 'stores' | 'chat'>,
  answers: AnswerService,
  chat: ChatRow,
  row: ChatMessageRow,
): Promise<AnswerView> {
  const followers = new Set<() => void>();
  let message = await messageView(stores, row);
  let attempts = row.attempts;
  let run: RunView | undefined;
  let unfollowRun: (() => void) | undefined;
  let unfollowChat: (() => void) | undefined;
  let reading = Promise.resolve();

  const changed = () => {
    for (const onChange of followers) onChange();
  };

  const find = () => stores.chat.messages.find({ id: row.id });

  /** Takes over what is stored, and the run that writes the answer now. */
  async function take(found: ChatMessageRow): Promise<void> {
    let stored = found;
    let next = run;
    if (stored.ended_at === null && stored.run_id !== null && stored.run_id !== run?.run.id) {
      next = await answers.view(chat, stored);
      // Without its run, it has ended.
      if (!next) stored = (await find()) ?? stored;
    }
    message = await messageView(stores, stored);
    // All at once: followers tell the texts of two runs apart by the number of attempts.
    attempts = stored.attempts;
    if (next === run) return;
    unfollowRun?.();
    run = next;
    unfollowRun = followers.size > 0 ? run?.follow(changed) : undefined;
  }

  async function read(): Promise<void> {
    const now = await find();
    if (now) await take(now);
    else message = { ...message, status: 'cancelled', ended_at: new Date().toISOString() };
    if (message.ended_at !== null) leave();
    changed();
  }

  function readSoon(): void {
    reading = reading.then(read).catch(port.report);
  }

  function leave(): void {
    unfollowRun?.();
    unfollowChat?.();
    unfollowRun = undefined;
    unfollowChat = undefined;
  }

  await take(row);
  return {
    get message() {
      return message;
    },
    get text() {
      if (message.ended_at !== null) return message.text;
      const text = run?.run.output_text ?? '';
      return chat.kind === 'assistant' ? withoutActions(text) : text;
    },
    get resets() {
      // What is stored of a typed output is formatted for people, so it doesn't continue what was streamed.
      const isFormatted = message.ended_at !== null && isObject(message.output);
      return attempts * RESTARTS_PER_RUN + (isFormatted ? FORMATTED : (run?.resets ?? 0));
    },
    get steps() {
      return message.ended_at === null
        ? progressOf(run?.steps ?? [], run?.reasoning)
        : message.steps;
    },
    get isEnded() {
      return message.ended_at !== null;
    },
    follow(onChange) {
      followers.add(onChange);
      if (followers.size === 1 && message.ended_at === null) {
        unfollowRun = run?.follow(changed);
        unfollowChat = port.follow(chat.id, (news) => {
          if (news.message_id === row.id) readSoon();
        });
        // It may have changed before it was watched.
        readSoon();
      }
      return () => {
        followers.delete(onChange);
        if (followers.size === 0) leave();
      };
    },
  };
}

/** What a follower has received of an answer's text. */
export interface TextPosition {
  resets: number;
  /** In UTF-16 code units. */
  offset: number;
}

/** What a follower at a position has not received yet. Moves the position. */
export function nextText(
  view: AnswerView,
  position: TextPosition,
): { isReset: boolean; offset: number; text: string } {
  const isReset = position.resets !== view.resets && position.resets !== 0;
  if (position.resets !== view.resets) Object.assign(position, { resets: view.resets, offset: 0 });
  const { offset } = position;
  const text = view.text.slice(offset);
  position.offset = offset + text.length;
  return { isReset, offset, text };
}

/** What streams call the parts of an answer. */
interface AnswerEvents<Event> {
  /** Whatever precedes the new text. */
  before?(): Event[];
  reset: Event;
  delta(offset: number, text: string): Event;
  ended(): Event;
}

/**
 * An answer as a stream. An event's id contains the position in the text after it, so a stream resumed with it continues
 * exactly there, on any node.
 */
export function streamAnswer<Event extends { type: string }>(
  view: AnswerView,
  lastEventId: string | undefined,
  { before, reset, delta, ended }: AnswerEvents<Event>,
): Events {
  const position = parsePosition(lastEventId);
  const toEvent = (data: Event, offset = position.offset): StreamEvent => ({
    id: `${position.resets}-${offset}`,
    type: data.type,
    data,
  });
  return new Events({
    read() {
      const { isEnded } = view;
      const events = (before?.() ?? []).map((data) => toEvent(data));
      const { isReset, offset, text } = nextText(view, position);
      if (isReset) events.push(toEvent(reset, 0));
      if (text !== '') events.push(toEvent(delta(offset, text)));
      if (isEnded) events.push(toEvent(ended()));
      return { events, isOver: isEnded };
    },
    follow: (onChange) => view.follow(onChange),
  });
}

/** An answer as everyone who may view its chat can follow it. */
export function answerEvents(view: AnswerView, lastEventId?: string): Events {
  let sentSteps = '[]';
  let isStarted = false;
  return streamAnswer<ChatAnswerEvent>(view, lastEventId, {
    before() {
      const events: ChatAnswerEvent[] = [];
      if (!isStarted)
        events.push({ type: 'answer.started', message: { ...view.message, text: '' } });
      isStarted = true;
      const steps = JSON.stringify(view.steps);
      if (steps !== sentSteps) events.push({ type: 'answer.step', steps: view.steps });
      sentSteps = steps;
      return events;
    },
    reset: { type: 'answer.reset' },
    delta: (offset, text) => ({ type: 'answer.delta', offset, text }),
    ended: () => ({ type: 'answer.ended', message: view.message }),
  });
}

/** The position that an event id contains; the start for any other text. */
function parsePosition(id: string | undefined): TextPosition {
  const match = /^(\d{1,9})-(\d{1,10})$/.exec(id ?? '');
  return match ? { resets: Number(match[1]), offset: Number(match[2]) } : { resets: 0, offset: 0 };
}
