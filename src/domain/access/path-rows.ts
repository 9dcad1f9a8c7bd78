import type { OperationId, OperationTypes } from '#generated/operations/index.ts';
import type { Principal } from '../principal.ts';
import { mustFind } from '../problem.ts';
import type { Stores } from '../stores.ts';

type PathOf<Op extends OperationId> = NonNullable<
  OperationTypes[Op]['data']['path' & keyof OperationTypes[Op]['data']]
>;
type KeyOf<T> = T extends unknown ? keyof T & string : never;
/** The parameters in the contract's paths. */
export type PathParam = { [Op in OperationId]: KeyOf<PathOf<Op>> }[OperationId];
type Ids = Readonly<Record<PathParam, string>>;

/** Where rows are looked up, and who asks. */
interface Asking {
  stores: Stores;
  standing: { of(userId: string, orgId: string): Promise<{ seesOrg: boolean } | undefined> };
  principal: Principal;
}

type Find<Row> = (asking: Asking, ids: Ids) => Promise<Row | undefined>;

/** Whatever the permission check has already found in its parent. Read only where an operation needs the row. */
const PARENTS = {
  orgId: ({ stores: { org } }, { orgId }) => org.orgs.find({ id: orgId }),
  projectId: ({ stores: { project } }, { orgId, projectId }) =>
    project.projects.find({ id: projectId, org_id: orgId }),
  taskId: ({ stores: { task } }, { projectId, taskId }) =>
    task.tasks.find({ id: taskId, project_id: projectId }),
  collectionId: ({ stores: { collection } }, { projectId, collectionId }) =>
    collection.collections.find({ id: collectionId, project_id: projectId }),
  chatId: ({ stores: { chat } }, { projectId, chatId }) =>
    chat.chats.find({ id: chatId, project_id: projectId }),
} satisfies Partial<Record<PathParam, Find<unknown>>>;

/** Everything else that a path names, each in its parent. */
const CHILDREN = {
  // Of an organisation.
  alertId: ({ stores: { billing } }, { orgId, alertId }) =>
    billing.spendAlerts.find({ id: alertId, org_id: orgId }),
  correctionId: ({ stores: { billing } }, { orgId, correctionId }) =>
    billing.corrections.find({ id: correctionId, org_id: orgId }),
  deletedProjectId: ({ stores: { project } }, { orgId, deletedProjectId }) =>
    project.allProjects.find({ id: deletedProjectId, org_id: orgId }),
  domainId: ({ stores: { capture } }, { orgId, domainId }) =>
    capture.domains.find({ id: domainId, org_id: orgId }),
  endpointId: ({ stores: { endpoint } }, { orgId, endpointId }) =>
    endpoint.endpoints.find({ id: endpointId, org_id: orgId }),
  entryId: ({ stores: { audit } }, { orgId, entryId }) =>
    audit.entries.find({ id: entryId, org_id: orgId }),
  invitationId: ({ stores }, { orgId, projectId, invitationId }) =>
    stores.invitation.invitations.find({
      id: invitationId,
      org_id: orgId,
      ...(projectId !== undefined && { project_ids: { has: projectId } }),
    }),
  joinRequestId: ({ stores: { capture } }, { orgId, joinRequestId }) =>
    capture.requests.find({ id: joinRequestId, org_id: orgId }),
  transferId: ({ stores: { transfer } }, { orgId, transferId }) =>
    transfer.transfers.find({ id: transferId, org_id: orgId }),
  /** A member of the organisation, or a guest of one of its projects. */
  userId: async ({ stores: { user }, standing }, { orgId, userId }) =>
    (await standing.of(userId, orgId))?.seesOrg ? user.users.find({ id: userId }) : undefined,

  // Of a project.
  apiKeyId: ({ stores: { access } }, { projectId, apiKeyId }) =>
    access.apiKeys.find({ id: apiKeyId, project_id: projectId }),
  articleId: ({ stores: { compose } }, { projectId, articleId }) =>
    compose.articles.find({ id: articleId, project_id: projectId }),
  credentialId: ({ stores: { tool } }, { projectId, credentialId }) =>
    tool.credentials.find({ id: credentialId, project_id: projectId }),
  oauthClientId: ({ stores: { oauth } }, { projectId, oauthClientId }) =>
    oauth.clients.find({ id: oauthClientId, project_id: projectId }),
  runId: ({ stores: { run } }, { projectId, runId }) =>
    run.runs.find({ id: runId, project_id: projectId }),
  uploadId: ({ stores: { collection } }, { projectId, uploadId }) =>
    collection.uploads.find({ id: uploadId, project_id: projectId }),
  webhookId: ({ stores: { webhook } }, { projectId, webhookId }) =>
    webhook.webhooks.find({ id: webhookId, project_id: projectId }),
  widgetId: ({ stores: { chat } }, { projectId, widgetId }) =>
    chat.widgets.find({ id: widgetId, project_id: projectId }),

  // Of a task.
  datasetId: ({ stores: { evaluation } }, { taskId, datasetId }) =>
    evaluation.datasets.find({ id: datasetId, task_id: taskId }),
  evaluationId: ({ stores: { evaluation } }, { taskId, evaluationId }) =>
    evaluation.evaluations.find({ id: evaluationId, task_id: taskId }),
  revisionNumber: ({ stores: { task } }, { taskId, revisionNumber }) =>
    task.revisions.find({ task_id: taskId, number: Number(revisionNumber) }),
  caseId: ({ stores: { evaluation } }, { datasetId, caseId }) =>
    evaluation.cases.find({ id: caseId, dataset_id: datasetId }),

  // Of a collection.
  datasourceId: ({ stores: { datasource } }, { collectionId, datasourceId }) =>
    datasource.sources.find({ id: datasourceId, collection_id: collectionId }),
  documentId: ({ stores: { collection } }, { collectionId, documentId }) =>
    collection.documents.find({ id: documentId, collection_id: collectionId }),
  indexId: ({ stores: { collection } }, { collectionId, indexId }) =>
    collection.indexes.find({ id: indexId, collection_id: collectionId }),
  questionId: ({ stores: { collection } }, { collectionId, questionId }) =>
    collection.questions.find({ id: questionId, collection_id: collectionId }),
  syncId: ({ stores: { datasource } }, { datasourceId, syncId }) =>
    datasource.syncs.find({ id: syncId, datasource_id: datasourceId }),

  // Of a chat.
  attachmentId: ({ stores: { chat } }, { chatId, attachmentId }) =>
    chat.attachments.find({ id: attachmentId, chat_id: chatId }),
  linkId: ({ stores: { chat } }, { chatId, linkId }) =>
    chat.links.find({ id: linkId, chat_id: chatId }),
  /** Visitors have one conversation at a time. */
  messageId: async ({ stores: { chat }, principal }, { chatId, messageId }) => {
    const id = principal.type === 'visitor' ? await conversationOf(chat, principal) : chatId;
    return id === undefined ? undefined : chat.messages.find({ id: messageId, chat_id: id });
  },

  // Of other things.
  accessLinkId: ({ stores: { share } }, { projectId, id, accessLinkId }) =>
    share.links.find({ id: accessLinkId, project_id: projectId, thing_id: id }),
  deliveryId: ({ stores: { webhook } }, { webhookId, deliveryId }) =>
    webhook.deliveries.find({ id: deliveryId, webhook_id: webhookId }),
  versionNumber: ({ stores: { compose } }, { articleId, versionNumber }) =>
    compose.versions.find({ article_id: articleId, number: Number(versionNumber) }),

  // Of the caller.
  grantId: ({ stores: { oauth }, principal }, { grantId }) =>
    oauth.grants.find({ id: grantId, user_id: idOf(principal) }),
  notificationId: ({ stores: { notification }, principal }, { notificationId }) =>
    notification.notifications.find({ id: notificationId, user_id: idOf(principal) }),
  /** Of a thing, or else one that the caller has. */
  shareId: ({ stores: { share }, principal }, { projectId, id, shareId }) =>
    share.shares.find(
      id === undefined
        ? { id: shareId, user_id: idOf(principal) }
        : { id: shareId, project_id: projectId, thing_id: id },
    ),
} satisfies Partial<Record<PathParam, Find<unknown>>>;

/** What no row has as its ID, and who decides about it. */
const OTHERS = {
  /** Only owners find what they have deleted: `org-deletion.service.ts`. */
  deletedOrgId: null,
  environment: null,
  /** Checked with its type by `authorise`. */
  id: null,
  resourceType: null,
  /** Found by the domain of the caller's address: `joining.ts`. */
  joinableOrgId: null,
  /** Of the organisation, or of the server: `model-test.service.ts`. */
  modelEndpointId: null,
  /** Known to those whom an app has sent to the consent page: `oauth-request.service.ts`. */
  oauthRequestId: null,
  passageNumber: null,
  shareToken: null,
  /** Part of its run's trace. */
  stepId: null,
  /** Also the product's own: `template.service.ts`. */
  templateId: null,
  widgetKey: null,
} satisfies Partial<Record<PathParam, null>>;

type ParentParam = keyof typeof PARENTS;
/** Parameters of which operations get the row instead. */
export type ChildParam = keyof typeof CHILDREN;

/** Each parameter of the contract is in exactly one of the tables, or this doesn't compile. */
const FINDERS: Readonly<Record<PathParam, Find<unknown> | null>> = {
  ...PARENTS,
  ...CHILDREN,
  ...OTHERS,
};

type NameOf<Param extends string> = Param extends `${infer Name}Id`
  ? Name
  : Param extends `${infer Name}Number`
    ? Name
    : Param;
type Found<F> = F extends Find<infer Row> ? Exclude<Row, undefined> : never;

/**
 * The rows that an operation's path names: `webhook` for `webhookId`. Parents are promises, which are only looked up
 * when they are awaited; the promise fails with a 404 if they have been deleted since the permission check.
 */
export type PathRows<Op extends OperationId> = {
  readonly [P in KeyOf<PathOf<Op>> & ChildParam as NameOf<P>]: Found<(typeof CHILDREN)[P]>;
} & {
  readonly [P in KeyOf<PathOf<Op>> & ParentParam as NameOf<P>]: Promise<Found<(typeof PARENTS)[P]>>;
};

/**
 * Looks up what a path names, each thing in its parent in the same path, so that no ID of another tenant, project or
 * thing reaches an operation.
 * @param path the contract's, with `{parameters}`
 * @throws ProblemError 404
 */
export async function findPathRows(
  asking: Asking,
  path: string,
  params: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  const children = paramsOf(path).filter((param) => addParent(rows, param, asking, params));
  const found = await Promise.all(children.map((param) => FINDERS[param]?.(asking, params as Ids)));
  for (const [i, param] of children.entries()) rows[nameOf(param)] = await mustFind(found[i]);
  return rows;
}

/** Returns whether the row is needed now, because it is no parent. */
function addParent(
  rows: Record<string, unknown>,
  param: PathParam,
  asking: Asking,
  params: Readonly<Record<string, unknown>>,
): boolean {
  if (!(param in PARENTS)) return FINDERS[param] !== null;
  let row: Promise<unknown> | undefined;
  const get = () => {
    row ??= mustFind(FINDERS[param]?.(asking, params as Ids));
    return row;
  };
  Object.defineProperty(rows, nameOf(param), { get });
  return false;
}

const known = new Map<string, PathParam[]>();
function paramsOf(path: string): PathParam[] {
  const params =
    known.get(path) ?? [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param as PathParam);
  known.set(path, params);
  return params;
}

function nameOf(param: PathParam): string {
  return param.replace(/(Id|Number)$/, '');
}

async function conversationOf(
  { visitors }: Stores['chat'],
  { visitorId }: Extract<Principal, { type: 'visitor' }>,
): Promise<string | undefined> {
  return (await visitors.find({ id: visitorId }))?.chat_id ?? undefined;
}

/** The caller, if it is a person; nothing belongs to anybody else. */
function idOf(principal: Principal): string {
  return principal.type === 'user' ? principal.userId : '';
}
