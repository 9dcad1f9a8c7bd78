import { roleLabel } from '#console/modules/people/permission-words.ts';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { PlainSelect } from '#console/ui/form/plain.tsx';
import { SelectionToolbar } from '#console/ui/list/selection-toolbar.tsx';
import { ROLES } from '#core/access/permissions.ts';
import type { Member, Role } from '#generated/model/index.ts';
import classes from './member.module.css';
import type { Entry } from './people-columns.tsx';
import type { useMemberActions } from './use-member-actions.ts';

/** The most people that one request can change. */
const AT_ONCE = 100;

interface BulkBarProps {
  selected: readonly Entry[];
  orgName: string;
  actions: Pick<ReturnType<typeof useMemberActions>, 'setRoles' | 'remove'>;
  reasonAgainst: (from: Role | null, to: Role | null) => string | null;
  onClear: () => void;
}

/** The actions on the selected people. */
export function BulkBar({ selected, orgName, actions, reasonAgainst, onClear }: BulkBarProps) {
  const members = selected.flatMap((entry) => ('member' in entry ? [entry.member] : []));
  const reason = reasonFor(selected, members);
  const against = (to: Role | null) =>
    reason ??
    members
      .flatMap(({ role, projects }) => [role, ...(to ? [] : projects.map((own) => own.role))])
      .map((from) => reasonAgainst(from, to))
      .find((found) => found !== null) ??
    null;

  return (
    <SelectionToolbar count={selected.length} onClear={onClear}>
      <Tooltip label={reason} disabled={reason === null}>
        <PlainSelect
          aria-label="Change role of the selected people"
          className={classes.filter}
          value=""
          disabled={reason !== null}
          options={[
            { value: '', label: 'Change role…', disabled: true },
            ...ROLES.map((role) => ({
              value: role,
              label: roleLabel(role),
              disabled: against(role) !== null,
            })),
          ]}
          onChange={async (role) => {
            if (await actions.setRoles(members, role as Role)) onClear();
          }}
        />
      </Tooltip>
      <ActionButton
        variant="default"
        reason={against(null)}
        onClick={() => void actions.remove(members, orgName).then((done) => done && onClear())}
      >
        Remove…
      </ActionButton>
    </SelectionToolbar>
  );
}

function reasonFor(selected: readonly Entry[], members: readonly Member[]): string | null {
  if (members.length < selected.length) return 'Select only people who have joined.';
  if (members.length > AT_ONCE) return `Select at most ${AT_ONCE} people at once.`;
  return null;
}
