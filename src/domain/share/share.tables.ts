import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { chat } from '../chat/chat.tables.ts';
import { collection } from '../collection/collection.tables.ts';
import { at, cascade, creation, isSet, isUnset, orEmpty } from '../columns.ts';
import { invitation } from '../invitation/invitation.tables.ts';
import type { StoreTables } from '../table.ts';
import { task } from '../task/task.tables.ts';
import { user } from '../user/user.tables.ts';

const thing = () => ({
  org_id: text().notNull(),
  project_id: text().notNull(),
  type: text({ enum: ['task', 'collection', 'chat'] }).notNull(),
  thing_id: text().notNull(),
  task_id: text().references(() => task.id, cascade),
  collection_id: text().references(() => collection.id, cascade),
  chat_id: text().references(() => chat.id, cascade),
});

/** A link that gives access to a thing. Its token is its encrypted id. */
export const accessLink = pgTable(
  'access_link',
  {
    id: text().primaryKey(),
    ...thing(),
    level: text({ enum: ['view', 'run'] }).notNull(),
    ...creation,
    expires_at: at(),
  },
  (t) => [
    index('access_link_thing').on(t.thing_id, t.id),
    index('access_link_project').on(t.project_id),
    index('access_link_task').on(t.task_id),
    index('access_link_collection').on(t.collection_id),
    index('access_link_chat').on(t.chat_id),
  ],
);
export type AccessLinkRow = typeof accessLink.$inferSelect;

/** A person's access to one thing. They may have several: one shared directly, and one for each link they opened. */
export const share = pgTable(
  'share',
  {
    id: text().primaryKey(),
    ...thing(),
    /** Null until an invited person accepts. */
    user_id: text().references(() => user.id, cascade),
    /** As it was given. */
    email: text().notNull(),
    /** What the address is compared by. */
    email_key: text().notNull(),
    level: text({ enum: ['view', 'run', 'edit', 'full'] }).notNull(),
    /** The link that they opened. */
    link_id: text().references(() => accessLink.id, cascade),
    /** The invitation that they have not accepted yet. */
    invitation_id: text().references(() => invitation.id, cascade),
    ...creation,
    /** When the link expires. */
    expires_at: at(),
  },
  (t) => [
    uniqueIndex('share_person')
      .on(t.thing_id, t.user_id, orEmpty(t.link_id))
      .where(isSet(t.user_id)),
    uniqueIndex('share_invited').on(t.thing_id, t.email_key).where(isUnset(t.user_id)),
    index('share_user').on(t.user_id, t.id),
    index('share_project').on(t.project_id),
    index('share_task').on(t.task_id),
    index('share_collection').on(t.collection_id),
    index('share_chat').on(t.chat_id),
    index('share_link').on(t.link_id),
    index('share_invitation').on(t.invitation_id),
  ],
);
export type ShareRow = typeof share.$inferSelect;

export const SHARE_TABLES = {
  shares: {
    table: share,
    swept: { project_id: 'project' },
    audit: {
      type: 'share',
      name: 'email',
      shown: 'type thing_id email level expires_at',
      rest: 'id org_id project_id task_id collection_id chat_id user_id email_key link_id invitation_id created_by_id created_by_name created_at',
    },
  },
  links: {
    table: accessLink,
    swept: { project_id: 'project' },
    audit: {
      type: 'access_link',
      name: null,
      shown: 'type thing_id level expires_at',
      rest: 'id org_id project_id task_id collection_id chat_id created_by_id created_by_name created_at',
    },
  },
} satisfies StoreTables;
