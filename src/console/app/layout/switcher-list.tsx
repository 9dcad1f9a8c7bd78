import { Skeleton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { NextPage } from '../../ui/list/next-page.tsx';
import type { ListQuery } from '../../ui/table/data-table-types.ts';
import classes from './project-switcher.module.css';

export type SwitcherItem = { id: string; label: string; current: boolean; open: () => void };

export type SwitcherGroup = {
  label: string;
  items: readonly SwitcherItem[];
  query: ListQuery;
  /** Whether the items are those of what is typed; until they have loaded, they are those of the text before. */
  isFresh: boolean;
  /** Not shown if it is empty. */
  isOptional?: boolean;
};

type SwitcherListProps = {
  search: string;
  onSearch: (text: string) => void;
  groups: readonly SwitcherGroup[];
};

/**
 * A search field and lists of buttons. The arrow keys, Home and End move between them, typing anywhere searches, and
 * Enter in the field opens the first match.
 */
export function SwitcherList({ search, onSearch, groups }: SwitcherListProps) {
  const isSearching = search.trim() !== '';
  // Enter came before the matches, which open as soon as they are known.
  const [isEntered, setEntered] = useState(false);
  const match = isSearching ? firstMatch(groups) : undefined;
  useEffect(() => {
    if (!isEntered || match === 'unknown') return;
    setEntered(false);
    match?.open();
  }, [isEntered, match]);

  const onEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) setEntered(isSearching);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: these keys are an extra; Tab works as well
    <div onKeyDown={moveFocus}>
      <input
        type="search"
        className={classes.search}
        aria-label="Search projects and organisations"
        placeholder="Search projects"
        maxLength={200}
        value={search}
        onChange={(event) => {
          setEntered(false);
          onSearch(event.currentTarget.value);
        }}
        onKeyDown={onEnter}
        data-autofocus
      />
      {groups.map((group) => (
        <Group
          key={group.label}
          group={group}
          search={search.trim()}
          match={match === 'unknown' ? undefined : match}
        />
      ))}
    </div>
  );
}

/** What Enter opens; `unknown` until the lists up to it have loaded. */
function firstMatch(groups: readonly SwitcherGroup[]): SwitcherItem | 'unknown' | undefined {
  for (const { items, query, isFresh } of groups) {
    if (query.error && items.length === 0) return;
    if (!isFresh) return 'unknown';
    if (items[0]) return items[0];
  }
  return;
}

type GroupProps = {
  group: SwitcherGroup;
  search: string;
  match: SwitcherItem | undefined;
};

function Group({ group, search, match }: GroupProps) {
  const { label, query, items } = group;
  const section = useRef<HTMLElement>(null);
  const isShown = items.length > 0;
  useEffect(() => {
    if (!isShown || !section.current) return;
    if (search !== '') section.current.scrollTop = 0;
    else section.current.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [isShown, search]);

  if (group.isOptional && !isShown && !query.error) return null;
  return (
    <section ref={section} className={classes.group} aria-label={label}>
      <h2 className={classes.heading}>{label}</h2>
      {query.isPending && <Skeleton height={16} width="60%" mx={10} my={8} />}
      {query.error && !isShown ? (
        <button type="button" className={classes.item} onClick={() => query.refetch()}>
          Couldn't load. Retry
        </button>
      ) : null}
      {!query.isPending && !query.error && !isShown && (
        <p className={classes.none}>{search !== '' ? 'No matches' : 'None yet'}</p>
      )}
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          className={classes.item}
          aria-current={item.current || undefined}
          data-match={item === match || undefined}
          onClick={item.open}
        >
          <span className="tl-truncate">{item.label}</span>
          {item.current && <IconCheck aria-hidden />}
        </button>
      ))}
      <NextPage query={query} />
    </section>
  );
}

/**
 * Moves the focus between a search field and the buttons below it: the arrow keys by one, around the ends; Home and End
 * to the first and last button. Typing on a button goes on in the field.
 */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const [field, ...buttons] = event.currentTarget.querySelectorAll<HTMLElement>('input, button');
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const { key } = event;
  if (at !== -1 && ((key.length === 1 && key !== ' ') || key === 'Backspace')) {
    // The browser types into what has the focus once the event is over.
    field?.focus();
    return;
  }
  const stops = [...buttons, field];
  const to =
    key === 'ArrowDown'
      ? at + 1
      : key === 'ArrowUp'
        ? at - 1
        : key === 'Home' && at !== -1
          ? 0
          : key === 'End' && at !== -1
            ? buttons.length - 1
            : undefined;
  if (to === undefined) return;
  event.preventDefault();
  // From the field (-1), ArrowUp goes to the last button (-2), and from the first button (0) to the field (-1).
  stops.at(to)?.focus();
}
