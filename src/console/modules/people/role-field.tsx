import { SelectField } from '#console/ui/form/select-field.tsx';
import type { Role } from '#generated/model/index.ts';
import { roleLabel } from './permission-words.ts';

/** The roles that people are given in an organisation, lowest first. */
export const GIVEN_ROLES: readonly Role[] = ['member', 'editor', 'owner'];

interface RoleFieldProps {
  roles?: readonly Role[];
  /** What a guest is called here. */
  guest?: string;
  /** Why a role can't be given. */
  reasonAgainst: (to: Role) => string | null;
  value?: string;
  error?: unknown;
  onChange: (role: string) => void;
  'data-autofocus'?: boolean;
}

/** Chooses a role in an organisation, or that of a guest. */
export function RoleField(props: RoleFieldProps) {
  const { roles = GIVEN_ROLES, guest = 'Guest', reasonAgainst, value, onChange } = props;
  return (
    <SelectField
      label="Role"
      description={
        value === 'guest'
          ? 'Guests only see the projects chosen below.'
          : 'A role in the organisation counts in all of its projects.'
      }
      data-autofocus={props['data-autofocus']}
      value={value}
      options={[
        ...roles.map((one) => ({
          value: one as string,
          label: roleLabel(one),
          disabled: reasonAgainst(one) !== null,
        })),
        { value: 'guest', label: guest },
      ]}
      onChange={onChange}
    />
  );
}

/** Guests see nothing without a project. */
export function guestProblem(role: string, projects: readonly unknown[]): string | null {
  return role === 'guest' && projects.length === 0
    ? 'Choose the projects that guests may see'
    : null;
}
