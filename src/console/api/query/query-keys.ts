/** Query keys for data without a generated hook. */
export const queryKeys = {
  session: () => ['session'] as const,
  selections: () => ['selection'] as const,
  selection: (urlProjectId: string | undefined) => ['selection', urlProjectId ?? null] as const,
  templateSample: (taskId: string) => ['template-sample', taskId] as const,
  /** A version of a file. */
  file: (url: string, version: string) => [url, version] as const,
  /** A list in the project switcher, which is refreshed together with the list itself. */
  switcher: (list: readonly unknown[], q: string | undefined) => [...list, 'switcher', q] as const,
  accessLink: () => ['access-link'] as const,
  allPermissions: () => ['permissions'] as const,
  permissions: (level: string, id: string) => ['permissions', level, id] as const,
};
