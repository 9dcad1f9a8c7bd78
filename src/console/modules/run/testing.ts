import type { Run, RunStep, Task, TaskDefinition } from '#generated/model/index.ts';

/** A finished run for tests, with changes. */
export function fakeRun(change: Partial<Run> = {}): Run {
  return {
    id: 'run_1',
    project_id: 'project_1',
    task_id: 'task_1',
    task_name: 'Review sentiment',
    revision: 3,
    source: 'console',
    status: 'succeeded',
    model_id: 'sandbox/sandbox',
    input_preview: 'ok',
    output_valid: true,
    usage: { input_tokens: 42, output_tokens: 7, cost: 24 },
    latency_ms: 840,
    first_token_ms: 210,
    error: null,
    caller: { type: 'user', id: 'user_1', name: 'Ada Lovelace' },
    created_at: '2026-11-20T09:00:00Z',
    ended_at: '2026-11-20T09:00:01Z',
    inputs: { review: 'ok' },
    output: null,
    output_text: '',
    citations: [],
    ...change,
  };
}

/** A trace step for tests. */
export function fakeStep(change: Partial<RunStep> = {}): RunStep {
  return {
    id: 'step_1',
    kind: 'model',
    name: 'sandbox/sandbox',
    status: 'succeeded',
    started_at: '2026-11-20T09:00:00Z',
    ended_at: '2026-11-20T09:00:01Z',
    offset_ms: 1,
    duration_ms: 800,
    input: null,
    output: null,
    usage: null,
    error: null,
    ...change,
  };
}

/** A task for tests, with revision 3 active and 4 the newest. */
export function fakeTask(change: Partial<Task> = {}): Task {
  return {
    id: 'task_1',
    org_id: 'org_1',
    project_id: 'project_1',
    name: 'Review sentiment',
    description: '',
    tags: [],
    archived_at: null,
    evaluation_required: false,
    active_revision: 3,
    latest_revision: 4,
    previous_revision: null,
    environments: [],
    model_id: 'sandbox/sandbox',
    stats: { runs: 0, runs_by_day: [0, 0, 0, 0, 0, 0, 0], cost: 0, last_run_at: null },
    created_by: { id: 'user_1', name: 'Ada Lovelace' },
    created_at: '2026-11-20T09:00:00Z',
    updated_at: '2026-11-20T09:00:00Z',
    etag: '"1"',
    ...change,
  };
}

/** A definition for tests: a required text, a number with a default, and an object as output. */
export function fakeDefinition(change: Partial<TaskDefinition> = {}): TaskDefinition {
  return {
    system_prompt: 'You judge product reviews.',
    user_prompt: 'Review: {review}, stars: {stars}',
    variables: [
      { name: 'review', type: 'text', required: true, description: 'What the customer wrote' },
      { name: 'stars', type: 'number', required: false, default: '3' },
    ],
    output_format: {
      type: 'fields',
      fields: [
        {
          name: 'sentiment',
          type: 'choice',
          required: true,
          list: false,
          options: ['good', 'bad'],
        },
      ],
    },
    model_id: 'sandbox/sandbox',
    parameters: {},
    ...change,
  };
}
