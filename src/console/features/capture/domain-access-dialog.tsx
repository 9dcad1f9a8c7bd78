import { useForm } from '@mantine/form';
import { mutate } from '#console/api/query/calls.ts';
import {
  higherRole,
  type ProjectRole,
  ProjectRolesField,
} from '#console/modules/people/project-roles-field.tsx';
import { guestProblem, RoleField } from '#console/modules/people/role-field.tsx';
import { useRolePermissions } from '#console/modules/people/use-role-permissions.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { DOMAIN_PROJECTS_MAX } from '#core/limits.ts';
import { updateDomain } from '#generated/api/capture/capture.ts';
import { EmailDomainUpdate } from '#generated/model/emailDomainUpdate.zod.ts';
import type { DomainJoining, DomainRole, EmailDomain, Role } from '#generated/model/index.ts';
import { JOINING_LABELS } from './domain-words.ts';

const ROLES: readonly Role[] = ['member', 'editor'];

interface Values {
  joining: DomainJoining;
  role: DomainRole;
  projects: ProjectRole[];
}

interface DomainAccessDialogProps {
  orgId: string;
  domain: EmailDomain;
  onClosed: () => void;
}

/** How people of a domain join: at once or by asking, as what, and into which projects. */
export function DomainAccessDialog({ orgId, domain, onClosed }: DomainAccessDialogProps) {
  const { id, domain: name, joining, role: given, projects: before } = domain;
  const reasonAgainst = useRolePermissions({ level: 'organization', orgId });
  const form = useForm(
    contractForm(EmailDomainUpdate, {
      initialValues: { joining, role: given, projects: before } as Values,
      body: ({ role, projects, ...values }) => ({
        ...values,
        role,
        projects: projects.map((one) => ({
          project_id: one.id,
          role: higherRole(one.role, role) === 'member' ? ('member' as const) : ('editor' as const),
        })),
      }),
      validate: { projects: (chosen, { role }) => guestProblem(role, chosen) },
    }),
  );
  const { role } = form.values;

  return (
    <FormDialog
      form={form}
      title={`How people of ${name} join`}
      size="lg"
      label="Joining"
      submit="Save"
      onSubmit={(body) => mutate(updateDomain, orgId, id, body)}
      success={`How people of ${name} join was changed`}
      onClosed={onClosed}
    >
      <SelectField
        label="Joining"
        description={
          form.values.joining === 'open'
            ? 'They join by themselves.'
            : 'Owners and editors are notified, and approve or decline under People.'
        }
        data-autofocus
        options={Object.entries(JOINING_LABELS).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('joining')}
      />
      <RoleField
        roles={ROLES}
        guest="Guest of projects"
        reasonAgainst={(to) => (to === given ? null : reasonAgainst(null, to))}
        value={role}
        onChange={(next) => {
          form.setFieldValue('role', next as DomainRole);
          form.clearFieldError('projects');
        }}
      />
      <ProjectRolesField
        orgId={orgId}
        inherited={role}
        roles={ROLES}
        max={DOMAIN_PROJECTS_MAX}
        reasonAgainst={(_, to) => reasonAgainst(null, to)}
        {...form.getInputProps('projects')}
      />
    </FormDialog>
  );
}
