import type { ReactElement } from 'react';
import { configureApi } from '#console/api/config.ts';
import { json, stubFetch } from '#console/api/testing.ts';
import { ActiveProjectContext } from '#console/modules/selection/use-active-project.ts';
import { renderConsole } from '#console/ui/testing.tsx';
import { PERMISSIONS } from '#core/access/permissions.ts';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import type { Model, Task, TaskDefinition, TaskDraft } from '#generated/model/index.ts';

export const projectPath = '/api/v1/org/org_1/project/project_1';
export const taskPath = `${projectPath}/task/task_1`;
const who = { id: 'user_1', name: 'Ada Lovelace' };
const when = '2026-11-20T09:00:00Z';

/** A task for tests. */
export function aTask(change: Partial<Task> = {}): Task {
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
    previous_revision: null,
    environments: [],
    latest_revision: 4,
    model_id: 'sandbox/sandbox',
    stats: { runs: 21, runs_by_day: [0, 2, 5, 1, 0, 9, 4], cost: 1300, last_run_at: when },
    created_by: who,
    created_at: when,
    updated_at: when,
    etag: '"1"',
    ...change,
  };
}

/** For tests: a definition that can be saved as a revision. */
export const aDefinition: TaskDefinition = {
  ...emptyDefinition('sandbox/sandbox'),
  system_prompt: 'You judge reviews.',
  user_prompt: 'Review: {review}',
  variables: [{ name: 'review', type: 'text', required: true }],
};

/** A draft for tests. */
export function aDraft(definition = aDefinition, etag = '"7"'): TaskDraft {
  const base = { task_id: 'task_1', base_revision: 3, updated_by: who, updated_at: when };
  return { ...base, definition, etag };
}

const aModel: Model = {
  id: 'sandbox/sandbox',
  name: 'Sandbox',
  provider: 'sandbox',
  endpoint: { id: 'sandbox', name: 'Sandbox', problem: null },
  context_window: 128_000,
  max_output_tokens: 8000,
  input_price: 0,
  output_price: 0,
  supports: {
    streaming: true,
    structured_output: true,
    temperature: true,
    tools: true,
    images: true,
    files: true,
    stop: true,
    seed: true,
    penalties: true,
    reasoning: true,
  },
  available: true,
  unavailable_reason: null,
};

/** One page of a list, for tests. */
export function aPage<T>(results: T[]) {
  return json({ results, pagination: { has_next: false, next_cursor: null } });
}

/** Stubs the API calls that every task screen makes, plus the given routes. */
export function stubTaskApi(routes: Parameters<typeof stubFetch>[0]) {
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
  return stubFetch({
    [`POST ${projectPath}/iam/test`]: permissions('project', 'project_1', PERMISSIONS.project),
    [`POST ${taskPath}/iam/test`]: permissions('task', 'task_1', PERMISSIONS.task),
    'GET /api/v1/org/org_1/model': aPage([aModel]),
    [`GET ${taskPath}`]: json(aTask()),
    [`GET ${taskPath}/draft`]: json(aDraft()),
    [`GET ${taskPath}/revision`]: aPage([]),
    [`GET ${projectPath}/run`]: aPage([]),
    ...routes,
  });
}

function permissions(level: string, id: string, table: object) {
  return json({ level, id, permissions: Object.keys(table) });
}

/** Renders a project page at its URL. */
export function renderTaskPage(page: ReactElement, at: string, path = at.split('?')[0]) {
  const project = { id: 'project_1', org_id: 'org_1', name: 'Support' };
  return renderConsole(
    <ActiveProjectContext value={project as never}>{page}</ActiveProjectContext>,
    {
      at,
      ...(path !== undefined && { path }),
      routes: [{ path: '*', element: <p>elsewhere</p> }],
    },
  );
}
