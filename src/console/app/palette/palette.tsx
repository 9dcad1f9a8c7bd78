import { createSpotlight, Spotlight } from '@mantine/spotlight';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/spotlight/styles.css';
import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import classes from './palette.module.css';
import { closePalette, openShortcuts, usePaletteStore } from './palette-store.ts';
import { rememberRecent } from './recent-store.ts';
import { type PaletteEntry, usePaletteEntries } from './use-palette-entries.tsx';

const [spotlightStore, spotlightActions] = createSpotlight();

/** Spotlight's store, driven by ours. */
const paletteStore = { store: spotlightStore, ...spotlightActions };

/** The command palette (⌘K): goes to any task, project, organisation or setting, and runs actions. */
export function Palette() {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const [query, setQuery] = useState('');
  const [search] = useDebouncedValue(query, 120);
  const groups = usePaletteEntries(query, search, {
    setTheme: setColorScheme,
    showShortcuts: openShortcuts,
  });
  const list = useRef<HTMLDivElement>(null);
  const opened = usePaletteStore((state) => state.palette);

  useEffect(() => {
    if (opened) paletteStore.open();
    else paletteStore.close();
  }, [opened]);

  const shown = groups.filter(({ entries }) => entries.length > 0);
  const first = shown[0]?.entries[0]?.id;
  // Spotlight selects the first entry when the query changes, but not when results arrive later.
  useEffect(() => {
    if (!opened || first === undefined || list.current?.querySelector('[data-selected]')) return;
    list.current?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
    paletteStore.store.updateState((state) => ({ ...state, selected: 0 }));
  }, [opened, first]);

  const choose = (entry: PaletteEntry) => {
    if ('run' in entry) {
      entry.run();
      return;
    }
    const { to, label, kind } = entry;
    if (kind !== 'action') rememberRecent({ to, label, kind });
    navigate(to);
  };

  return (
    <Spotlight.Root
      store={paletteStore.store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={closePalette}
      attributes={{ content: { 'aria-label': 'Search and commands' } }}
      scrollable
      maxHeight={420}
      yOffset="12vh"
      radius="lg"
      transitionProps={{ transition: 'fade', duration: 120 }}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      classNames={{ actionsGroup: classes.group, action: classes.action }}
    >
      <Spotlight.Search
        placeholder="Search tasks, projects, settings or actions…"
        aria-label="Search and commands"
        leftSection={<IconSearch />}
      />
      <Spotlight.ActionsList ref={list}>
        {shown.map(({ label, entries }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {entries.map((entry) => (
              <Spotlight.Action
                key={entry.id}
                label={entry.label}
                description={entry.description}
                leftSection={entry.icon}
                onClick={() => choose(entry)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {shown.length === 0 && <Spotlight.Empty>No results</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
