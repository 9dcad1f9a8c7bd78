import { Skeleton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import classes from './project-switcher.module.css';

type Item = { id: string; label: string; current: boolean; open: () => void };

type Group = {
  label: string;
  items: readonly Item[];
  query: { isPending: boolean; error: unknown; refetch: () => unknown };
};

type SwitcherListProps = {
  search: string;
  onSearch: (text: string) => void;
  groups: readonly Group[];
};

/** A search field and lists of buttons; the arrow keys move between them. */
export function SwitcherList({ search, onSearch, groups }: SwitcherListProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    stops[(at + step + stops.length) % stops.length]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are an extra; Tab works as well
    <div onKeyDown={onKeyDown}>
      <input
        type="search"
        className={classes.search}
        aria-label="Search projects and organisations"
        placeholder="Search projects"
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        data-autofocus
      />
      {groups.map((group) => (
        <section key={group.label} className={classes.group} aria-label={group.label}>
          <h2 className={classes.heading}>{group.label}</h2>
          <GroupItems group={group} searching={search !== ''} />
        </section>
      ))}
    </div>
  );
}

function GroupItems({ group, searching }: { group: Group; searching: boolean }) {
  const { query, items } = group;
  if (query.isPending) return <Skeleton height={16} width="60%" mx={10} my={8} />;
  if (query.error && items.length === 0) {
    return (
      <button type="button" className={classes.item} onClick={() => query.refetch()}>
        Couldn't load. Retry
      </button>
    );
  }
  if (items.length === 0) {
    return <p className={classes.none}>{searching ? 'No matches' : 'None yet'}</p>;
  }
  return items.map((item) => (
    <button
      key={item.id}
      type="button"
      className={classes.item}
      aria-current={item.current || undefined}
      onClick={item.open}
    >
      <span className="tl-truncate">{item.label}</span>
      {item.current && <IconCheck aria-hidden />}
    </button>
  ));
}
