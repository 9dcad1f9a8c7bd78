import type { VisitorAnswerEvent } from '#generated/model/index.ts';
import type { Events } from '../../events.ts';
import { type AnswerView, streamAnswer } from '../answer/answer-view.ts';
import { toVisitorMessage } from './visitor-views.ts';

/** An answer as visitors may follow it: its text and its end. */
export function visitorEvents(view: AnswerView, lastEventId?: string): Events {
  return streamAnswer<VisitorAnswerEvent>(view, lastEventId, {
    reset: { type: 'visitor.reset' },
    delta: (offset, text) => ({ type: 'visitor.delta', offset, text }),
    ended: () => ({ type: 'visitor.ended', message: toVisitorMessage(view.message) }),
  });
}
