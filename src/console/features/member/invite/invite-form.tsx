import { CloseButton, MultiSelect, Text, Textarea } from '@mantine/core';
import { GIVEN_ROLES, guestProblem, RoleField } from '#console/modules/people/role-field.tsx';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { InvitationCreate } from '#generated/model/invitationCreate.zod.ts';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useForm } from '@mantine/form';
import { useMemo, useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { mutate } from '#console/api/query/calls.ts';
import { roleLabel } from '#console/modules/people/permission-words.ts';
import { useRolePermissions } from '#console/modules/people/use-role-permissions.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { splitAddresses } from '#core/email/address.ts';
import { INVITATION_PROJECTS_MAX, INVITED_AT_ONCE } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import {
  createInvitations,
  createProjectInvitations,
} from '#generated/api/invitation/invitation.ts';
import { useListProjects } from '#generated/api/project/project.ts';
import type { InvitationResults, ProjectInvitationResults, Role } from '#generated/model/index.ts';
import classes from '../member.module.css';

/** Chips shown at once; further ones are only counted. */
const SHOWN = 100;

type AddressFieldProps = {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
};

/** Takes any mess of addresses, and shows how it is understood: an address each, faults marked. */
function AddressField({ value, error, onChange }: AddressFieldProps) {
  const found = useMemo(() => splitAddresses(value), [value]);
  const remove = (text: string) =>
    onChange(
      found
        .filter((one) => one.text !== text)
        .map((one) => one.text)
        .join('\n'),
    );
  return (
    <div>
      <Textarea
        label="Email addresses"
        description="Type addresses or paste them from an email, a spreadsheet or a chat."
        placeholder="ada@example.com, Grace Hopper <grace@example.com>"
        autosize
        minRows={2}
        maxRows={6}
        spellCheck={false}
        data-autofocus
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {found.length > 0 && (
        <ul className={`${classes.chips} ${classes.found}`} aria-label="Recognised addresses">
          {found.slice(0, SHOWN).map(({ text, isValid }) => (
            <li key={text} className={classes.chip} data-invalid={!isValid || undefined}>
              <span className="tl-truncate">{text}</span>
              {!isValid && <span className="tl-sr-only">: not an email address</span>}
              <CloseButton size="xs" aria-label={`Remove ${text}`} onClick={() => remove(text)} />
            </li>
          ))}
          {found.length > SHOWN && <li className={classes.chip}>+{found.length - SHOWN}</li>}
        </ul>
      )}
    </div>
  );
}

type Values = {
  /** One address per line, including invalid ones. */
  addresses: string;
  role: Role | 'guest';
  projects: string[];
  projectRole: Role;
  message: string;
};

type InviteFormProps = {
  orgId: string;
  project: { id: string; name: string } | undefined;
  /** What the field starts with. */
  addresses: string;
  onDone: (results: InvitationResults | ProjectInvitationResults) => void;
};

/** Whom to invite, as what, and to which projects: once for all. */
export function InviteForm({ orgId, project, addresses, onDone }: InviteFormProps) {
  const reasonAgainst = useRolePermissions(
    project ? { level: 'project', orgId, projectId: project.id } : { level: 'organization', orgId },
  );
  const [q, setQ] = useState('');
  const projects = useListProjects(
    orgId,
    { page_limit: 100, ...(q.trim() && { q: q.trim() }) },
    { query: { enabled: project === undefined, placeholderData: (before) => before } },
  );
  const form = useForm(
    contractForm(InvitationCreate, {
      initialValues: {
        addresses,
        role: project ? 'guest' : 'member',
        projects: project ? [project.id] : [],
        projectRole: 'member',
        message: '',
      } as Values,
      body: (values) => ({
        emails: splitAddresses(values.addresses).map((one) => one.text),
        role: values.role === 'guest' ? null : values.role,
        projects: values.projects.map((project_id) => ({ project_id, role: givenRole(values) })),
        message: values.message,
      }),
      validate: {
        addresses: addressFault,
        projects: (ids, values) => guestProblem(values.role, ids),
      },
    }),
  );
  const { role } = form.values;
  const given = givenRole(form.values);

  const submit = async (body: InvitationCreate) => {
    const { emails, message } = body;
    try {
      onDone(
        project
          ? await mutate(createProjectInvitations, orgId, project.id, {
              emails,
              role: given,
              ...(message && { message }),
            })
          : await mutate(createInvitations, orgId, body),
      );
      return true;
    } catch (error) {
      if (!isApiError(error)) throw error;
      const reason = error.problem ? messageOf(error) : null;
      toast.error(reason ? MESSAGES.settings.inviteBecause(reason) : MESSAGES.settings.invite);
      return false;
    }
  };

  return (
    <Form form={form} label="Invite people" onSubmit={submit}>
      <AddressField
        value={form.values.addresses}
        error={form.errors.addresses as string | undefined}
        onChange={(text) => form.setFieldValue('addresses', text)}
      />
      {!project && (
        <RoleField
          reasonAgainst={(to) => reasonAgainst(null, to)}
          {...form.getInputProps('role')}
        />
      )}
      {project ? (
        <Text size="sm">They will be guests who only see the project {project.name}.</Text>
      ) : (
        <MultiSelect
          label="Projects"
          description={
            role === 'guest' ? 'What they may see.' : 'Where they get a higher role, if any.'
          }
          placeholder={form.values.projects.length === 0 ? 'None' : ''}
          data={(projects.data?.results ?? []).map(({ id, name }) => ({
            value: id,
            label: name,
          }))}
          maxValues={INVITATION_PROJECTS_MAX}
          searchable
          searchValue={q}
          onSearchChange={setQ}
          {...form.getInputProps('projects')}
        />
      )}
      {form.values.projects.length > 0 && (
        <SelectField
          label={project ? 'Role' : 'Role in these projects'}
          value={given}
          options={GIVEN_ROLES.filter((one) => rank(one) >= rank(role)).map((one) => ({
            value: one as string,
            label: roleLabel(one),
            disabled: reasonAgainst(null, one) !== null,
          }))}
          onChange={(next) => form.setFieldValue('projectRole', next as Role)}
        />
      )}
      <Textarea
        label="Message"
        description="Shown to them when they open the invitation. Optional."
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('message')}
      />
      <SubmitBar label="Send invitations" />
    </Form>
  );
}

const rank = (one: Role | 'guest') => (one === 'guest' ? -1 : GIVEN_ROLES.indexOf(one));

/** The role in the chosen projects: at least the one in the organisation. */
function givenRole({ role, projectRole }: Pick<Values, 'role' | 'projectRole'>): Role {
  return role !== 'guest' && rank(projectRole) < rank(role) ? role : projectRole;
}

function addressFault(text: string): string | null {
  const found = splitAddresses(text);
  if (found.length === 0) return 'Enter at least one email address';
  if (found.length > INVITED_AT_ONCE) return `At most ${INVITED_AT_ONCE} addresses at once`;
  const wrong = found.filter(({ isValid }) => !isValid);
  if (wrong.length === 0) return null;
  return wrong.length === 1
    ? `${wrong[0]?.text} isn't an email address. Correct or remove it.`
    : `${wrong.length} of these aren't email addresses. Correct or remove them.`;
}
