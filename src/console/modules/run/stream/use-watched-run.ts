import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { RunFollower, type RunState } from './run-follower.ts';
import { createRunTransport } from './run-transport.ts';

export interface WatchedRun extends RunState {
  stop: () => Promise<void>;
  /** Reloads it after an error. */
  retry: () => void;
}

/** Holding a key down skips through many runs: one is loaded only after this pause, in ms. */
const STAY = 150;

/** A run by its id: final, or live while the component is mounted. None is loaded for null. */
export function useWatchedRun(orgId: string, projectId: string, runId: string | null): WatchedRun {
  const follower = useMemo(() => {
    // Watching needs no task id: only starting a run does.
    const transport = createRunTransport({ orgId, projectId, taskId: '' });
    return new RunFollower({ transport });
  }, [orgId, projectId]);

  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (runId === null) return;
    const attach = () => void follower.attach(runId);
    const now = performance.now();
    const timer = now - changedAt.current < STAY ? setTimeout(attach, STAY) : attach();
    changedAt.current = now;
    return () => {
      clearTimeout(timer ?? undefined);
      follower.clear();
    };
  }, [follower, runId]);

  const state = useSyncExternalStore(follower.subscribe, follower.getState);
  return {
    ...state,
    stop: () => follower.stop(),
    retry: () => {
      if (runId !== null) void follower.attach(runId);
    },
  };
}
