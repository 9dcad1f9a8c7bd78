/** Query keys of what has no generated hook of its own. */
export const queryKeys = {
  session: () => ['session'] as const,
  selections: () => ['selection'] as const,
  selection: (urlProjectId: string | undefined) => ['selection', urlProjectId ?? null] as const,
  templateSample: (taskId: string) => ['template-sample', taskId] as const,
  permissions: (level: string, id: string) => ['permissions', level, id] as const,
};
