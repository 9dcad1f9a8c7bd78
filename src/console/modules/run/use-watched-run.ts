import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { RunSession, type RunState } from './run-session.ts';
import { createRunTransport } from './run-transport.ts';

export interface WatchedRun extends RunState {
  stop: () => Promise<void>;
  /** Reads it again, after an error. */
  retry: () => void;
}

/** A run by its id: as it ended, or live for as long as the component is there. */
export function useWatchedRun(orgId: string, projectId: string, runId: string): WatchedRun {
  const session = useMemo(() => {
    // Watching needs no task: only starting a run does.
    const transport = createRunTransport({ orgId, projectId, taskId: '' });
    return new RunSession({ transport });
  }, [orgId, projectId]);

  useEffect(() => {
    void session.attach(runId);
    return () => session.clear();
  }, [session, runId]);

  const state = useSyncExternalStore(session.subscribe, session.getState);
  return {
    ...state,
    stop: () => session.stop(),
    retry: () => void session.attach(runId),
  };
}
