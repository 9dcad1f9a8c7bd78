import { MultiSelect } from '@mantine/core';
import { SelectField } from '#console/ui/form/select-field.tsx';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { type ReactNode, useState } from 'react';
import { atLeast } from '#core/access/permissions.ts';
import { useListProjects } from '#generated/api/project/project.ts';
import type { Role } from '#generated/model/index.ts';
import { roleLabel } from './permission-words.ts';

export interface ProjectRole {
  id: string;
  name: string;
  role: Role;
}

interface ProjectRolesFieldProps {
  orgId: string;
  /** The role in the organisation, which all projects inherit; guests have none. */
  inherited: Role | 'guest';
  /** Those that can be chosen, lowest first. */
  roles: readonly Role[];
  /** The most projects. */
  max: number;
  /** Why somebody in this project can't be given a role. */
  reasonAgainst: (project: string, to: Role) => string | null;
  value?: readonly ProjectRole[];
  error?: ReactNode;
  onChange: (value: ProjectRole[]) => void;
}

/** Chooses projects, and a role in each. */
export function ProjectRolesField({
  orgId,
  inherited,
  roles,
  max,
  reasonAgainst,
  value = [],
  error,
  onChange,
}: ProjectRolesFieldProps) {
  const [q, setQ] = useState('');
  const listed = useListProjects(
    orgId,
    { page_limit: 100, ...(q.trim() && { q: q.trim() }) },
    { query: { placeholderData: (before) => before } },
  );
  const names = new Map(
    [...(listed.data?.results ?? []), ...value].map((one) => [one.id, one.name]),
  );
  const choose = (ids: string[]) =>
    onChange(
      ids.map(
        (id) =>
          value.find((one) => one.id === id) ?? {
            id,
            name: names.get(id) ?? id,
            role: 'member' as const,
          },
      ),
    );
  const change = (id: string, role: Role) =>
    onChange(value.map((one) => (one.id === id ? { ...one, role } : one)));

  return (
    <>
      <MultiSelect
        label="Projects"
        description={
          inherited === 'guest' ? 'What they may see.' : 'Where they get a higher role, if any.'
        }
        placeholder={value.length === 0 ? 'None' : ''}
        data={[...names].map(([id, label]) => ({ value: id, label }))}
        maxValues={max}
        searchable
        searchValue={q}
        onSearchChange={setQ}
        value={value.map((one) => one.id)}
        onChange={choose}
        error={error}
      />
      {value.map((project) => (
        <SelectField
          key={project.id}
          label={`Role in ${project.name}`}
          value={higherRole(project.role, inherited)}
          options={roles
            .filter((one) => higherRole(one, inherited) === one)
            .map((one) => ({
              value: one as string,
              label: roleLabel(one),
              disabled: reasonAgainst(project.id, one) !== null,
            }))}
          onChange={(next) => change(project.id, next as Role)}
        />
      ))}
    </>
  );
}

/** The role in a project: at least that in the organisation. */
export function higherRole(own: Role, inherited: Role | 'guest'): Role {
  return inherited === 'guest' || atLeast(own, inherited) ? own : inherited;
}
