import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatRelative } from '#console/ui/display/time.tsx';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import type { InputNode } from '../flow/flow-types.ts';
import { bodyOf, isInput } from '../flow/nodes.ts';
import classes from './security-section.module.css';
import type { SecurityFlow } from './use-security-flow.ts';

type CredentialListProps = {
  security: SecurityFlow;
  /** The name of the remove buttons, e.g. `passkey_remove`. */
  removal: string;
  /** What one credential is called, e.g. `passkey`. */
  noun: string;
  icon: ReactNode;
};

/** The passkeys or security keys that a flow can remove. */
export function removable(security: SecurityFlow, removal: string): InputNode[] {
  const nodes = security.control.flow?.ui.nodes ?? [];
  return nodes.filter(
    (node): node is InputNode => isInput(node) && node.attributes.name === removal,
  );
}

/** Registered keys with name and age; removing one asks for confirmation. */
export function CredentialList({ security, removal, noun, icon }: CredentialListProps) {
  const { control, submit } = security;
  const confirm = useConfirm();
  const keys = removable(security, removal);
  if (keys.length === 0) return null;

  const remove = async (node: InputNode) => {
    const { name } = describe(node, noun);
    await confirm({
      title: `Remove ${name}?`,
      body: `You won't be able to sign in with this ${noun} any more.`,
      confirmLabel: `Remove ${noun}`,
      danger: true,
      action: () =>
        submit(
          bodyOf(control.flow?.ui.nodes ?? [], node, {}),
          `${removal}:${node.attributes.value}`,
          `${name} removed`,
        ),
    });
  };

  return (
    <ul className={classes.list}>
      {keys.map((node) => {
        const { name, added } = describe(node, noun);
        return (
          <li key={String(node.attributes.value)} className={classes.item}>
            {icon}
            <div className={classes.grow}>
              <Text truncate>{name}</Text>
              {added && (
                <Text size="sm" c="dimmed">
                  Added {formatRelative(added)}
                </Text>
              )}
            </div>
            <Button
              variant="subtle"
              aria-label={`Remove ${name}`}
              loading={control.submitting === `${removal}:${node.attributes.value}`}
              disabled={node.attributes.disabled}
              onClick={() => remove(node)}
            >
              Remove
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function describe(node: InputNode, noun: string): { name: string; added: string | null } {
  const context = (node.meta.label?.context ?? {}) as Record<string, unknown>;
  const { display_name: name, added_at: added } = context;
  return {
    // Ory calls a credential that has no name "unnamed".
    name: typeof name === 'string' && name !== '' && name !== 'unnamed' ? name : `Unnamed ${noun}`,
    added: typeof added === 'string' ? added : null,
  };
}
