import { newId } from '#core/ids.ts';
import { INPUT_PREVIEW_MAX } from '#core/limits.ts';
import type { TaskRow } from '#domain/task/task.store.ts';
import type { Run, TaskDefinition } from '#generated/model/index.ts';
import { type Store, type StoredRun, timestamp } from '../store.ts';
import { previewOf } from './sandbox.ts';

interface Request extends Pick<Run, 'revision' | 'inputs' | 'source' | 'caller'> {
  definition: TaskDefinition;
}

/** Puts a run of a task on record; nothing has been done of it yet. */
export function putRun(
  store: Store,
  task: Pick<TaskRow, 'id' | 'org_id' | 'project_id' | 'name'>,
  { definition, inputs, ...request }: Request,
): StoredRun {
  const run: Run = {
    id: newId('run'),
    project_id: task.project_id,
    task_id: task.id,
    task_name: task.name,
    ...request,
    status: 'queued',
    model_id: definition.model_id,
    input_preview: previewOf(inputs, definition.variables).slice(0, INPUT_PREVIEW_MAX),
    output_valid: null,
    usage: { input_tokens: 0, output_tokens: 0, cost: 0 },
    latency_ms: null,
    first_token_ms: null,
    error: null,
    created_at: timestamp(),
    ended_at: null,
    inputs,
    output: null,
    output_text: '',
  };
  const stored: StoredRun = { org_id: task.org_id, run, definition, steps: [], events: [] };
  store.data.runs[run.id] = stored;
  return stored;
}
