import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '#console/api/error-message.ts';
import { fieldErrors } from '#console/api/field-errors.ts';
import { openStream } from '#console/api/http/stream.ts';
import { mutate } from '#console/api/query/calls.ts';
import { refreshBalance } from '#console/modules/billing/refresh-balance.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { getRunAssistUrl } from '#generated/api/assist/assist.ts';
import { cancelRun } from '#generated/api/run/run.ts';
import type { AssistAnswer, AssistEvent, AssistRequest } from '#generated/model/index.ts';
import { useAssistModelStore } from './assist-model-store.ts';

export interface AssistState {
  status: 'idle' | 'running' | 'done' | 'failed';
  /** The text so far, not validated yet. */
  text: string;
  response: AssistAnswer | null;
  /** Why there is no result. */
  error: string | null;
}

const IDLE: AssistState = { status: 'idle', text: '', response: null, error: null };

/** Calls the assistant, one request at a time. Requests can be stopped; unmounting stops them too. */
export function useAssist() {
  const { orgId, projectId } = useActiveProject();
  const queryClient = useQueryClient();
  const [state, setState] = useState<AssistState>(IDLE);
  const current = useRef<{ abort: AbortController; runId: string | null } | null>(null);

  const stop = useCallback(() => {
    const work = current.current;
    if (!work) return;
    current.current = null;
    work.abort.abort();
    // The result is no longer needed. Tokens used until now are billed anyway.
    if (work.runId) void mutate(cancelRun, orgId, projectId, work.runId).catch(() => undefined);
    setState(IDLE);
  }, [orgId, projectId]);

  useEffect(() => stop, [stop]);

  const ask = useCallback(
    async (request: AssistRequest): Promise<AssistAnswer | null> => {
      stop();
      const work = { abort: new AbortController(), runId: null as string | null };
      current.current = work;
      setState({ ...IDLE, status: 'running' });
      const { modelId } = useAssistModelStore.getState();
      const body = { ...request, ...(modelId !== null && { model_id: modelId }) };
      let now: AssistState = { ...IDLE, status: 'running' };
      try {
        for await (const event of streamAssist({ orgId, projectId }, body, work.abort.signal)) {
          if (event.type === 'assist.started') work.runId = event.run_id;
          now = reduce(now, event);
          if (current.current === work) setState(now);
        }
      } catch (error) {
        if (work.abort.signal.aborted) return null;
        if (modelId !== null && fieldErrors(error).model_id !== undefined) {
          // The remembered model no longer exists: fall back to the default one.
          useAssistModelStore.getState().choose(null);
          return ask(request);
        }
        now = { ...now, status: 'failed', error: messageOf(error) };
        if (current.current === work) setState(now);
      }
      if (current.current === work) current.current = null;
      void refreshBalance(queryClient, orgId);
      return now.response;
    },
    [orgId, projectId, queryClient, stop],
  );

  const reset = useCallback(() => {
    stop();
    setState(IDLE);
  }, [stop]);

  return { ...state, ask, stop, reset };
}

function reduce(state: AssistState, event: AssistEvent): AssistState {
  switch (event.type) {
    case 'assist.started':
      return state;
    case 'assist.delta':
      return { ...state, text: state.text.slice(0, event.offset) + event.text };
    case 'assist.reset':
      return { ...state, text: '' };
    case 'assist.succeeded':
      return { ...state, status: 'done', response: event.answer };
    case 'assist.failed':
      return { ...state, status: 'failed', error: event.error.message };
    case 'assist.cancelled':
      return IDLE;
  }
}

/**
 * Calls the assistant and yields its events; the last one says how it ended. A lost connection is retried with the same
 * idempotency key, so it resumes the same run.
 * @throws ApiError when the request is refused; AbortError when `signal` aborts it
 */
async function* streamAssist(
  { orgId, projectId }: { orgId: string; projectId: string },
  request: AssistRequest,
  signal: AbortSignal,
): AsyncGenerator<AssistEvent> {
  const call = {
    path: `${getRunAssistUrl(orgId, projectId)}/stream`,
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(request),
    },
  };
  const stream = openStream<AssistEvent>({
    ...call,
    resume: () => call,
    isTerminal: ({ data }) => /succeeded|failed|cancelled/.test(data.type),
    signal,
  });
  for await (const { data } of stream) yield data;
}
