import { useEffect, useSyncExternalStore } from 'react';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import { runFollowerOf } from './use-run-stream.ts';

// Holds a request to run that arrived before the run panel was mounted.
const waiting = new Set<string>();
const handlers = new Map<string, () => void>();

/** Lets Run buttons outside the panel start a run: show the panel, then call `run`; the panel reads its own form. */
export function useRunControl(address: TaskAddress): {
  busy: boolean;
  run: () => void;
  stop: () => Promise<void>;
} {
  const follower = runFollowerOf(address);
  useSyncExternalStore(follower.subscribe, follower.getState);
  return {
    busy: follower.busy,
    run: () => {
      const handler = handlers.get(address.taskId);
      if (handler) handler();
      else waiting.add(address.taskId);
    },
    stop: () => follower.stop(),
  };
}

/** Handles run requests, including one made before the panel mounted. */
export function useRunRequests(taskId: string, onRun: () => void): void {
  useEffect(() => {
    handlers.set(taskId, onRun);
    if (waiting.delete(taskId)) onRun();
    return () => {
      handlers.delete(taskId);
    };
  }, [taskId, onRun]);
}
