import { FlowForm } from '../form/flow-form.tsx';
import { SecuritySection } from './security-section.tsx';
import type { SecurityFlow } from './use-security-flow.ts';
import { SHOWN_ELSEWHERE } from './use-security-flow.ts';

/** The name and the email of the account, as the identity service has them. */
export function ProfileSection({ security }: { security: SecurityFlow }) {
  const { control, submit, active } = security;
  return (
    <SecuritySection title="Name and email" description="The email is what you sign in with.">
      <FlowForm
        kind="settings"
        groups={['default', 'profile']}
        control={{
          ...control,
          submit: (body, button) => submit(body, button, 'Name and email saved'),
        }}
        label="Name and email"
        submitLabel="Save"
        hideMessages={SHOWN_ELSEWHERE}
        quiet={active !== 'profile'}
        size="sm"
      />
    </SecuritySection>
  );
}
