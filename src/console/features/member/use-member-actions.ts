import { mutate } from '#console/api/query/calls.ts';
import { paths } from '#console/modules/paths.ts';
import { roleLabel } from '#console/modules/people/permission-words.ts';
import { roleChangeQuestion } from '#console/modules/people/role-change.tsx';
import { NO_SELECTED_PROJECT } from '#console/modules/selection/project-id.ts';
import { useSelectionStore } from '#console/modules/selection/selection-store.ts';
import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import {
  leaveOrg,
  transferOrgOwnership,
  updateOrgMember,
  updateOrgMembers,
} from '#generated/api/member/member.ts';
import type { Member, Role } from '#generated/model/index.ts';
import { useRemoval } from './use-removal.tsx';

/** What can be done with the people of an organisation. Each asks first, and says what it means. */
export function useMemberActions(orgId: string) {
  const confirm = useConfirm();
  const me = useCurrentUser();
  const removal = useRemoval();

  async function setRole({ user, role: from }: Member, to: Role): Promise<void> {
    const question = roleChangeQuestion({ level: 'organization', who: user.name, from, to });
    if (!(await confirm(question))) return;
    await attempt(() => mutate(updateOrgMember, orgId, user.id, { role: to }), {
      success: `${user.name} is now ${article(to)}`,
      area: 'member.update',
    });
  }

  /** All or none. @returns whether they were changed */
  async function setRoles(members: readonly Member[], to: Role): Promise<boolean> {
    const from = members.every(({ role }) => role === members[0]?.role) ? members[0]?.role : null;
    const who = `${members.length} people`;
    const question = roleChangeQuestion({ level: 'organization', who, from: from ?? null, to });
    const title = `Give ${who} the role ${roleLabel(to).toLowerCase()}?`;
    if (!(await confirm({ ...question, title }))) return false;
    const user_ids = members.map(({ user }) => user.id);
    return attempt(() => mutate(updateOrgMembers, orgId, { user_ids, role: to }), {
      success: `${who} changed`,
      area: 'member.roles',
    });
  }

  /** @returns whether they were removed */
  function remove(members: readonly Member[], orgName: string): Promise<boolean> {
    const [first] = members;
    const who = members.length === 1 && first ? first.user.name : `${members.length} people`;
    return removal.ask({
      title: `Remove ${who}?`,
      text: `They lose access to ${orgName} and all of its projects at once, and can only come back if they are invited again.`,
      confirmLabel: 'Remove',
      orgId,
      people: members.map(({ user }) => user),
      async onConfirm(keep) {
        const user_ids = members.map(({ user }) => user.id);
        return attempt(
          () => mutate(updateOrgMembers, orgId, { user_ids, role: null, ...(keep && { keep }) }),
          { success: `${who} removed`, area: 'member.update' },
        );
      },
    });
  }

  async function leave(name: string): Promise<void> {
    await removal.ask({
      title: `Leave ${name}?`,
      text: 'You lose access to the organisation and all of its projects at once. To come back, someone has to invite you.',
      confirmLabel: 'Leave organisation',
      orgId,
      people: [me],
      isOwn: true,
      onConfirm: () => attempt(() => mutate(leaveOrg, orgId).then(goHome)),
    });
  }

  async function transfer({ user }: Member): Promise<void> {
    await confirm({
      title: `Make ${user.name} the owner?`,
      body: `${user.name} becomes an owner, and you become an editor. Only an owner can undo this.`,
      confirmLabel: 'Transfer ownership',
      danger: true,
      typeName: user.name,
      action: () => mutate(transferOrgOwnership, orgId, { user_id: user.id }),
      success: `${user.name} is now an owner, and you are an editor`,
      area: 'member.update',
    });
  }

  return { me, setRole, setRoles, remove, leave, transfer, dialog: removal.dialog };
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
