import type { ComponentProps } from 'react';
import { FlowForm } from '../form/flow-form.tsx';
import { type SecurityFlow, SHOWN_ELSEWHERE } from './use-security-flow.ts';

interface SettingsFormProps
  extends Omit<ComponentProps<typeof FlowForm>, 'kind' | 'control' | 'groups'> {
  security: SecurityFlow;
  /** The method whose fields it has. */
  group: string;
  /** The toast after saving. */
  done: string;
}

/** One of the forms of the settings flow. */
export function SettingsForm({ security, group, done, ...props }: SettingsFormProps) {
  const { control, submit, active } = security;
  return (
    <FlowForm
      kind="settings"
      groups={['default', group]}
      control={{ ...control, submit: (body, button) => submit(body, button, done) }}
      hideMessages={SHOWN_ELSEWHERE}
      quiet={active !== group}
      size="sm"
      {...props}
    />
  );
}
