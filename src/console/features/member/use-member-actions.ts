import { useQueryClient } from '@tanstack/react-query';
import { paths } from '#console/modules/paths.ts';
import { roleLabel } from '#console/modules/people/permission-words.ts';
import { refreshAccess } from '#console/modules/people/refresh-access.ts';
import { roleChangeQuestion } from '#console/modules/people/role-change.tsx';
import { NO_SELECTED_PROJECT } from '#console/modules/selection/project-id.ts';
import { useSelectionStore } from '#console/modules/selection/selection-store.ts';
import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import {
  leaveOrg,
  removeOrgMember,
  transferOrgOwnership,
  updateOrgMember,
  updateOrgMembers,
} from '#generated/api/member/member.ts';
import type { Member, Role } from '#generated/model/index.ts';

const KEPT =
  'What they created stays, and API keys that they know keep working until they are revoked.';

/** What can be done with the people of an organisation. Each asks first, and says what it means. */
export function useMemberActions(orgId: string) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const me = useCurrentUser();
  const refresh = () => refreshAccess(client, orgId);

  async function setRole({ user, role: from }: Member, to: Role): Promise<void> {
    const question = roleChangeQuestion({ level: 'organization', who: user.name, from, to });
    if (!(await confirm(question))) return;
    await attempt(async () => {
      await updateOrgMember(orgId, user.id, { role: to });
      toast.success(`${user.name} is now ${article(to)}`);
    }, 'member.update');
    await refresh();
  }

  /** All or none. @returns whether they were changed */
  async function setRoles(members: readonly Member[], to: Role): Promise<boolean> {
    const from = members.every(({ role }) => role === members[0]?.role) ? members[0]?.role : null;
    const who = `${members.length} people`;
    const question = roleChangeQuestion({ level: 'organization', who, from: from ?? null, to });
    const title = `Give ${who} the role ${roleLabel(to).toLowerCase()}?`;
    if (!(await confirm({ ...question, title }))) return false;
    const user_ids = members.map(({ user }) => user.id);
    const done = await attempt(async () => {
      await updateOrgMembers(orgId, { user_ids, role: to });
      toast.success(`${who} changed`);
    }, 'member.roles');
    await refresh();
    return done;
  }

  /** @returns whether they were removed */
  async function remove(members: readonly Member[]): Promise<boolean> {
    const [first] = members;
    const who = members.length === 1 && first ? first.user.name : `${members.length} people`;
    const yes = await confirm({
      title: `Remove ${who}?`,
      body: `They lose access to the organisation and all of its projects at once. ${KEPT}`,
      confirmLabel: 'Remove',
      danger: true,
    });
    if (!yes) return false;
    const done = await attempt(async () => {
      if (members.length === 1 && first) await removeOrgMember(orgId, first.user.id);
      else
        await updateOrgMembers(orgId, { user_ids: members.map(({ user }) => user.id), role: null });
      toast.success(`${who} removed`);
    }, 'member.update');
    await refresh();
    return done;
  }

  async function leave(name: string): Promise<void> {
    const yes = await confirm({
      title: `Leave ${name}?`,
      body: 'You lose access to the organisation and all of its projects at once. To come back, someone has to invite you.',
      confirmLabel: 'Leave organisation',
      danger: true,
    });
    if (yes) await attempt(() => leaveOrg(orgId).then(goHome));
  }

  async function transfer({ user }: Member): Promise<void> {
    const yes = await confirm({
      title: `Make ${user.name} the owner?`,
      body: `${user.name} becomes an owner, and you become an editor. Only an owner can undo this.`,
      confirmLabel: 'Transfer ownership',
      danger: true,
      typeName: user.name,
    });
    if (!yes) return;
    await attempt(async () => {
      await transferOrgOwnership(orgId, { user_id: user.id });
      toast.success(`${user.name} is now an owner, and you are an editor`);
    }, 'member.update');
    await refresh();
  }

  return { me, setRole, setRoles, remove, leave, transfer };
}

function article(role: Role): string {
  const label = roleLabel(role).toLowerCase();
  return `${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`;
}

/** Everything in the cache belonged to what was left, so the console reloads. */
export function goHome(): void {
  useSelectionStore.getState().select({
    projectId: NO_SELECTED_PROJECT,
    orgId: NO_SELECTED_PROJECT,
  });
  globalThis.location.assign(paths.home());
}
