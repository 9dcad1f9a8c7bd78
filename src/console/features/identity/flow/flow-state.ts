import { GENERIC_MESSAGE } from '#core/messages.ts';
import type { Flow } from './flow-types.ts';
import type { RestartReason } from './interpret.ts';

/** What a screen shows of its flow. */
export type FlowState = {
  status: 'loading' | 'ready' | 'failed';
  flow: Flow | null;
  /** The name of the button whose submission is pending. */
  submitting: string | null;
  /** Why the form was replaced without the user asking for it. */
  notice: string | null;
  /** Why there is no form (`failed`), or why the last submission failed. */
  error: string | null;
  /** Counts responses: when it changes, forms clear one-time fields and focus their first error. */
  responses: number;
};

export type FlowEvent =
  | { type: 'loading' }
  | { type: 'submitting'; button: string }
  | { type: 'shown'; flow: Flow }
  /** `problem` replaces the notice when the same thing happened before. */
  | { type: 'restarted'; flow: Flow; because: RestartReason; problem: string | null }
  | { type: 'idle' }
  | { type: 'failed'; message: string };

export const initialFlowState: FlowState = {
  status: 'loading',
  flow: null,
  submitting: null,
  notice: null,
  error: null,
  responses: 0,
};

const notices: Partial<Record<RestartReason, string>> = {
  expired: 'The form expired, so we refreshed it. Please try again.',
  missing: 'The form was no longer valid, so we refreshed it. Please try again.',
  security: 'We refreshed this form for your security. Please try again.',
};

/** A failed submission keeps the form; only a form that could not be loaded at all is `failed`. */
export function flowReducer(state: FlowState, event: FlowEvent): FlowState {
  switch (event.type) {
    case 'loading':
      return { ...initialFlowState, responses: state.responses };
    case 'submitting':
      return { ...state, submitting: event.button, notice: null, error: null };
    case 'shown':
      return ready(state, event.flow);
    case 'restarted': {
      const notice = event.problem === null ? (notices[event.because] ?? null) : null;
      return { ...ready(state, event.flow), notice, error: event.problem };
    }
    case 'idle':
      return { ...state, submitting: null };
    case 'failed':
      return state.flow
        ? { ...state, submitting: null, error: isGeneric(event.message) ? null : event.message }
        : { ...state, status: 'failed', submitting: null, error: event.message };
  }
}

/** A message that says nothing about the form is a toast. */
export function isGeneric(message: string): boolean {
  return message === GENERIC_MESSAGE;
}

function ready({ responses }: FlowState, flow: Flow): FlowState {
  return { ...initialFlowState, status: 'ready', flow, responses: responses + 1 };
}
