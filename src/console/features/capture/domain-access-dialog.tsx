import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
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
import { DOMAIN_PROJECTS_MAX } from '#core/limits.ts';
import { useUpdateDomain } from '#generated/api/capture/capture.ts';
import { EmailDomainUpdate } from '#generated/model/emailDomainUpdate.zod.ts';
import type { DomainJoining, DomainRole, EmailDomain } from '#generated/model/index.ts';
import { JOINING_LABELS, ROLE_LABELS } from './domain-words.ts';

interface Values {
  joining: DomainJoining;
  role: DomainRole;
  projects: ProjectRole[];
}

interface DomainAccessDialogProps {
  orgId: string;
  domain: EmailDomain;
  onClose: () => void;
}

/** How people of a domain join: at once or by asking, as what, and into which projects. */
export function DomainAccessDialog({ orgId, domain, onClose }: DomainAccessDialogProps) {
  const { id, joining, role: given, projects: before } = domain;
  const update = useUpdateDomain({ mutation: { meta: { fields: true } } });
  const reasonAgainst = useRolePermissions({ level: 'organization', orgId });
  const [opened, setOpened] = useState(true);
  const form = useForm(
    contractForm(EmailDomainUpdate, {
      initialValues: { joining, role: given, projects: before } as Values,
      body: (values) => ({
        ...values,
        projects: values.projects.map((one) => ({
          project_id: one.id,
          role:
            higherRole(one.role, values.role) === 'member'
              ? ('member' as const)
              : ('editor' as const),
        })),
      }),
      validate: {
        projects: (chosen, values) =>
          values.role === 'guest' && chosen.length === 0
            ? 'Choose the projects that guests may see'
            : null,
      },
    }),
  );
  const { role, projects } = form.values;
  const against = (one: DomainRole) => (one === 'guest' ? null : reasonAgainst(null, one));

  const submit = async (data: EmailDomainUpdate) => {
    await update.mutateAsync({ orgId, domainId: id, data });
    toast.success(`How people of ${domain.domain} join was changed`);
  };

  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onClosed={onClose}
      title={`How people of ${domain.domain} join`}
      size="lg"
    >
      <Form form={form} label="Joining" onSubmit={submit} onSaved={() => setOpened(false)}>
        <Stack gap="md">
          <PlainField
            label="Joining"
            description={
              form.values.joining === 'open'
                ? 'They join by themselves.'
                : 'Owners and editors are notified, and approve or decline under People.'
            }
          >
            {({ id: control, ...rest }) => (
              <PlainSelect
                id={control}
                aria-describedby={rest['aria-describedby']}
                data-autofocus
                value={form.values.joining}
                options={Object.entries(JOINING_LABELS).map(([value, label]) => ({ value, label }))}
                onChange={(next) => form.setFieldValue('joining', next as DomainJoining)}
              />
            )}
          </PlainField>
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
                value={role}
                options={(Object.keys(ROLE_LABELS) as DomainRole[]).map((one) => ({
                  value: one as string,
                  label: ROLE_LABELS[one],
                  disabled: one !== given && against(one) !== null,
                }))}
                onChange={(next) => {
                  form.setFieldValue('role', next as DomainRole);
                  form.clearFieldError('projects');
                }}
              />
            )}
          </PlainField>
          <ProjectRolesField
            orgId={orgId}
            inherited={role}
            roles={['member', 'editor']}
            max={DOMAIN_PROJECTS_MAX}
            reasonAgainst={(_, to) => reasonAgainst(null, to)}
            value={projects}
            error={form.errors.projects}
            onChange={(chosen) => form.setFieldValue('projects', chosen)}
          />
        </Stack>
        <SubmitBar label="Save" />
      </Form>
    </Modal>
  );
}
