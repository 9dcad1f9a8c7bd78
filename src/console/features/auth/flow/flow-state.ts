import type { Flow } from './flow-types.ts';
import type { RestartReason } from './interpret.ts';

/** What a screen shows of its flow. */
export type FlowState = {
  status: 'loading' | 'ready' | 'failed';
  flow: Flow | null;
  /** Name of the button whose answer is awaited. */
  submitting: string | null;
  /** Why the form is new although nobody asked for that. */
  notice: string | null;
  /** Why there is no form (`failed`). */
  error: string | null;
  /** Counts answers: forms reset one-time fields and find their first error when it changes. */
  answers: number;
};

export type FlowEvent =
  | { type: 'loading' }
  | { type: 'submitting'; button: string }
  | { type: 'shown'; flow: Flow }
  | { type: 'restarted'; flow: Flow; because: RestartReason }
  | { type: 'idle' }
  | { type: 'failed'; message: string };

export const initialFlowState: FlowState = {
  status: 'loading',
  flow: null,
  submitting: null,
  notice: null,
  error: null,
  answers: 0,
};

const notices: Partial<Record<RestartReason, string>> = {
  expired: 'That form had expired, so here is a fresh one. Please send it again.',
  missing: 'That form is no longer valid, so here is a fresh one. Please send it again.',
  security: 'For your security we renewed this form. Please send it again.',
};

/** A failed submit keeps the form; only a form that could not be had at all is `failed`. */
export function flowReducer(state: FlowState, event: FlowEvent): FlowState {
  switch (event.type) {
    case 'loading':
      return { ...initialFlowState, answers: state.answers };
    case 'submitting':
      return { ...state, submitting: event.button, notice: null };
    case 'shown':
    case 'restarted':
      return {
        status: 'ready',
        flow: event.flow,
        submitting: null,
        notice: event.type === 'restarted' ? (notices[event.because] ?? null) : null,
        error: null,
        answers: state.answers + 1,
      };
    case 'idle':
      return { ...state, submitting: null };
    case 'failed':
      return state.flow
        ? { ...state, submitting: null }
        : { ...state, status: 'failed', submitting: null, error: event.message };
  }
}
