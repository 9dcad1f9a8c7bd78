import type { OperationId, OperationTypes } from '#generated/operations/index.ts';
import type { Principal } from '../principal.ts';
import { mustFind } from '../problem.ts';
import { type Stores, tableNamed } from '../stores.ts';
import { type Rows, TABLES, type TableName } from '../tables.ts';

type PathOf<Op extends OperationId> = NonNullable<
  OperationTypes[Op]['data']['path' & keyof OperationTypes[Op]['data']]
>;
type KeyOf<T> = T extends unknown ? keyof T & string : never;
/** The parameters in the contract's paths. */
export type PathParam = { [Op in OperationId]: KeyOf<PathOf<Op>> }[OperationId];
type Params = Readonly<Record<string, unknown>>;

/** Where rows are looked up, and who asks. */
interface Asking {
  stores: Stores;
  standing: { of(userId: string, orgId: string): Promise<{ seesOrg: boolean } | undefined> };
  principal: Principal;
}

type Find<Row> = (
  asking: Asking,
  ids: Readonly<Record<PathParam, string>>,
) => Promise<Row | undefined>;

/** Parameters whose row is in a table with another name than theirs: `webhookId` is in `webhook`. */
const TABLE_OF = {
  alertId: 'spend_alert',
  attachmentId: 'chat_attachment',
  caseId: 'dataset_case',
  correctionId: 'price_correction',
  credentialId: 'tool_credential',
  deliveryId: 'webhook_delivery',
  domainId: 'email_domain',
  endpointId: 'model_endpoint',
  entryId: 'audit_entry',
  indexId: 'collection_index',
  linkId: 'chat_link',
  questionId: 'collection_question',
  revisionNumber: 'task_revision',
  syncId: 'datasource_sync',
  versionNumber: 'article_version',
} as const satisfies Partial<Record<PathParam, TableName>>;

/** Parameters whose row isn't found by the ID of its parent in the path. */
const FINDERS = {
  accessLinkId: ({ stores: { share } }, { projectId, id, accessLinkId }) =>
    share.links.find({ id: accessLinkId, project_id: projectId, thing_id: id }),
  deletedProjectId: ({ stores: { project } }, { orgId, deletedProjectId }) =>
    project.allProjects.find({ id: deletedProjectId, org_id: orgId }),
  grantId: ({ stores: { oauth }, principal }, { grantId }) =>
    oauth.grants.find({ id: grantId, user_id: idOf(principal) }),
  invitationId: ({ stores }, { orgId, projectId, invitationId }) =>
    stores.invitation.invitations.find({
      id: invitationId,
      org_id: orgId,
      ...(projectId !== undefined && { project_ids: { has: projectId } }),
    }),
  /** Visitors have one conversation at a time. */
  messageId: async ({ stores: { chat }, principal }, { chatId, messageId }) => {
    const id = principal.type === 'visitor' ? await conversationOf(chat, principal) : chatId;
    return id === undefined ? undefined : chat.messages.find({ id: messageId, chat_id: id });
  },
  notificationId: ({ stores: { notification }, principal }, { notificationId }) =>
    notification.notifications.find({ id: notificationId, user_id: idOf(principal) }),
  orgId: ({ stores: { org } }, { orgId }) => org.orgs.find({ id: orgId }),
  /** Shared with others by the thing in the path, or else with the caller. */
  shareId: ({ stores: { share }, principal }, { projectId, id, shareId }) =>
    share.shares.find(
      id === undefined
        ? { id: shareId, user_id: idOf(principal) }
        : { id: shareId, project_id: projectId, thing_id: id },
    ),
  /** A member of the organisation, or a guest of one of its projects. */
  userId: async ({ stores: { user }, standing }, { orgId, userId }) =>
    (await standing.of(userId, orgId))?.seesOrg ? user.users.find({ id: userId }) : undefined,
} satisfies Partial<Record<PathParam, Find<unknown>>>;

/** Parameters that aren't the ID of a row, or whose row is looked up elsewhere. */
const WITHOUT_ROW = {
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

/** Found by the permission check, so their rows are only read if the operation needs them. */
const PARENTS = ['orgId', 'projectId', 'taskId', 'collectionId', 'chatId'] as const;

type NameOf<Param extends string> = Param extends `${infer Name}Id`
  ? Name
  : Param extends `${infer Name}Number`
    ? Name
    : Param;
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';
/** The table of a parameter, by its name. A parameter without one that isn't listed above doesn't compile. */
type TableOf<P extends PathParam> = P extends keyof typeof TABLE_OF
  ? (typeof TABLE_OF)[P]
  : Snake<NameOf<P>>;
type RowOf<P extends PathParam> = P extends keyof typeof FINDERS
  ? Exclude<Awaited<ReturnType<(typeof FINDERS)[P]>>, undefined>
  : Rows[TableOf<P> & TableName];

type ParentParam = (typeof PARENTS)[number];
/** Parameters of which operations get the row instead. */
export type ChildParam = Exclude<PathParam, ParentParam | keyof typeof WITHOUT_ROW>;

/** Each parameter with a row has a table or a finder, or this doesn't compile. */
type Unknown = {
  [P in Exclude<ChildParam, keyof typeof FINDERS>]: TableOf<P> extends TableName ? never : P;
}[Exclude<ChildParam, keyof typeof FINDERS>];
const EXCEPTIONS: Readonly<Record<Unknown, never>> &
  Readonly<Partial<Record<PathParam, Find<unknown> | null>>> = { ...FINDERS, ...WITHOUT_ROW };

/**
 * The rows that an operation's path names: `webhook` for `webhookId`. Parents are promises, which are only looked up
 * when they are awaited; the promise fails with a 404 if they have been deleted since the permission check.
 */
export type PathRows<Op extends OperationId> = {
  readonly [P in KeyOf<PathOf<Op>> & ChildParam as NameOf<P>]: RowOf<P>;
} & {
  readonly [P in KeyOf<PathOf<Op>> & ParentParam as NameOf<P>]: Promise<RowOf<P>>;
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
  params: Params,
): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  const lookups = lookupsOf(path);
  for (const { name, find } of lookups.filter(({ isParent }) => isParent)) {
    let row: Promise<unknown> | undefined;
    const get = () => {
      row ??= mustFind(find(asking, params));
      return row;
    };
    Object.defineProperty(rows, name, { get });
  }
  const children = lookups.filter(({ isParent }) => !isParent);
  const found = await Promise.all(children.map(({ find }) => find(asking, params)));
  for (const [i, { name }] of children.entries()) rows[name] = await mustFind(found[i]);
  return rows;
}

interface Lookup {
  /** Of the row. */
  name: string;
  isParent: boolean;
  find(asking: Asking, params: Params): Promise<unknown>;
}

const known = new Map<string, readonly Lookup[]>();

/** How what a path names is found. @throws TypeError if the path doesn't name the parent of something */
function lookupsOf(path: string): readonly Lookup[] {
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param as PathParam);
  const lookups =
    known.get(path) ??
    params.flatMap((param, i): Lookup[] => {
      const find = EXCEPTIONS[param];
      if (find === null) return [];
      return [
        {
          name: nameOf(param),
          isParent: PARENTS.includes(param as ParentParam),
          find: (find as Lookup['find'] | undefined) ?? inParent(param, params.slice(0, i)),
        },
      ];
    });
  known.set(path, lookups);
  return lookups;
}

/** Finds a row by its ID and that of its parent: the last parameter before it that is a column of its table. */
function inParent(param: PathParam, before: readonly PathParam[]): Lookup['find'] {
  const table = (TABLE_OF as Partial<Record<PathParam, TableName>>)[param] ?? snake(nameOf(param));
  const { columns } = TABLES[table as TableName];
  const parent = before.findLast((one) => columns.includes(snake(one)));
  if (parent === undefined) throw new TypeError(`The path of ${param} doesn't name its parent`);
  const key = param.endsWith('Number') ? 'number' : 'id';
  return ({ stores }, { [param]: value, [parent]: parentId }) =>
    tableNamed(stores, table as TableName).find({
      [key]: key === 'number' ? Number(value) : value,
      [snake(parent)]: parentId,
    });
}

function nameOf(param: string): string {
  return param.replace(/(Id|Number)$/, '');
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
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
