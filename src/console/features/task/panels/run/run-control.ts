import { useEffect, useSyncExternalStore } from 'react';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import { runFollowerOf } from './use-run-stream.ts';

// A wish to run that came while the panel was not on the screen waits here for it.
const waiting = new Set<string>();
const handlers = new Map<string, () => void>();

/** For a Run button outside the panel: show the panel, then call `run`; it reads its own form. */
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

/** The panel answers wishes to run, also one that came before it was there. */
export function useRunRequests(taskId: string, onRun: () => void): void {
  useEffect(() => {
    handlers.set(taskId, onRun);
    if (waiting.delete(taskId)) onRun();
    return () => {
      handlers.delete(taskId);
    };
  }, [taskId, onRun]);
}
