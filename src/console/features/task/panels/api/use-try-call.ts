import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { openStream } from '#console/api/http/stream.ts';
import { mutate } from '#console/api/query/calls.ts';
import { refreshAfterRun } from '#console/modules/run/stream/refresh-after-run.ts';
import { encodeEvent } from '#core/sse.ts';
import type { CallMode, TaskCall } from '#core/task/snippets/snippets.ts';
import {
  getGetRunUrl,
  getRunTaskMockUrl,
  getRunTaskUrl,
  runTask,
  runTaskMock,
} from '#generated/api/run/run.ts';
import type { RunCreate, RunEvent } from '#generated/model/index.ts';

/** The response of a trial call so far. */
export interface TriedCall {
  isRunning: boolean;
  /** The HTTP status, if there was a response. */
  status: number | null;
  isError: boolean;
  /** The raw body, or the events so far. */
  text: string;
  /** Time until the end, or until the latest event. */
  ms: number;
}

/** Makes the call shown in the tab and stores its response. */
export function useTryCall(call: TaskCall, mode: CallMode) {
  const [tried, setTried] = useState<TriedCall | null>(null);
  const client = useQueryClient();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const start = async () => {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    const { signal } = controller;
    const startedAt = performance.now();
    const show = (part: Partial<TriedCall>) => {
      if (signal.aborted) return;
      const ms = performance.now() - startedAt;
      setTried((before) => ({ ...(before ?? NOTHING), ...part, ms }));
    };
    setTried({ ...NOTHING, isRunning: true });
    try {
      if (mode === 'stream') {
        let text = '';
        for await (const { id, data } of eventsOf(call, signal)) {
          const event = { event: data.type, data: JSON.stringify(data) };
          text += encodeEvent(id === '' ? event : { id, ...event });
          show({ status: 200, text });
        }
        show({ isRunning: false });
      } else show({ ...(await responseOf(call, mode, signal)), isRunning: false });
    } catch (error) {
      const status = isApiError(error) && error.status > 0 ? error.status : null;
      const problem = isApiError(error) ? error.problem : null;
      const text = problem ? JSON.stringify(problem, null, 2) : messageOf(error);
      show({ isRunning: false, isError: true, status, text });
    } finally {
      if (!call.mock) refreshAfterRun(client, call);
    }
  };

  const stop = () => {
    abort.current?.abort();
    setTried((before) => before && { ...before, isRunning: false });
  };
  return { tried, start, stop };
}

const NOTHING: TriedCall = { isRunning: false, status: null, isError: false, text: '', ms: 0 };

function bodyOf({ inputs, revision }: TaskCall): RunCreate {
  return revision === undefined ? { inputs } : { inputs, revision };
}

async function responseOf(call: TaskCall, mode: CallMode, signal: AbortSignal) {
  const at = [call.orgId, call.projectId, call.taskId] as const;
  const options = {
    signal,
    ...(mode === 'background' && { headers: { Prefer: 'respond-async' } }),
  };
  const body = bodyOf(call);
  const run = call.mock
    ? await mutate(runTaskMock, ...at, body, {}, options)
    : await mutate(runTask, ...at, body, undefined, options);
  const isAccepted = run.ended_at === null;
  return { status: isAccepted ? 202 : 200, text: JSON.stringify(run, null, 2) };
}

function eventsOf(call: TaskCall, signal: AbortSignal) {
  const { orgId, projectId, taskId, mock } = call;
  const url = (mock ? getRunTaskMockUrl : getRunTaskUrl)(orgId, projectId, taskId);
  const start = {
    path: `${url}/stream`,
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(call)),
    },
  };
  let runId: string | null = null;
  return openStream<RunEvent>({
    ...start,
    signal,
    isTerminal: ({ data }) => {
      if ('run' in data) runId = data.run.id;
      return /^run\.(succeeded|failed|cancelled)$/.test(data.type);
    },
    // A mock has no run to follow: repeat the same request from where it was cut off.
    resume: () => {
      if (mock) return start;
      return runId === null ? null : { path: `${getGetRunUrl(orgId, projectId, runId)}/stream` };
    },
  });
}
