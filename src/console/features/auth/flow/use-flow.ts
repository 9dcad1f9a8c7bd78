import { useCallback, useEffect, useReducer, useRef } from 'react';
import { beginFlow, fetchFlow, submitFlow } from './flow-requests.ts';
import { type FlowState, flowReducer, initialFlowState } from './flow-state.ts';
import type { ContinueWith, Flow, FlowBody, FlowKind, FlowParams } from './flow-types.ts';
import type { Outcome, RestartReason } from './interpret.ts';

/** What the surroundings of a flow do when it leads away from its form. */
export type FlowHandlers = {
  /** The flow on the screen has this id now. */
  onFlow?: (flow: Flow) => void;
  onDone: (steps: ContinueWith[], signedIn: boolean, flow: Flow | null) => void;
  onRedirect: (to: string, flow: Flow | null, body: FlowBody | null) => void;
  onAlreadySignedIn: (flow: Flow | null) => void;
  onSignIn: () => void;
  /** A submit failed and the form stays. */
  onFailed: (message: string) => void;
};

export type FlowControl = FlowState & {
  /** Sends the form. */
  submit: (body: FlowBody, button?: string) => Promise<void>;
  /** Throws the flow away and begins a new one. */
  restart: () => void;
};

/**
 * Runs one self-service flow: begins or fetches it, sends its forms, and lives through everything that
 * the identity service answers.
 * @param flowId of a flow to go on with; null begins one
 * @param params what to begin with; compared by value
 */
export function useFlow(
  kind: FlowKind,
  flowId: string | null,
  params: FlowParams,
  handlers: FlowHandlers,
): FlowControl {
  const [state, dispatch] = useReducer(flowReducer, initialFlowState);
  const latest = useRef({ flow: state.flow, handlers });
  useEffect(() => {
    latest.current = { flow: state.flow, handlers };
  });
  const run = useRef(0);
  const paramsKey = JSON.stringify(params);

  /** Does what an outcome says; `attempt` guards against answers of an abandoned start. */
  const settle = useCallback(
    async (outcome: Outcome, attempt: number, body: FlowBody | null, restarts = 0) => {
      if (attempt !== run.current) return;
      const on = latest.current.handlers;
      const current = latest.current.flow;
      switch (outcome.type) {
        case 'show':
          dispatch({ type: 'shown', flow: outcome.flow });
          on.onFlow?.(outcome.flow);
          return;
        case 'done':
          return on.onDone(outcome.continueWith, outcome.signedIn, current);
        case 'redirect':
          dispatch({ type: 'idle' });
          return on.onRedirect(outcome.to, current, body);
        case 'already_signed_in':
          return on.onAlreadySignedIn(current);
        case 'sign_in':
          return on.onSignIn();
        case 'failed':
          if (current) on.onFailed(outcome.message);
          return dispatch({ type: 'failed', message: outcome.message });
        case 'restart': {
          const again = restarts < maxRestarts ? await renew(kind, outcome, paramsKey) : stuck;
          if (attempt !== run.current) return;
          if (again.type !== 'show') return settle(again, attempt, body, restarts + 1);
          // Nothing was lost when the form was only about to be opened: then no notice is due.
          if (body === null) dispatch({ type: 'shown', flow: again.flow });
          else dispatch({ type: 'restarted', flow: again.flow, because: outcome.because });
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
    // Our own flow's id came back by the URL: it is on the screen already.
    if (flowId !== null && latest.current.flow?.id === flowId) return;
    begin(flowId);
    return () => {
      run.current += 1;
    };
  }, [begin, flowId]);

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
const stuck: Outcome = {
  type: 'failed',
  message:
    "We couldn't open a secure form. Allow cookies for this site, reload the page and try again.",
};

type Restart = { because: RestartReason; flowId?: string };

/** The flow that replaces one: the one that was named, else a new one. */
function renew(kind: FlowKind, restart: Restart, paramsKey: string): Promise<Outcome> {
  if (restart.flowId) return fetchFlow(kind, restart.flowId);
  const { return_to, ...rest }: FlowParams = JSON.parse(paramsKey);
  return beginFlow(kind, restart.because === 'return_to' ? rest : { ...rest, return_to });
}
