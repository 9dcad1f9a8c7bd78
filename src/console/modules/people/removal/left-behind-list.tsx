import { Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import { type ReactNode, useId, useState } from 'react';
import { formatDay, formatRelative } from '#console/ui/display/time.tsx';
import { PlainCheckbox } from '#console/ui/form/plain.tsx';
import type { LeftBehind, LeftBehindGroup, StayingGroup } from '#generated/model/index.ts';
import classes from './removal.module.css';
import { countOf, ENDING_WORDS, headingOf, STAYING_WORDS } from './removal-words.ts';
import type { Kept } from './use-kept.ts';

/** The names of people, for lists of what several have made. */
export type Names = ReadonlyMap<string, string>;

interface EndingListProps {
  groups: readonly LeftBehindGroup[];
  /** Absent if there is no choice. */
  kept?: Kept;
  names?: Names | undefined;
}

/** What ends with someone's access. */
export function EndingList({ groups, kept, names }: EndingListProps) {
  return (
    <ul className={classes.groups}>
      {groups.map((group) => (
        <EndingGroup key={group.kind} group={group} kept={kept} names={names} />
      ))}
    </ul>
  );
}

function EndingGroup({
  group,
  kept,
  names,
}: {
  group: LeftBehindGroup;
  kept: Kept | undefined;
  names: Names | undefined;
}) {
  const words = ENDING_WORDS[group.kind];
  const heading = `${headingOf(words)} (${group.count.toLocaleString('en-GB')})`;
  const ends = kept?.endsOf(group) ?? 'all';
  // Nobody can tell those apart from the rest that aren't listed.
  const isPartial = group.count > group.items.length;

  return (
    <Group
      group={group}
      heading={
        kept ? (
          <Checkbox
            label={heading}
            checked={ends === 'all'}
            indeterminate={ends === 'some'}
            onChange={() => kept.toggleKind(group)}
          />
        ) : (
          <span className={classes.head}>{heading}</span>
        )
      }
      label={words.many}
      why={words.why}
      isChecked={kept !== undefined}
      item={(item) =>
        kept ? (
          <PlainCheckbox
            label={item.name ?? `Created ${formatDay(item.created_at)}`}
            checked={kept.ends(group, item.id)}
            disabled={isPartial && ends === 'none'}
            onChange={() => kept.toggle(group, item.id)}
          />
        ) : (
          <span>{item.name ?? `Created ${formatDay(item.created_at)}`}</span>
        )
      }
      names={names}
    />
  );
}

/** What stays, and why. */
export function StayingList({
  groups,
  names,
}: {
  groups: readonly StayingGroup[];
  names?: Names | undefined;
}) {
  return (
    <ul className={classes.groups}>
      {groups.map((group) => {
        const words = STAYING_WORDS[group.kind];
        return (
          <Group
            key={group.kind}
            group={group}
            heading={<span className={classes.head}>{countOf(words, group.count)}</span>}
            label={words.many}
            why={words.why}
            item={(item) => <span>{item.name ?? `Created ${formatDay(item.created_at)}`}</span>}
            names={names}
          />
        );
      })}
    </ul>
  );
}

interface GroupProps {
  group: LeftBehindGroup | StayingGroup;
  heading: ReactNode;
  label: string;
  why: string;
  isChecked?: boolean;
  item: (item: LeftBehind) => ReactNode;
  names: Names | undefined;
}

function Group({ group, heading, label, why, isChecked, item, names }: GroupProps) {
  const { count, items } = group;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const more = count - items.length;
  return (
    <li className={`${classes.group} ${isChecked ? classes.checked : ''}`}>
      {heading}
      {items.length > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`${isOpen ? 'Hide' : 'Show'} ${label}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      )}
      <span className={classes.why}>{why}</span>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for those without a mouse
        <ul id={id} className={classes.items} aria-label={label} tabIndex={0}>
          {items.map((one) => (
            <li key={one.id} className={classes.item}>
              <span className={classes.names}>
                {item(one)}
                <span className={classes.note}>{noteOf(one, names)}</span>
              </span>
              <span className={classes.used}>{usedOf(one)}</span>
            </li>
          ))}
          {more > 0 && (
            <li className={classes.note}>{more.toLocaleString('en-GB')} more aren't listed.</li>
          )}
        </ul>
      )}
    </li>
  );
}

function noteOf({ detail, project, user_id }: LeftBehind, names: Names | undefined): string {
  const by = names && names.size > 1 ? names.get(user_id) : undefined;
  return [by, project?.name, detail].filter(Boolean).join(' · ');
}

function usedOf({ last_used_at, created_at, name }: LeftBehind): string {
  if (last_used_at !== null) return `Used ${formatRelative(last_used_at)}`;
  return name === null ? '' : `Created ${formatDay(created_at)}`;
}
