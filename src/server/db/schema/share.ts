/** Tasks, collections and chats that are shared one by one, with people or by link. */
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../columns.ts';
import { chat } from './chat.ts';
import { collection } from './collection/collection.ts';
import { invitation } from './invitation.ts';
import { task } from './task.ts';
import { user } from './user.ts';

const thing = () => ({
  org_id: text('org_id').notNull(),
  project_id: text('project_id').notNull(),
  type: text('type', { enum: ['task', 'collection', 'chat'] }).notNull(),
  thing_id: text('thing_id').notNull(),
  task_id: text('task_id').references(() => task.id, { onDelete: 'cascade' }),
  collection_id: text('collection_id').references(() => collection.id, { onDelete: 'cascade' }),
  chat_id: text('chat_id').references(() => chat.id, { onDelete: 'cascade' }),
});

export const accessLink = pgTable(
  'access_link',
  {
    id: text('id').primaryKey(),
    ...thing(),
    level: text('level', { enum: ['view', 'run'] }).notNull(),
    created_by_id: text('created_by_id').notNull(),
    created_by_name: text('created_by_name').notNull(),
    created_at: at('created_at').notNull(),
    expires_at: at('expires_at'),
  },
  (t) => [
    index('access_link_thing').on(t.thing_id, t.id),
    index('access_link_project').on(t.project_id),
    index('access_link_task').on(t.task_id),
    index('access_link_collection').on(t.collection_id),
    index('access_link_chat').on(t.chat_id),
  ],
);

export const share = pgTable(
  'share',
  {
    id: text('id').primaryKey(),
    ...thing(),
    user_id: text('user_id').references(() => user.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    email_key: text('email_key').notNull(),
    level: text('level', { enum: ['view', 'run', 'edit', 'full'] }).notNull(),
    link_id: text('link_id').references(() => accessLink.id, { onDelete: 'cascade' }),
    invitation_id: text('invitation_id').references(() => invitation.id, { onDelete: 'cascade' }),
    created_by_id: text('created_by_id').notNull(),
    created_by_name: text('created_by_name').notNull(),
    created_at: at('created_at').notNull(),
    expires_at: at('expires_at'),
  },
  (t) => [
    uniqueIndex('share_person')
      .on(t.thing_id, t.user_id, sql`coalesce(${t.link_id}, '')`)
      .where(sql`${t.user_id} is not null`),
    uniqueIndex('share_invited').on(t.thing_id, t.email_key).where(sql`${t.user_id} is null`),
    index('share_user').on(t.user_id, t.id),
    index('share_project').on(t.project_id),
    index('share_task').on(t.task_id),
    index('share_collection').on(t.collection_id),
    index('share_chat').on(t.chat_id),
    index('share_link').on(t.link_id),
    index('share_invitation').on(t.invitation_id),
  ],
);
