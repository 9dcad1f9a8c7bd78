/** Query keys for data without a generated hook. */
export const queryKeys = {
  session: () => ['session'] as const,
  selections: () => ['selection'] as const,
  selection: (urlProjectId: string | undefined) => ['selection', urlProjectId ?? null] as const,
  templateSample: (taskId: string) => ['template-sample', taskId] as const,
  /** A search of a collection, sent as a POST request. */
  search: (url: string, request: unknown) => [url, request] as const,
  chunkPreview: (url: string, request: unknown) => [url, request] as const,
  /** A version of a file. */
  file: (url: string, version: string) => [url, version] as const,
  /** A list in the project switcher, which is refreshed together with the list itself. */
  switcher: (list: readonly unknown[], q: string | undefined) => [...list, 'switcher', q] as const,
  allPermissions: () => ['permissions'] as const,
  invitation: () => ['invitation'] as const,
  oauthRequest: (text: string) => ['oauth-request', text] as const,
  accessLink: () => ['access-link'] as const,
  removalPreview: (placeId: string, userIds: readonly string[]) =>
    ['removal-preview', placeId, userIds] as const,
  movePreview: (projectId: string, orgId: string) => ['move-preview', projectId, orgId] as const,
  permissions: (level: string, id: string) => ['permissions', level, id] as const,
};
