import { Alert, Stack } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { Flow } from '../flow/flow-types.ts';
import { messageText } from '../flow/messages.ts';
import { flowMessages } from '../flow/nodes.ts';

const looks = {
  error: { color: 'red', icon: <IconAlertCircle />, role: 'alert' },
  success: { color: 'green', icon: <IconCheck />, role: 'status' },
  info: { color: 'iris', icon: <IconInfoCircle />, role: 'status' },
} as const;

type FlowAlertProps = { type: keyof typeof looks; children: string };

/** One message of a flow. */
export function FlowAlert({ type, children }: FlowAlertProps) {
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
  /** Ids of messages that the screen words itself. */
  hide?: readonly number[];
};

/** The messages of the flow as a whole, shown above its fields. */
export function FlowAlerts({ flow, notice, hide }: FlowAlertsProps) {
  const messages = flowMessages(flow, hide);
  const isConfirming = 'refresh' in flow && flow.refresh === true;
  if (messages.length === 0 && notice === null) return null;
  return (
    <Stack gap="sm">
      {notice !== null && <FlowAlert type="info">{notice}</FlowAlert>}
      {messages.map((message) => (
        <FlowAlert key={message.id} type={message.type === '11184809' ? 'info' : message.type}>
          {messageText(message, isConfirming)}
        </FlowAlert>
      ))}
    </Stack>
  );
}
