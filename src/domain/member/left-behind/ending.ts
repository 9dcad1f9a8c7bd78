import type { LeftBehindKind } from '#generated/model/index.ts';
import type { ApiKeyRow } from '../../access/access.tables.ts';
import type { ChatLinkRow, WidgetRow } from '../../chat/chat.tables.ts';
import { newWidgetKey } from '../../chat/widget/widget-key.ts';
import { endInvitations } from '../../invitation/invitation.service.ts';
import type { InvitationRow } from '../../invitation/invitation.tables.ts';
import { withdrawProject } from '../../invitation/withdraw-project.ts';
import type { OAuthClientRow, OAuthGrantRow } from '../../oauth/oauth.tables.ts';
import type { AccessLinkRow } from '../../share/share.tables.ts';
import { namesOf } from '../../share/things.ts';
import { anyEnding, type Ending } from './kind.ts';
import { byThem, inProjects } from './place.ts';

const invitation: Ending<InvitationRow> = {
  table: ({ invitation }) => invitation.invitations,
  where: ({ orgId, projectId, userIds }) => ({
    org_id: orgId,
    status: 'open',
    invited_by_id: { in: userIds },
    ...(projectId !== undefined && { project_ids: { has: projectId } }),
  }),
  shown: async () => (row) => ({
    name: row.email,
    user_id: row.invited_by_id,
    created_at: row.sent_at,
  }),
  async end(stores, rows, { projectId }) {
    const ids = rows.map(({ id }) => id);
    if (projectId === undefined) await endInvitations(stores, ids, 'cancelled');
    else for (const row of rows) await withdrawProject(stores, row, projectId);
    return [];
  },
};

const chat_link: Ending<ChatLinkRow> = {
  table: ({ chat }) => chat.links,
  where: byThem,
  async among({ chat }, rows, by) {
    const id = { in: rows.map(({ chat_id }) => chat_id) };
    const chats = await chat.chats.list({ where: { id, ...inProjects(by) } });
    return rows.flatMap((row) => {
      const of = chats.find((one) => one.id === row.chat_id);
      return of ? [{ ...row, project_id: of.project_id }] : [];
    });
  },
  shown: async () => (row) => ({ user_id: row.created_by_id, last_used_at: row.last_viewed_at }),
  async end({ chat }, rows) {
    await chat.links.delete({ id: { in: rows.map(({ id }) => id) } });
    return [];
  },
};

const access_link: Ending<AccessLinkRow> = {
  table: ({ share }) => share.links,
  where: (by) => ({ ...byThem(by), ...inProjects(by) }),
  async shown(stores, rows) {
    const nameOf = await namesOf(stores, rows);
    return (row) => ({
      name: row.type === 'chat' ? null : (nameOf(row) ?? null),
      user_id: row.created_by_id,
    });
  },
  async end({ share }, rows) {
    const link_id = { in: rows.map(({ id }) => id) };
    const opened = await share.shares.list({ where: { link_id }, order: ['id'] });
    await share.shares.delete({ link_id });
    await share.links.delete({ id: link_id });
    return opened.flatMap(({ user_id }) => (user_id === null ? [] : [{ user: user_id }]));
  },
};

const api_key: Ending<ApiKeyRow> = {
  table: ({ access }) => access.apiKeys,
  where: (by) => ({ created_by_id: { in: by.userIds }, ...inProjects(by) }),
  shown: async () => (row) => ({
    name: row.name,
    detail: row.prefix,
    user_id: row.created_by_id,
    last_used_at: row.last_used_at,
  }),
  async end({ access }, rows) {
    await access.apiKeys.delete({ id: { in: rows.map(({ id }) => id) } });
    return rows.map(({ id }) => ({ apiKey: id }));
  },
};

const oauth_grant: Ending<OAuthGrantRow> = {
  table: ({ oauth }) => oauth.grants,
  where: (by) => ({ user_id: { in: by.userIds }, ...inProjects(by) }),
  async shown({ oauth }, rows) {
    const id = { in: rows.map(({ client_id }) => client_id) };
    const clients = await oauth.clients.list({ where: { id } });
    return (row) => ({
      name: clients.find((one) => one.id === row.client_id)?.name ?? null,
      user_id: row.user_id,
      last_used_at: row.last_used_at,
    });
  },
  async end({ oauth }, rows) {
    await oauth.grants.delete({ id: { in: rows.map(({ id }) => id) } });
    return rows.map(({ id }) => ({ grant: id }));
  },
};

const oauth_client: Ending<OAuthClientRow> = {
  table: ({ oauth }) => oauth.clients,
  where: (by) => ({ ...byThem(by), ...inProjects(by) }),
  shown: async () => (row) => ({
    name: row.name,
    user_id: row.created_by_id,
    last_used_at: row.last_used_at,
  }),
  async end({ oauth }, rows) {
    await oauth.clients.delete({ id: { in: rows.map(({ id }) => id) } });
    return rows.map(({ id }) => ({ client: id }));
  },
};

const widget_key: Ending<WidgetRow> = {
  table: ({ chat }) => chat.widgets,
  where: (by) => ({ ...byThem(by), ...inProjects(by) }),
  shown: async () => (row) => ({ name: row.name, user_id: row.created_by_id }),
  async end({ chat }, rows) {
    const updated_at = new Date().toISOString();
    for (const { id, version } of rows)
      await chat.widgets.change({ id }, { key: newWidgetKey(), version: version + 1, updated_at });
    return [];
  },
};

/**
 * Everything by which people or programs come in because of a person, and how it ends. In the order in which dialogs list
 * it.
 */
export const ENDING = {
  api_key: anyEnding(api_key),
  // Before the apps, with which they would go without an entry in the audit log.
  oauth_grant: anyEnding(oauth_grant),
  oauth_client: anyEnding(oauth_client),
  widget_key: anyEnding(widget_key),
  invitation: anyEnding(invitation),
  access_link: anyEnding(access_link),
  chat_link: anyEnding(chat_link),
} satisfies Record<LeftBehindKind, unknown>;
