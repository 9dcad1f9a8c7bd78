import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { roleLabel } from '#console/modules/people/permission-words.ts';
import {
  higherRole,
  type ProjectRole,
  ProjectRolesField,
} from '#console/modules/people/project-roles-field.tsx';
import { useRolePermissions } from '#console/modules/people/use-role-permissions.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { PlainSelect } from '#console/ui/form/plain.tsx';
import { PlainField } from '#console/ui/form/plain-field.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { INVITATION_PROJECTS_MAX } from '#core/limits.ts';
import { useUpdateInvitation } from '#generated/api/invitation/invitation.ts';
import type { Invitation, Role } from '#generated/model/index.ts';
import { InvitationUpdate } from '#generated/model/invitationUpdate.zod.ts';

const ROLES: readonly Role[] = ['member', 'editor', 'owner'];

type InvitedRole = Role | 'guest';

interface Values {
  role: InvitedRole;
  projects: ProjectRole[];
}

interface AccessDialogProps {
  orgId: string;
  invitation: Invitation;
  onClose: () => void;
}

/** Changes what an open invitation is for: the role in the organisation, and the role in each project. */
export function AccessDialog({ orgId, invitation, onClose }: AccessDialogProps) {
  const { id, email, role: invited, projects: given, things } = invitation;
  const update = useUpdateInvitation({ mutation: { meta: { fields: true } } });
  const reasonAgainst = useRolePermissions({ level: 'organization', orgId });
  const [opened, setOpened] = useState(true);
  const form = useForm(
    contractForm(InvitationUpdate, {
      initialValues: { role: invited ?? 'guest', projects: given } as Values,
      body: (values) => ({
        role: values.role === 'guest' ? null : values.role,
        projects: values.projects.map((one) => ({
          project_id: one.id,
          role: higherRole(one.role, values.role),
        })),
      }),
      validate: {
        projects: (chosen, values) =>
          values.role === 'guest' && chosen.length === 0 && things.length === 0
            ? 'Choose the projects that guests may see'
            : null,
      },
    }),
  );
  const { role, projects } = form.values;
  const options = (roles: readonly Role[], from: Role | null) =>
    roles.map((one) => ({
      value: one as string,
      label: roleLabel(one),
      disabled: one !== from && reasonAgainst(from, one) !== null,
    }));
  const submit = async (data: InvitationUpdate) => {
    await update.mutateAsync({ orgId, invitationId: id, data });
    toast.success(`Invitation of ${email} changed`);
  };

  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onClosed={onClose}
      title={`Access of ${email}`}
      size="lg"
    >
      <Form form={form} label="Access" onSubmit={submit} onSaved={() => setOpened(false)}>
        <Stack gap="md">
          <PlainField
            label="Role"
            description={
              role === 'guest'
                ? 'Guests only see the projects chosen below.'
                : 'A role in the organisation counts in all of its projects.'
            }
          >
            {({ id: control, ...rest }) => (
              <PlainSelect
                id={control}
                aria-describedby={rest['aria-describedby']}
                data-autofocus
                value={role}
                options={[...options(ROLES, invited), { value: 'guest', label: 'Guest' }]}
                onChange={(next) => form.setFieldValue('role', next as InvitedRole)}
              />
            )}
          </PlainField>
          <ProjectRolesField
            orgId={orgId}
            inherited={role}
            roles={ROLES}
            max={INVITATION_PROJECTS_MAX}
            reasonAgainst={(project, to) => {
              const from = given.find((one) => one.id === project)?.role ?? null;
              return to === from ? null : reasonAgainst(from, to);
            }}
            value={projects}
            error={form.errors.projects}
            onChange={(chosen) => form.setFieldValue('projects', chosen)}
          />
        </Stack>
        <SubmitBar label="Save access" />
      </Form>
    </Modal>
  );
}
