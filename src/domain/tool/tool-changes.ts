import { can } from '#core/access/permissions.ts';
import { sorted } from '#core/json/sorted.ts';
import { callsServer } from '#core/task/definition/tool-rules.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import type { TaskTool } from '#generated/model/index.ts';
import type { Access } from '../principal.ts';
import { invalidRequest } from '../problem.ts';

/** Whether the caller may add and change tools that call servers: whoever may set credentials and rotate the secret. */
export function mayChangeCalls({ projectRole }: Access): boolean {
  return can('project', projectRole, 'edit');
}

/**
 * Tools that call servers send the project's credentials and are signed with its secret. Somebody who may only edit the
 * task can keep and remove them, but neither add nor change any: those of a definition were all written by people who
 * may use the credentials.
 * @param known the tools that the task has, and those that a restored revision had
 * @throws ProblemError 400 with a pointer to each new or changed tool
 */
export function requireKnownCalls(known: readonly TaskTool[], tools: readonly TaskTool[]): void {
  const texts = new Set(known.map(textOf));
  const errors = tools.flatMap((tool, at) =>
    callsServer(tool) && !texts.has(textOf(tool))
      ? [{ pointer: `/definition/tools/${at}`, message: TASK_VALIDATION.toolCallsServer }]
      : [],
  );
  if (errors.length > 0) throw invalidRequest(errors);
}

function textOf(tool: TaskTool): string {
  return JSON.stringify(sorted(tool));
}
