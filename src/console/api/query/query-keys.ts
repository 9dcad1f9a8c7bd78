/** Query keys for data without a generated hook. */
export const queryKeys = {
  session: () => ['session'] as const,
  selections: () => ['selection'] as const,
  selection: (urlProjectId: string | undefined) => ['selection', urlProjectId ?? null] as const,
  templateSample: (taskId: string) => ['template-sample', taskId] as const,
  permissions: (level: string, id: string) => ['permissions', level, id] as const,
};
