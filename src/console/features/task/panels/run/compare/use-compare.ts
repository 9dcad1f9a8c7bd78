import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { refreshAfterRun } from '#console/modules/run/stream/refresh-after-run.ts';
import { RunFollower, type RunState } from '#console/modules/run/stream/run-follower.ts';
import { createRunTransport } from '#console/modules/run/stream/run-transport.ts';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import { isFullRun } from '#core/run/run-progress.ts';
import type { RunInputs, RunTarget } from '#generated/model/index.ts';
import { type Wins, winnersOf } from './winners.ts';

export const maxContestants = 3;

/** What a column runs: a version, and optionally a model other than its own. */
export interface Contestant {
  target: RunTarget;
  modelId: string | null;
}

export interface ComparisonColumn {
  contestant: Contestant;
  state: RunState;
  wins: Wins;
}

/** Runs up to three versions or models of a task in parallel with the same inputs. */
export function useCompare(address: TaskAddress, first: readonly Contestant[]) {
  const { orgId, projectId, taskId } = address;
  const [contestants, setContestants] = useState(first);
  const client = useQueryClient();
  const followers = useMemo(() => {
    const transport = createRunTransport({ orgId, projectId, taskId });
    return Array.from({ length: maxContestants }, () => {
      const follower = new RunFollower({ transport });
      follower.onEnded = () => refreshAfterRun(client, { orgId, projectId, taskId });
      return follower;
    });
  }, [client, orgId, projectId, taskId]);
  const store = useMemo(() => combine(followers), [followers]);
  const states = useSyncExternalStore(store.subscribe, store.getStates);

  // Closing only stops watching; the runs continue and appear in the run log.
  useEffect(
    () => () => {
      for (const follower of followers) follower.clear();
    },
    [followers],
  );

  const shown = states.slice(0, contestants.length);
  const busy = shown.some(({ phase }) => phase === 'starting' || phase === 'live');
  const runs = shown.map(({ progress }) => (isFullRun(progress.run) ? progress.run : undefined));
  const wins = winnersOf(busy ? runs.map(() => undefined) : runs);
  const columns: ComparisonColumn[] = contestants.map((contestant, at) => ({
    contestant,
    state: states[at] as RunState,
    wins: wins[at] as Wins,
  }));

  return {
    columns,
    busy,
    change(at: number, change: Partial<Contestant>) {
      // Clear the output: it must not appear below a version that didn't produce it.
      followers[at]?.clear();
      setContestants((before) => before.with(at, { ...(before[at] as Contestant), ...change }));
    },
    add(contestant: Contestant) {
      followers[contestants.length]?.clear();
      setContestants((before) => [...before, contestant]);
    },
    /** Removes the last column. */
    drop() {
      followers[contestants.length - 1]?.clear();
      setContestants((before) => before.slice(0, -1));
    },
    start(inputs: RunInputs) {
      for (const [at, { target, modelId }] of contestants.entries()) {
        const body = { inputs, revision: target, ...(modelId !== null && { model_id: modelId }) };
        void followers[at]?.start(body);
      }
    },
    stop: () =>
      Promise.all(followers.filter((follower) => follower.busy).map((follower) => follower.stop())),
  };
}

/** Combines several stores into one, whose snapshot changes only when one of theirs does. */
function combine(followers: readonly RunFollower[]) {
  let states = followers.map((follower) => follower.getState());
  return {
    getStates: () => states,
    subscribe(listener: () => void) {
      const ends = followers.map((follower, at) =>
        follower.subscribe(() => {
          states = states.with(at, follower.getState());
          listener();
        }),
      );
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
