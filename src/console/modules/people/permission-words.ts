import { permissionsOf } from '#core/access/permissions.ts';
import type {
  OrgPermission,
  ProjectPermission,
  ResourcePermission,
  Role,
} from '#generated/model/index.ts';

/** What each permission in an organisation lets people do. */
export const ORG_WORDS: Readonly<Record<OrgPermission, string>> = {
  view_members: 'See the organisation, its projects and its people',
  create_project: 'Create projects',
  edit: "Change the organisation's settings",
  add_member: 'Invite members and guests',
  remove_member: 'Remove members and guests',
  add_editor: 'Make people editors',
  remove_editor: "Change editors' roles and remove them",
  add_owner: 'Make people owners',
  remove_owner: "Change owners' roles, and delete the organisation",
};

/** What each permission in a project lets people do. */
export const PROJECT_WORDS: Readonly<Record<ProjectPermission, string>> = {
  view_members: 'See the project and its people',
  run_task: 'Run tasks, and chat',
  create_task: 'Create tasks, collections and chats',
  edit: "Change the project's settings, API keys and webhooks",
  add_member: 'Give people the role member',
  remove_member: 'Take the role member from people',
  add_editor: 'Make people editors',
  remove_editor: "Change editors' roles in the project",
  add_owner: 'Make people owners',
  remove_owner: "Change owners' roles, and delete the project",
};

/** What each permission on a task, collection, chat or workflow lets people do. */
export const RESOURCE_WORDS: Readonly<Record<ResourcePermission, string>> = {
  view: 'Open it',
  run: 'Run it, or ask it',
  edit: 'Change it',
  delete: 'Delete it',
  share: 'Share it',
};

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  editor: 'Editor',
  member: 'Member',
};

/** A role, or what people without one are called. */
export function roleLabel(role: Role | null): string {
  return role === null ? 'Guest' : ROLE_LABELS[role];
}

/** What someone may do, or may no longer do, once their role changes. */
export function roleDifference(
  level: 'organization' | 'project',
  from: Role | null,
  to: Role | null,
): { gained: string[]; lost: string[] } {
  const words: Readonly<Record<string, string>> =
    level === 'organization' ? ORG_WORDS : PROJECT_WORDS;
  const [before, after] = [from, to].map((role) => permissionsOf(level, role) as string[]);
  const without = (names: string[] = [], others: string[] = []) =>
    names.filter((name) => !others.includes(name)).map((name) => words[name] ?? name);
  return { gained: without(after, before), lost: without(before, after) };
}
