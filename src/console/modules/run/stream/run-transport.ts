import { openStream, type StreamOptions } from '#console/api/http/stream.ts';
import { mutate } from '#console/api/query/calls.ts';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import {
  cancelRun,
  getGetRunUrl,
  getRun,
  getRunTaskUrl,
  listRunSteps,
} from '#generated/api/run/run.ts';
import type { RunCreate, RunEvent } from '#generated/model/index.ts';
import type { FollowOptions, RunTransport } from './run-follower.ts';

const isTerminal = ({ type }: RunEvent) =>
  type === 'run.succeeded' || type === 'run.failed' || type === 'run.cancelled';

/** Runs tasks over the product API. */
export function createRunTransport({ orgId, projectId, taskId }: TaskAddress): RunTransport {
  const runStream = (runId: string) => `${getGetRunUrl(orgId, projectId, runId)}/stream`;

  async function* start(body: RunCreate, key: string, options: FollowOptions) {
    const call = {
      path: `${getRunTaskUrl(orgId, projectId, taskId)}/stream`,
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      },
    };
    let runId: string | null = null;
    // Without the run's id the same call is repeated: its key returns the same run, never a second one.
    const resume = () => (runId === null ? call : { path: runStream(runId) });
    for await (const event of events({ ...call, resume }, options)) {
      if ('run' in event) runId = event.run.id;
      yield event;
    }
  }

  return {
    start,
    follow: (runId, options) => {
      const call = { path: runStream(runId), init: { method: 'GET' } };
      return events({ ...call, resume: () => call }, options);
    },
    read: (runId, signal) => getRun(orgId, projectId, runId, { signal }),
    readSteps: async (runId, signal) => {
      const steps = await listRunSteps(orgId, projectId, runId, { with_data: false }, { signal });
      return steps.results;
    },
    cancel: (runId) => mutate(cancelRun, orgId, projectId, runId),
  };
}

type Call = Pick<StreamOptions<RunEvent>, 'path' | 'init' | 'resume'>;

async function* events(call: Call, { signal, onConnection }: FollowOptions) {
  const stream = openStream<RunEvent>({
    ...call,
    signal,
    isTerminal: ({ data }) => isTerminal(data),
    onReconnect: () => onConnection(false),
  });
  for await (const { data } of stream) {
    onConnection(true);
    yield data;
  }
}
