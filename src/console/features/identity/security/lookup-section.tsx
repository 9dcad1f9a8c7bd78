import { Button, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTakeFocus } from '#console/ui/keyboard/use-return-focus.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { bodyOf, findNode, isInput } from '../flow/nodes.ts';
import { FlowContent } from '../form/flow-content.tsx';
import classes from './security-section.module.css';
import { onOff, SecuritySection } from './security-section.tsx';
import type { SecurityFlow } from './use-security-flow.ts';

/** Backup codes: active only once confirmed. Services that keep them readable can show them again. */
export function LookupSection({ security }: { security: SecurityFlow }) {
  const { control, submit } = security;
  const confirm = useConfirm();
  const nodes = control.flow?.ui.nodes ?? [];
  const button = (name: string) => {
    const node = findNode(nodes, name);
    return node && isInput(node) ? node : null;
  };
  const regenerate = button('lookup_secret_regenerate');
  const reveal = button('lookup_secret_reveal');
  const keep = button('lookup_secret_confirm');
  const disable = button('lookup_secret_disable');
  const codes = findNode(nodes, 'lookup_secret_codes');
  const shown = useRef<HTMLElement>(null);
  useTakeFocus(shown, codes !== undefined && codes !== null);
  // Once the codes are confirmed, this section disappears with the pressed button.
  const next = useRef<HTMLButtonElement>(null);
  const [wereShown, setWereShown] = useState(false);
  if (codes && !wereShown) setWereShown(true);
  useTakeFocus(next, wereShown && !codes);
  const on = reveal !== null || (disable !== null && keep === null);

  const press = (node: ReturnType<typeof button>, done?: string) =>
    node && submit(bodyOf(nodes, node, {}), node.attributes.name, done);
  const replace = async () => {
    const yes =
      !on ||
      (await confirm({
        title: 'Generate new backup codes?',
        body: 'Your current codes stop working as soon as you confirm the new ones.',
        confirmLabel: 'Generate codes',
      }));
    if (yes) await press(regenerate);
  };
  const turnOff = () =>
    confirm({
      title: 'Turn off backup codes?',
      body: 'Your backup codes will stop working.',
      confirmLabel: 'Turn off codes',
      danger: true,
      action: async () => press(disable, 'Backup codes turned off'),
    });
  const busy = (name: string) => control.submitting === name;

  return (
    <SecuritySection
      title="Backup codes"
      description="For when you can't use your phone. Each code works once."
      state={stateOf(on, keep !== null)}
      action={
        keep === null && (
          <Group gap="sm" wrap="nowrap">
            {reveal && !codes && (
              <Button
                ref={next}
                variant="default"
                loading={busy('lookup_secret_reveal')}
                onClick={() => press(reveal)}
              >
                Show
              </Button>
            )}
            {regenerate && (
              <Button
                ref={reveal && !codes ? undefined : next}
                variant="default"
                loading={busy('lookup_secret_regenerate')}
                onClick={replace}
              >
                {on ? 'Generate codes' : 'Set up'}
              </Button>
            )}
            {disable && (
              <Button
                variant="default"
                loading={busy('lookup_secret_disable')}
                disabled={disable.attributes.disabled}
                onClick={turnOff}
              >
                Turn off
              </Button>
            )}
          </Group>
        )
      }
    >
      {codes && (
        // The pressed button disappears, and focus would be lost with it.
        <section ref={shown} className={classes.setup} tabIndex={-1} aria-label="Your backup codes">
          {keep && <Text>Store these somewhere safe, such as a password manager.</Text>}
          <FlowContent node={codes} />
          {keep && (
            <Group gap="sm">
              <Button
                loading={busy('lookup_secret_confirm')}
                onClick={() => press(keep, 'Backup codes turned on')}
              >
                I've saved them
              </Button>
              <Button variant="subtle" onClick={control.restart}>
                Cancel
              </Button>
            </Group>
          )}
        </section>
      )}
    </SecuritySection>
  );
}

function stateOf(on: boolean, unconfirmed: boolean) {
  if (unconfirmed) return { tone: 'warning', label: 'Not saved yet' } as const;
  return onOff(on);
}
