import { useCallback, useEffect, useReducer, useRef } from 'react';
import { useLatest } from '#console/ui/use-latest.ts';
import { consolePath } from './destinations.ts';
import { beginFlow, fetchFlow, submitFlow } from './flow-requests.ts';
import { type FlowState, flowReducer, initialFlowState } from './flow-state.ts';
import type { ContinueWith, Flow, FlowBody, FlowKind, FlowParams } from './flow-types.ts';
import type { Outcome, RestartReason } from './interpret.ts';
import { whyRefused } from './refusal.ts';

/** What the page does when a flow leads away from its form. */
export type FlowHandlers = {
  /** The flow on the screen now has this id. */
  onFlow?: (flow: Flow) => void;
  onDone: (steps: ContinueWith[], signedIn: boolean, flow: Flow | null) => void;
  onRedirect: (to: string, flow: Flow | null, body: FlowBody | null) => void;
  onAlreadySignedIn: (flow: Flow | null) => void;
  onSignIn: () => void;
  /** A submission failed; the form stays, and shows the message as `error` unless it is generic. */
  onFailed?: (message: string) => unknown;
};

export type FlowControl = FlowState & {
  /** Submits the form. */
  submit: (body: FlowBody, button?: string) => Promise<void>;
  /** Discards the flow and starts a new one. */
  restart: () => void;
};

/**
 * Runs one self-service flow: starts or fetches it, submits its forms, and handles every response of the
 * identity service.
 * @param flowId the flow to continue; null starts one
 * @param params the parameters for starting a flow; compared by value
 */
export function useFlow(
  kind: FlowKind,
  flowId: string | null,
  params: FlowParams,
  handlers: FlowHandlers,
): FlowControl {
  const [state, dispatch] = useReducer(flowReducer, initialFlowState);
  const latest = useLatest({ flow: state.flow, handlers });
  const run = useRef(0);
  /** Submissions in a row that were refused for security. */
  const refusals = useRef(0);
  const paramsKey = JSON.stringify(params);

  /** Handles an outcome; `attempt` guards against responses to an abandoned start. */
  const settle = useCallback(
    async (outcome: Outcome, attempt: number, body: FlowBody | null, restarts = 0) => {
      if (attempt !== run.current) return;
      const on = latest.current.handlers;
      const current = latest.current.flow;
      const isRefused = outcome.type === 'restart' && outcome.because === 'security';
      if (body !== null && restarts === 0) refusals.current = isRefused ? refusals.current + 1 : 0;
      switch (outcome.type) {
        case 'show':
          dispatch({ type: 'shown', flow: outcome.flow });
          on.onFlow?.(outcome.flow);
          return;
        case 'done':
          return on.onDone(outcome.continueWith, outcome.signedIn, current);
        case 'redirect':
          // A passwordless security key: the next step is in the same flow.
          if (current && flowIn(outcome.to) === current.id) {
            return settle(await fetchFlow(kind, current.id), attempt, null, restarts + 1);
          }
          dispatch({ type: 'idle' });
          return on.onRedirect(outcome.to, current, body);
        case 'already_signed_in':
          return on.onAlreadySignedIn(current);
        case 'sign_in':
          return on.onSignIn();
        case 'failed':
          if (current) on.onFailed?.(outcome.message);
          return dispatch({ type: 'failed', message: outcome.message });
        case 'restart': {
          const again =
            restarts < maxRestarts ? await renew(kind, outcome, paramsKey) : tooManyRestarts();
          if (attempt !== run.current) return;
          if (again.type !== 'show') return settle(again, attempt, body, restarts + 1);
          // No notice when the form was only being opened: nothing typed was lost.
          if (body === null) dispatch({ type: 'shown', flow: again.flow });
          else {
            const problem = refusals.current > 1 ? whyRefused() : null;
            dispatch({ type: 'restarted', flow: again.flow, because: outcome.because, problem });
          }
          on.onFlow?.(again.flow);
        }
      }
    },
    [kind, paramsKey],
  );

  const begin = useCallback(
    async (id: string | null) => {
      run.current += 1;
      const attempt = run.current;
      dispatch({ type: 'loading' });
      const first = id ? fetchFlow(kind, id) : beginFlow(kind, JSON.parse(paramsKey));
      await settle(await first, attempt, null);
    },
    [kind, paramsKey, settle],
  );

  useEffect(() => {
    // The id of our own flow came back through the URL; it is already on the screen.
    if (flowId !== null && latest.current.flow?.id === flowId) return;
    let isGone = false;
    // Effects run twice in development. Of two new flows, the cookie of the first might arrive last.
    queueMicrotask(() => {
      if (!isGone) void begin(flowId);
    });
    return () => {
      isGone = true;
    };
  }, [begin, flowId]);

  // A response may arrive before the URL has the flow's id, so only leaving the page abandons it.
  useEffect(() => {
    const attempts = run;
    return () => {
      attempts.current += 1;
    };
  }, []);

  const submit = useCallback(
    async (body: FlowBody, button = body.method) => {
      const { flow } = latest.current;
      if (!flow) return;
      const attempt = run.current;
      dispatch({ type: 'submitting', button });
      await settle(await submitFlow(kind, flow.id, body), attempt, body);
    },
    [kind, settle],
  );

  return { ...state, submit, restart: useCallback(() => void begin(null), [begin]) };
}

const maxRestarts = 2;
const tooManyRestarts = (): Outcome => ({ type: 'failed', message: whyRefused() });

/** The flow that an address names; null without one. */
function flowIn(address: string): string | null {
  const path = consolePath(address);
  return path === null ? null : new URL(path, globalThis.location.origin).searchParams.get('flow');
}

type Restart = { because: RestartReason; flowId?: string };

/** The flow that replaces this one: the named flow, else a new one. */
function renew(kind: FlowKind, restart: Restart, paramsKey: string): Promise<Outcome> {
  if (restart.flowId) return fetchFlow(kind, restart.flowId);
  const params: FlowParams = JSON.parse(paramsKey);
  const { return_to: _, after_verification_return_to: __, ...rest } = params;
  return beginFlow(kind, restart.because === 'return_to' ? rest : params);
}
