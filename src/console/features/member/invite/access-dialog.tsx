import { useForm } from '@mantine/form';
import { mutate } from '#console/api/query/calls.ts';
import {
  higherRole,
  type ProjectRole,
  ProjectRolesField,
} from '#console/modules/people/project-roles-field.tsx';
import { GIVEN_ROLES, guestProblem, RoleField } from '#console/modules/people/role-field.tsx';
import { useRolePermissions } from '#console/modules/people/use-role-permissions.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { INVITATION_PROJECTS_MAX } from '#core/limits.ts';
import { updateInvitation } from '#generated/api/invitation/invitation.ts';
import type { Invitation, Role } from '#generated/model/index.ts';
import { InvitationUpdate } from '#generated/model/invitationUpdate.zod.ts';

interface Values {
  role: Role | 'guest';
  projects: ProjectRole[];
}

interface AccessDialogProps {
  orgId: string;
  invitation: Invitation;
  onClosed: () => void;
}

/** Changes what an open invitation is for: the role in the organisation, and the role in each project. */
export function AccessDialog({ orgId, invitation, onClosed }: AccessDialogProps) {
  const { id, email, role: invited, projects: given, things } = invitation;
  const reasonAgainst = useRolePermissions({ level: 'organization', orgId });
  const form = useForm(
    contractForm(InvitationUpdate, {
      initialValues: { role: invited ?? 'guest', projects: given } as Values,
      body: ({ role, projects }) => ({
        role: role === 'guest' ? null : role,
        projects: projects.map((one) => ({ project_id: one.id, role: higherRole(one.role, role) })),
      }),
      validate: { projects: (chosen, { role }) => guestProblem(role, [...chosen, ...things]) },
    }),
  );

  return (
    <FormDialog
      form={form}
      title={`Access of ${email}`}
      size="lg"
      label="Access"
      submit="Save access"
      onSubmit={(body) => mutate(updateInvitation, orgId, id, body)}
      success={`Invitation of ${email} changed`}
      onClosed={onClosed}
    >
      <RoleField
        data-autofocus
        reasonAgainst={(to) => (to === invited ? null : reasonAgainst(invited, to))}
        {...form.getInputProps('role')}
      />
      <ProjectRolesField
        orgId={orgId}
        inherited={form.values.role}
        roles={GIVEN_ROLES}
        max={INVITATION_PROJECTS_MAX}
        reasonAgainst={(project, to) => {
          const from = given.find((one) => one.id === project)?.role ?? null;
          return to === from ? null : reasonAgainst(from, to);
        }}
        {...form.getInputProps('projects')}
      />
    </FormDialog>
  );
}
