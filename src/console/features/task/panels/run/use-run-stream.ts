import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isApiError } from '#console/api/api-error.ts';
import { refreshBalance } from '#console/modules/billing/refresh-balance.ts';
import { refreshAfterRun } from '#console/modules/run/stream/refresh-after-run.ts';
import { RunFollower, type RunState } from '#console/modules/run/stream/run-follower.ts';
import { createRunTransport } from '#console/modules/run/stream/run-transport.ts';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import type { RunCreate } from '#generated/model/index.ts';

// Followers are kept outside React, because other editor tabs unmount the panel.
const followers = new Map<string, RunFollower>();

/** The follower of a task, created on first use. */
export function runFollowerOf(address: TaskAddress): RunFollower {
  const { taskId } = address;
  const known = followers.get(taskId);
  if (known) return known;
  const follower = new RunFollower({ transport: createRunTransport(address) });
  followers.set(taskId, follower);
  return follower;
}

export interface RunStream extends RunState {
  busy: boolean;
  start: (body: RunCreate) => void;
  stop: () => Promise<void>;
  attach: (runId: string) => void;
  clear: () => void;
}

/**
 * Runs a task and follows the run. The run's id is in the URL (`?run=`), so that a reload, a shared link or a change of
 * tabs shows the same run, live while it is in progress.
 */
export function useRunStream(address: TaskAddress): RunStream {
  const { orgId, projectId, taskId } = address;
  const follower = runFollowerOf(address);
  const state = useSyncExternalStore(follower.subscribe, follower.getState);
  const [search, setSearch] = useSearchParams();
  const queryClient = useQueryClient();
  const linked = search.get('run');

  useEffect(() => {
    follower.onEnded = () => refreshAfterRun(queryClient, { orgId, projectId, taskId });
  }, [follower, queryClient, orgId, projectId, taskId]);

  // The balance in the navbar may be outdated.
  useEffect(() => {
    if (isApiError(state.error, 402)) void refreshBalance(queryClient, orgId);
  }, [state.error, queryClient, orgId]);

  useEffect(() => {
    const { runId, phase } = follower.getState();
    if (linked && linked !== runId && phase !== 'starting') void follower.attach(linked);
  }, [follower, linked]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: re-reads when state.runId changes
  useEffect(() => {
    const { runId } = follower.getState();
    if (runId === null || runId === linked) return;
    const withRun = (before: URLSearchParams) => {
      const next = new URLSearchParams(before);
      next.set('run', runId);
      return next;
    };
    setSearch(withRun, { replace: true, preventScrollReset: true });
  }, [follower, state.runId, linked, setSearch]);

  return {
    ...state,
    busy: follower.busy,
    start: (body) => {
      // Clear the last run's id immediately, so that a reload doesn't mistake it for the run being started.
      setSearch(withoutRun, { replace: true, preventScrollReset: true });
      void follower.start(body);
    },
    stop: () => follower.stop(),
    attach: (runId) => void follower.attach(runId),
    clear: () => {
      follower.clear();
      setSearch(withoutRun, { replace: true, preventScrollReset: true });
    },
  };
}

function withoutRun(before: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(before);
  next.delete('run');
  return next;
}
