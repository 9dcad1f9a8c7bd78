import { levelsToGive } from '#core/access/share-levels.ts';
import { SHARES_PER_THING } from '#core/limits.ts';
import type { ResourcePermission, SharedType, ShareLevel } from '#generated/model/index.ts';
import { permissionsAt, type StandingPort } from '../authorise.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import type { Access, UserPrincipal } from '../principal.ts';
import { mustFind, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import type { AccessLinkRow } from './share.tables.ts';

/** What sharing needs. */
export type ShareDomain = Pick<
  Domain,
  'access' | 'apiUrl' | 'invitation' | 'secrets' | 'standing' | 'stores'
>;

/** One thing that can be shared, and where it is. */
export interface ThingPlace {
  orgId: string;
  projectId: string;
  type: SharedType;
  id: string;
}

/** Who shares it. */
export interface Sharer {
  principal: UserPrincipal;
  access: Access;
}

/** What a chat without a title is called. */
const UNTITLED = 'Untitled chat';

/** The columns that say what is shared. */
/** What is shared. One of the three references is set, so that a share is deleted with its thing. */
type SharedThingColumns = Pick<
  AccessLinkRow,
  'org_id' | 'project_id' | 'type' | 'thing_id' | 'task_id' | 'collection_id' | 'chat_id'
>;

export function columnsOf({ orgId, projectId, type, id }: ThingPlace): SharedThingColumns {
  return {
    org_id: orgId,
    project_id: projectId,
    type,
    thing_id: id,
    task_id: type === 'task' ? id : null,
    collection_id: type === 'collection' ? id : null,
    chat_id: type === 'chat' ? id : null,
  };
}

/**
 * Locks a thing, so that changes of who has access to it happen one after another.
 * @throws ProblemError 404
 */
export async function lockThing(
  stores: Stores,
  { projectId, type, id }: ThingPlace,
): Promise<void> {
  const where = { id, project_id: projectId };
  if (type === 'task') await mustFind(stores.task.tasks.lock(where));
  else if (type === 'collection') await mustFind(stores.collection.collections.lock(where));
  else await mustFind(stores.chat.chats.lock({ ...where, deleted_at: null }));
}

/** The names of things by id. Those that were deleted, or moved to another project, have none. */
export async function namesOf(
  { task, collection, chat }: Pick<Stores, 'task' | 'collection' | 'chat'>,
  things: readonly Pick<SharedThingColumns, 'type' | 'thing_id' | 'project_id'>[],
): Promise<(thing: Pick<SharedThingColumns, 'thing_id' | 'project_id'>) => string | undefined> {
  const ids = (type: SharedType) =>
    things.filter((one) => one.type === type).map(({ thing_id }) => thing_id);
  const among = (type: SharedType) => ({ id: { in: ids(type) } });
  const [tasks, collections, chats] = await Promise.all([
    task.tasks.list({ where: among('task') }),
    collection.collections.list({ where: among('collection') }),
    chat.chats.list({ where: { ...among('chat'), deleted_at: null } }),
  ]);
  const names = new Map<string, string>();
  for (const { id, project_id, name } of [...tasks, ...collections])
    names.set(`${project_id} ${id}`, name);
  for (const { id, project_id, title } of chats)
    names.set(`${project_id} ${id}`, title.trim() || UNTITLED);
  return ({ thing_id, project_id }) => names.get(`${project_id} ${thing_id}`);
}

/**
 * Requires that somebody may give this level: nobody gives more than they have.
 * @throws ProblemError 403, 404
 */
export async function requireLevel(
  standing: StandingPort,
  { projectId, type, id }: ThingPlace,
  { principal, access }: Sharer,
  level: ShareLevel,
): Promise<void> {
  const held: ResourcePermission[] = await permissionsAt(
    standing,
    { type, id },
    { projectId, principal, access },
  );
  if (levelsToGive(held).includes(level)) return;
  throw new ProblemError('forbidden', "You can't give others more access than you have yourself.");
}

/** @throws ProblemError 409 `limit_reached` */
export async function requireRoom({ share }: Pick<Stores, 'share'>, thing_id: string) {
  if ((await share.shares.count({ thing_id })) >= SHARES_PER_THING)
    throw new ProblemError('limit_reached', DETAIL.shareLimit(SHARES_PER_THING));
}
