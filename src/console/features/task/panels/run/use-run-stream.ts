import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isApiError } from '#console/api/api-error.ts';
import { refreshAfterRun } from '#console/modules/run/stream/refresh-after-run.ts';
import { RunSession, type RunState } from '#console/modules/run/stream/run-session.ts';
import { createRunTransport, type TaskAddress } from '#console/modules/run/stream/run-transport.ts';
import { invalidateGetBalance } from '#generated/api/billing/billing.ts';
import type { RunCreate } from '#generated/model/index.ts';

// A session outlives the panel that shows it: the other tabs of the editor unmount the panel.
const sessions = new Map<string, RunSession>();

/** The session of a task, made when it is first asked for. */
export function runSessionOf(address: TaskAddress): RunSession {
  const { taskId } = address;
  const known = sessions.get(taskId);
  if (known) return known;
  const session = new RunSession({ transport: createRunTransport(address) });
  sessions.set(taskId, session);
  return session;
}

export interface RunStream extends RunState {
  busy: boolean;
  start: (body: RunCreate) => void;
  stop: () => Promise<void>;
  attach: (runId: string) => void;
  clear: () => void;
}

/**
 * Runs a task and follows the run. The run's id is in the URL (`?run=`), so that a reload, a copied link
 * and a change of tabs show the same run, live while it goes on.
 */
export function useRunStream(address: TaskAddress): RunStream {
  const { orgId, projectId, taskId } = address;
  const session = runSessionOf(address);
  const state = useSyncExternalStore(session.subscribe, session.getState);
  const [search, setSearch] = useSearchParams();
  const queryClient = useQueryClient();
  const linked = search.get('run');

  useEffect(() => {
    session.onEnded = () => refreshAfterRun(queryClient, { orgId, projectId, taskId });
  }, [session, queryClient, orgId, projectId, taskId]);

  // The chip in the navbar may still show what was there before.
  useEffect(() => {
    if (isApiError(state.error, 402)) void invalidateGetBalance(queryClient, orgId);
  }, [state.error, queryClient, orgId]);

  useEffect(() => {
    const { runId, phase } = session.getState();
    if (linked && linked !== runId && phase !== 'starting') void session.attach(linked);
  }, [session, linked]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: state.runId says when to look again
  useEffect(() => {
    const { runId } = session.getState();
    if (runId === null || runId === linked) return;
    const withRun = (before: URLSearchParams) => {
      const next = new URLSearchParams(before);
      next.set('run', runId);
      return next;
    };
    setSearch(withRun, { replace: true, preventScrollReset: true });
  }, [session, state.runId, linked, setSearch]);

  return {
    ...state,
    busy: session.busy,
    start: (body) => {
      // The last run's id goes at once: what is being started must not be taken for it by a reload.
      setSearch(withoutRun, { replace: true, preventScrollReset: true });
      void session.start(body);
    },
    stop: () => session.stop(),
    attach: (runId) => void session.attach(runId),
    clear: () => {
      session.clear();
      setSearch(withoutRun, { replace: true, preventScrollReset: true });
    },
  };
}

function withoutRun(before: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(before);
  next.delete('run');
  return next;
}
