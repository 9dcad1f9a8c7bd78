import { MultiSelect, Stack } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshUnder } from '#console/api/query/refresh-under.ts';
import { roleLabel } from '#console/modules/people/permission-words.ts';
import { useRolePermissions } from '#console/modules/people/use-role-permissions.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { PlainSelect } from '#console/ui/form/plain.tsx';
import { PlainField } from '#console/ui/form/plain-field.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { INVITATION_PROJECTS_MAX } from '#core/limits.ts';
import { updateInvitation } from '#generated/api/invitation/invitation.ts';
import { useListProjects } from '#generated/api/project/project.ts';
import type { Invitation, Role } from '#generated/model/index.ts';

const ROLES: readonly Role[] = ['member', 'editor', 'owner'];

type InvitedRole = Role | 'guest';

interface Values {
  role: InvitedRole;
  projects: { id: string; name: string; role: Role }[];
}

interface AccessDialogProps {
  orgId: string;
  invitation: Invitation;
  onClose: () => void;
}

/** Changes what an open invitation is for: the role in the organisation, and the role in each project. */
export function AccessDialog({ orgId, invitation, onClose }: AccessDialogProps) {
  const { id, email, role: invited, projects: given, things } = invitation;
  const client = useQueryClient();
  const reasonAgainst = useRolePermissions({ level: 'organization', orgId });
  const [opened, setOpened] = useState(true);
  const [q, setQ] = useState('');
  const listed = useListProjects(
    orgId,
    { page_limit: 100, ...(q.trim() && { q: q.trim() }) },
    { query: { placeholderData: (before) => before } },
  );
  const form = useForm<Values>({
    initialValues: { role: invited ?? 'guest', projects: given },
    validate: {
      projects: (chosen, { role }) =>
        role === 'guest' && chosen.length === 0 && things.length === 0
          ? 'Choose the projects that guests may see'
          : null,
    },
  });
  const { role, projects } = form.values;
  const names = new Map(
    [...(listed.data?.results ?? []), ...projects].map((one) => [one.id, one.name]),
  );
  const options = (roles: readonly Role[], from: Role | null) =>
    roles.map((one) => ({
      value: one as string,
      label: roleLabel(one),
      disabled: one !== from && reasonAgainst(from, one) !== null,
    }));
  const choose = (ids: string[]) =>
    form.setFieldValue(
      'projects',
      ids.map(
        (one) =>
          projects.find((project) => project.id === one) ?? {
            id: one,
            name: names.get(one) ?? one,
            role: 'member' as const,
          },
      ),
    );
  const change = (project: string, next: Role) =>
    form.setFieldValue(
      'projects',
      projects.map((one) => (one.id === project ? { ...one, role: next } : one)),
    );

  const submit = async () => {
    await updateInvitation(orgId, id, {
      role: role === 'guest' ? null : role,
      projects: projects.map((one) => ({ project_id: one.id, role: higher(one.role, role) })),
    });
    await refreshUnder(client, `/org/${orgId}/invitation`);
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
          <MultiSelect
            label="Projects"
            description={
              role === 'guest' ? 'What they may see.' : 'Where they get a higher role, if any.'
            }
            placeholder={projects.length === 0 ? 'None' : ''}
            data={[...names].map(([value, label]) => ({ value, label }))}
            maxValues={INVITATION_PROJECTS_MAX}
            searchable
            searchValue={q}
            onSearchChange={setQ}
            value={projects.map((one) => one.id)}
            onChange={choose}
            error={form.errors.projects}
          />
          {projects.map((project) => (
            <PlainField key={project.id} label={`Role in ${project.name}`}>
              {({ id: control }) => (
                <PlainSelect
                  id={control}
                  value={higher(project.role, role)}
                  options={options(
                    ROLES.filter((one) => higher(one, role) === one),
                    given.find((one) => one.id === project.id)?.role ?? null,
                  )}
                  onChange={(next) => change(project.id, next as Role)}
                />
              )}
            </PlainField>
          ))}
        </Stack>
        <SubmitBar label="Save access" />
      </Form>
    </Modal>
  );
}

/** The role in a project: at least that in the organisation. */
function higher(own: Role, inherited: InvitedRole): Role {
  if (inherited === 'guest') return own;
  return ROLES.indexOf(own) < ROLES.indexOf(inherited) ? inherited : own;
}
