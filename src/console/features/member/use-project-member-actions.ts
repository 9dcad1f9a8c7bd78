import { mutate } from '#console/api/query/calls.ts';
import { roleLabel } from '#console/modules/people/permission-words.ts';
import { roleChangeQuestion } from '#console/modules/people/role-change.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import {
  leaveProject,
  updateProjectMember,
  updateProjectMembers,
} from '#generated/api/member/member.ts';
import type { ProjectMember, Role } from '#generated/model/index.ts';
import { goHome } from './use-member-actions.ts';
import { useRemoval } from './use-removal.tsx';

/** What can be done with the people of the active project. */
export function useProjectMemberActions() {
  const { orgId, projectId, project } = useActiveProject();
  const confirm = useConfirm();
  const me = useCurrentUser();
  const removal = useRemoval();

  async function setRole({ user, role: from }: ProjectMember, to: Role): Promise<void> {
    const question = roleChangeQuestion({ level: 'project', who: user.name, from, to });
    if (!(await confirm(question))) return;
    await attempt(() => mutate(updateProjectMember, orgId, projectId, user.id, { role: to }), {
      success: `${user.name}: ${roleLabel(to).toLowerCase()} of ${project.name}`,
      area: 'member.update',
    });
  }

  async function remove({ user, org_role }: ProjectMember): Promise<void> {
    await removal.ask({
      title: org_role === null ? `Remove ${user.name}?` : `Remove the role of ${user.name}?`,
      text:
        org_role === null
          ? `They lose access to ${project.name} at once, and can only come back if they are invited again.`
          : `They keep the role that they inherit from the organisation: ${roleLabel(org_role).toLowerCase()}.`,
      confirmLabel: 'Remove',
      orgId,
      projectId,
      people: [user],
      async onConfirm(keep) {
        const body = { user_ids: [user.id], role: null, ...(keep && { keep }) };
        return attempt(() => mutate(updateProjectMembers, orgId, projectId, body), {
          success: `${user.name} removed`,
          area: 'member.update',
        });
      },
    });
  }

  async function leave(isGuest: boolean): Promise<void> {
    await removal.ask({
      title: `Leave ${project.name}?`,
      text: isGuest
        ? 'You lose access at once. To come back, someone has to invite you.'
        : 'You keep the role that you inherit from the organisation.',
      confirmLabel: 'Leave project',
      orgId,
      projectId,
      people: [me],
      isOwn: true,
      onConfirm: () => attempt(() => mutate(leaveProject, orgId, projectId).then(goHome)),
    });
  }

  return { me, setRole, remove, leave, dialog: removal.dialog };
}
