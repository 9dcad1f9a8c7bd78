import type { VisitorAnswerEvent } from '#generated/model/index.ts';
import { Events, type StreamEvent } from '../../events.ts';
import { type AnswerView, nextText, parsePosition } from '../answer-view.ts';
import { toVisitorMessage } from './visitor-views.ts';

/** An answer as visitors may follow it: its text and its end. Resumes exactly where `Last-Event-ID` says. */
export function visitorEvents(view: AnswerView, lastEventId?: string): Events {
  const position = parsePosition(lastEventId);
  const toEvent = (data: VisitorAnswerEvent): StreamEvent => ({
    id: `${position.resets}-${position.offset}`,
    type: data.type,
    data,
  });
  return new Events({
    read() {
      const { isEnded } = view;
      const events: StreamEvent[] = [];
      const { isReset, offset, text } = nextText(view, position);
      if (isReset) events.push(toEvent({ type: 'visitor.reset' }));
      if (text !== '') events.push(toEvent({ type: 'visitor.delta', offset, text }));
      if (isEnded)
        events.push(toEvent({ type: 'visitor.ended', message: toVisitorMessage(view.message) }));
      return { events, isOver: isEnded };
    },
    follow: (onChange) => view.follow(onChange),
  });
}
