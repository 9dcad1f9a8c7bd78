import type { Role } from '#generated/model/index.ts';
import { Tooltip } from '../../ui/display/tooltip.tsx';
import { PlainSelect } from '../../ui/form/plain.tsx';
import { ROLE_LABELS, roleLabel } from './permission-words.ts';

const roles: readonly Role[] = ['owner', 'editor', 'member'];

type RoleSelectProps = {
  /** Whose role, for screen readers. */
  of: string;
  value: Role | null;
  /** Why a role can't be chosen; null if it can. */
  reasonAgainst: (role: Role) => string | null;
  onChange: (role: Role) => void;
};

/** Someone's role. Roles that can't be given are disabled; if none can, the whole control says why. */
export function RoleSelect({ of, value, reasonAgainst, onChange }: RoleSelectProps) {
  const others = roles.filter((role) => role !== value);
  const reasons = others.map(reasonAgainst);
  const blocked = reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null;
  const options = roles.map((role) => ({
    value: role as string,
    label: ROLE_LABELS[role],
    disabled: role !== value && reasonAgainst(role) !== null,
  }));
  return (
    <Tooltip label={blocked} disabled={blocked === null}>
      <PlainSelect
        aria-label={`Role of ${of}`}
        value={value ?? ''}
        options={value === null ? [{ value: '', label: roleLabel(null) }, ...options] : options}
        disabled={blocked !== null}
        // Rows open on a click, and use the arrow keys.
        onClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => event.stopPropagation()}
        onChange={(role) => onChange(role as Role)}
      />
    </Tooltip>
  );
}
