import { Button, Stack } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { openAssistant } from '#console/modules/assistant/assistant-store.ts';
import { keyCaps } from '#console/modules/shortcuts/chords.ts';
import { registered, subscribe } from '#console/modules/shortcuts/registry.ts';
import { Shortcut } from '#console/ui/display/shortcut.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import classes from './shortcut-list.module.css';

const builtIn = [
  { keys: 'J', label: 'Next row', group: 'Lists' },
  { keys: 'K', label: 'Previous row', group: 'Lists' },
  { keys: 'Enter', label: 'Open', group: 'Lists' },
  { keys: '/', label: 'Search', group: 'Lists' },
  { keys: 'Escape', label: 'Close', group: 'Everywhere' },
  // Registered by the toast library.
  { keys: 'alt+T', label: 'Focus latest notification', group: 'Everywhere' },
];
const order = ['This page', 'Go to', 'Lists', 'Everywhere'];

/** The shortcuts available on this page. */
export function ShortcutList({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const current = useSyncExternalStore(subscribe, registered);
  const unique = new Map([...builtIn, ...current].map((shortcut) => [shortcut.keys, shortcut]));
  const groups = Map.groupBy(unique.values(), ({ group }) => group);
  const names = [...groups.keys()].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts">
      {/* Focused, so that the arrow keys scroll and screen readers read the list. */}
      <Stack gap="lg" className={classes.groups} tabIndex={-1} data-autofocus>
        {names.map((name) => (
          <section key={name} aria-label={name}>
            <h2 className={classes.heading}>{name}</h2>
            <dl className={classes.list}>
              {groups.get(name)?.map(({ keys, label }) => (
                <div key={keys} className={classes.item}>
                  <dt>{label}</dt>
                  <dd className={classes.keys}>
                    <Shortcut keys={keyCaps(keys)} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Button
          variant="default"
          onClick={() => {
            onClose();
            openAssistant();
          }}
        >
          Ask the assistant
        </Button>
      </Stack>
    </Modal>
  );
}
