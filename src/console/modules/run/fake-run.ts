import type { Run } from '#generated/model/index.ts';

/** A finished run for tests; `change` says what is special about it. */
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
    ...change,
  };
}
