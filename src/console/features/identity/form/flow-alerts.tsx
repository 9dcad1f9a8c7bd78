import { Alert, Stack } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { Flow, UiNode } from '../flow/flow-types.ts';
import { messageText } from '../flow/messages.ts';
import { flowMessages, nameOf } from '../flow/nodes.ts';

const looks = {
  error: { color: 'red', icon: <IconAlertCircle />, role: 'alert' },
  success: { color: 'green', icon: <IconCheck />, role: 'status' },
  info: { color: 'iris', icon: <IconInfoCircle />, role: 'status' },
} as const;

/** One message of a flow. */
export function FlowAlert({ type, children }: { type: keyof typeof looks; children: string }) {
  const { color, icon, role } = looks[type];
  return (
    <Alert variant="light" color={color} icon={icon} role={role} py={8} px={12}>
      {children}
    </Alert>
  );
}

type FlowAlertsProps = {
  flow: Flow;
  notice: string | null;
  /** Why the last submission failed. */
  error?: string | null;
  /** Ids of messages that the screen words itself. */
  hide?: readonly number[];
  /** The groups of the form; all by default. */
  groups?: readonly string[];
};

/** The messages of the flow as a whole and of fields that aren't shown, above its fields. */
export function FlowAlerts({ flow, notice, error = null, hide, groups }: FlowAlertsProps) {
  const messages = flowMessages(flow, hide, groups);
  const isConfirming = 'refresh' in flow && flow.refresh === true;
  if (messages.length === 0 && notice === null && error === null) return null;
  return (
    <Stack gap="sm">
      {error !== null && <FlowAlert type="error">{error}</FlowAlert>}
      {notice !== null && <FlowAlert type="info">{notice}</FlowAlert>}
      {messages.map(({ message, field }) => (
        <FlowAlert
          key={`${message.id} ${field ? nameOf(field) : ''}`}
          type={message.type === '11184809' ? 'info' : message.type}
        >
          {[field && labelOf(field), messageText(message, isConfirming)].filter(Boolean).join(': ')}
        </FlowAlert>
      ))}
    </Stack>
  );
}

/** What a hidden field is called; buttons and fields without a label need no name. */
function labelOf(node: UiNode): string | undefined {
  const isField = node.attributes.node_type === 'input' && node.attributes.type === 'hidden';
  const { label } = node.meta;
  return label && isField ? messageText(label) : undefined;
}
