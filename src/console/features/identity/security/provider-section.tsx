import { Button, Text } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import type { Flow, InputNode, UiNode } from '../flow/flow-types.ts';
import { messageText } from '../flow/messages.ts';
import { bodyOf, isInput } from '../flow/nodes.ts';
import { FlowAlerts } from '../form/flow-alerts.tsx';
import classes from './security-section.module.css';
import { countState, SecuritySection } from './security-section.tsx';
import { type SecurityFlow, SHOWN_ELSEWHERE } from './use-security-flow.ts';

const groups: readonly string[] = ['oidc', 'saml'];

/** Whether accounts of other services can be connected. */
export function hasProviders(flow: Flow): boolean {
  return providersOf(flow.ui.nodes).length > 0;
}

function providersOf(nodes: readonly UiNode[]): InputNode[] {
  return nodes.filter((node): node is InputNode => isInput(node) && groups.includes(node.group));
}

/** Accounts of other services that the person can sign in with: each is connected or can be. */
export function ProviderSection({ security }: { security: SecurityFlow }) {
  const { control, submit, active } = security;
  const confirm = useConfirm();
  const { flow } = control;
  if (!flow) return null;
  const providers = providersOf(flow.ui.nodes);
  const connected = providers.filter(isConnected).length;

  const press = async (node: InputNode) => {
    const name = nameOf(node);
    const yes =
      !isConnected(node) ||
      (await confirm({
        title: `Disconnect ${name}?`,
        body: `You won't be able to sign in with ${name} any more.`,
        confirmLabel: `Disconnect ${name}`,
        danger: true,
      }));
    if (yes) await submit(bodyOf(flow.ui.nodes, node, {}), keyOf(node), `${name} disconnected`);
  };

  return (
    <SecuritySection
      title="Connected accounts"
      description="Sign in with your account at another service."
      state={countState(connected)}
    >
      {active !== null && groups.includes(active) && (
        <FlowAlerts flow={flow} notice={control.notice} hide={SHOWN_ELSEWHERE} groups={groups} />
      )}
      <ul className={classes.list}>
        {providers.map((node) => (
          <li key={keyOf(node)} className={classes.item}>
            <IconPlugConnected />
            <div className={classes.grow}>
              <Text truncate>{nameOf(node)}</Text>
              <Text size="sm" c="dimmed">
                {isConnected(node) ? 'Connected' : 'Not connected'}
              </Text>
            </div>
            <Button
              variant={isConnected(node) ? 'subtle' : 'default'}
              aria-label={node.meta.label && messageText(node.meta.label)}
              loading={control.submitting === keyOf(node)}
              disabled={node.attributes.disabled}
              onClick={() => press(node)}
            >
              {isConnected(node) ? 'Disconnect' : 'Connect'}
            </Button>
          </li>
        ))}
      </ul>
    </SecuritySection>
  );
}

/** A provider that is connected has a button to unlink it. The last way to sign in has none. */
function isConnected({ attributes }: InputNode): boolean {
  return attributes.name === 'unlink';
}

function nameOf({ attributes, meta }: InputNode): string {
  const { provider } = (meta.label?.context ?? {}) as { provider?: unknown };
  return typeof provider === 'string' ? provider : String(attributes.value);
}

function keyOf({ attributes }: InputNode): string {
  return `${attributes.name}:${attributes.value}`;
}
