import type { SharedThing } from '#generated/model/index.ts';

/** Every path of the console, in one place. Ids are in the URL, so a copied link opens the same thing. */
export const paths = {
  home: () => '/',
  login: (returnTo?: string) =>
    returnTo && returnTo !== '/'
      ? `/auth/login?return_to=${encodeURIComponent(returnTo)}`
      : '/auth/login',
  registration: () => '/auth/registration',
  verification: (returnTo: string) =>
    `/auth/verification?return_to=${encodeURIComponent(returnTo)}`,
  onboarding: () => '/onboarding',
  templates: (template?: string) =>
    template ? `/templates?template=${encodeURIComponent(template)}` : '/templates',
  tasks: (projectId: string) => `/projects/${projectId}/tasks`,
  /** The list with the create dialog open, optionally with a description for the assistant. */
  newTask: (projectId: string, description?: string) =>
    `/projects/${projectId}/tasks?new=1${description === undefined ? '' : `&describe=${encodeURIComponent(description)}`}`,
  task: (projectId: string, taskId: string) => `/projects/${projectId}/tasks/${taskId}`,
  taskApi: (projectId: string, taskId: string) => `/projects/${projectId}/tasks/${taskId}?tab=api`,
  collections: (projectId: string) => `/projects/${projectId}/collections`,
  /** The list, with the create dialog open. */
  newCollection: (projectId: string) => `/projects/${projectId}/collections?new=1`,
  collection: (projectId: string, collectionId: string, tab?: string) =>
    `/projects/${projectId}/collections/${collectionId}${tab ? `?tab=${tab}` : ''}`,
  /** A data source of a collection, with its log. */
  source: (projectId: string, collectionId: string, datasourceId: string) =>
    `/projects/${projectId}/collections/${collectionId}?tab=sources&source=${datasourceId}`,
  /** The documents in one state. */
  documentsInState: (projectId: string, collectionId: string, state: string) =>
    `/projects/${projectId}/collections/${collectionId}?tab=documents&state=${state}`,
  /** A chunk, on its document's page; the document alone if the chunk is unknown. */
  chunk: (projectId: string, collectionId: string, documentId: string, chunkId: string | null) =>
    `/projects/${projectId}/collections/${collectionId}/documents/${documentId}${chunkId === null ? '' : `?chunk=${encodeURIComponent(chunkId)}`}`,
  document: (projectId: string, collectionId: string, documentId: string) =>
    `/projects/${projectId}/collections/${collectionId}/documents/${documentId}`,
  chats: (projectId: string) => `/projects/${projectId}/chats`,
  newChat: (projectId: string) => `/projects/${projectId}/chats?new=1`,
  /** `?message=…` scrolls to a message. */
  chat: (projectId: string, chatId: string) => `/projects/${projectId}/chats/${chatId}`,
  /** `?step=…` opens one of its steps. */
  article: (projectId: string, articleId: string) => `/projects/${projectId}/compose/${articleId}`,
  articles: (projectId: string) => `/projects/${projectId}/compose`,
  newArticle: (projectId: string) => `/projects/${projectId}/compose?new=1`,
  widgets: (projectId: string) => `/projects/${projectId}/widgets`,
  widget: (projectId: string, widgetId: string) => `/projects/${projectId}/widgets/${widgetId}`,
  runs: (projectId: string) => `/projects/${projectId}/runs`,
  run: (projectId: string, runId: string) =>
    `/projects/${projectId}/runs?run=${encodeURIComponent(runId)}`,
  /** The runs of one caller. */
  runsOf: (projectId: string, callerId: string) =>
    `/projects/${projectId}/runs?caller=${encodeURIComponent(callerId)}`,
  rejectedCalls: (projectId: string, filter: { task?: string; caller?: string } = {}) => {
    const search = new URLSearchParams(filter).toString();
    return `/projects/${projectId}/runs/rejected${search && `?${search}`}`;
  },
  projectSettings: (projectId: string) => `/projects/${projectId}/settings/general`,
  apiKeys: (projectId: string) => `/projects/${projectId}/settings/api-keys`,
  oauthClients: (projectId: string) => `/projects/${projectId}/settings/oauth-clients`,
  webhooks: (projectId: string) => `/projects/${projectId}/settings/webhooks`,
  webhook: (projectId: string, webhookId: string) =>
    `/projects/${projectId}/settings/webhooks/${webhookId}`,
  orgSettings: (orgId: string) => `/orgs/${orgId}/settings/general`,
  billing: (orgId: string, tab?: string) =>
    `/orgs/${orgId}/settings/billing${tab ? `?tab=${tab}` : ''}`,
  people: (orgId: string) => `/orgs/${orgId}/settings/people`,
  projectPeople: (projectId: string) => `/projects/${projectId}/settings/people`,
  /** What is shared with the person, one by one. */
  shared: () => '/shared',
  sharedThing: ({
    type,
    thing_id: id,
    project,
  }: Pick<SharedThing, 'type' | 'thing_id' | 'project'>): string =>
    `/projects/${project.id}/${type}s/${id}`,
  /** Links to shared things; the token is in the fragment, or has been stored before. */
  accessLink: () => '/link',
  /** The token is in the fragment, or has been stored before. */
  invitation: () => '/invitation',
  models: (orgId: string) => `/orgs/${orgId}/settings/models`,
  domains: (orgId: string) => `/orgs/${orgId}/settings/domains`,
  transfer: (orgId: string) => `/orgs/${orgId}/settings/transfer`,
  auditLog: (orgId: string) => `/orgs/${orgId}/settings/audit-log`,
  newProject: (orgId: string) => `/projects/new?org=${encodeURIComponent(orgId)}`,
  newOrg: () => '/orgs/new',
  deletedProjects: (orgId: string) => `/orgs/${orgId}/settings/deleted-projects`,
  orgs: () => '/settings/organisations',
  notifications: () => '/notifications',
  notificationSettings: () => '/settings/notifications',
  yourData: () => '/settings/your-data',
  profile: () => '/settings/profile',
  security: () => '/settings/security',
  connectedApps: () => '/settings/connected-apps',
} as const;
