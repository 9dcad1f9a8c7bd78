import { endsOtherSessions, passwordRule } from '../flow/facts.ts';
import { FlowForm } from '../form/flow-form.tsx';
import { SecuritySection } from './security-section.tsx';
import type { SecurityFlow } from './use-security-flow.ts';
import { SHOWN_ELSEWHERE } from './use-security-flow.ts';

type PasswordSectionProps = { security: SecurityFlow; recovered: boolean };

/** Changes the password. After a recovery, setting one is the purpose of the page. */
export function PasswordSection({ security, recovered }: PasswordSectionProps) {
  const { control, submit, active, saved } = security;
  const due = recovered && saved !== 'password';
  const nodes = control.flow?.ui.nodes ?? [];
  const rule = passwordRule(nodes);
  const facts = [endsOtherSessions(nodes) && "You'll be signed out on other devices.", rule];
  return (
    <SecuritySection
      title={due ? 'Set a new password' : 'Password'}
      description={due ? undefined : facts.filter(Boolean).join(' ') || undefined}
      state={due ? { tone: 'warning', label: 'Required' } : undefined}
    >
      <FlowForm
        kind="settings"
        groups={['default', 'password']}
        control={{
          ...control,
          submit: (body, button) => submit(body, button, 'Password changed'),
        }}
        label="Change password"
        submitLabel={due ? 'Set password' : 'Change password'}
        hint={(name) => (due && name === 'password' ? rule : undefined)}
        fieldLabel={(name) => (name === 'password' ? 'New password' : undefined)}
        hideMessages={SHOWN_ELSEWHERE}
        quiet={active !== 'password'}
        size="sm"
        autoFocus={due}
      />
    </SecuritySection>
  );
}
