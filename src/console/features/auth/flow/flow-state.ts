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
  /** Why there is no form (`failed`). */
  error: string | null;
  /** Counts responses: when it changes, forms clear one-time fields and focus their first error. */
  responses: number;
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
      return { ...state, submitting: event.button, notice: null };
    case 'shown':
    case 'restarted':
      return {
        status: 'ready',
        flow: event.flow,
        submitting: null,
        notice: event.type === 'restarted' ? (notices[event.because] ?? null) : null,
        error: null,
        responses: state.responses + 1,
      };
    case 'idle':
      return { ...state, submitting: null };
    case 'failed':
      return state.flow
        ? { ...state, submitting: null }
        : { ...state, status: 'failed', submitting: null, error: event.message };
  }
}
