import { IconKey } from '@tabler/icons-react';
import { FlowForm } from '#console/modules/identity/flow-form.tsx';
import { CredentialList, removable } from './credential-list.tsx';
import { SecuritySection } from './security-section.tsx';
import type { SecurityFlow } from './use-security-flow.ts';

/** Security keys as a second step, where the identity service has them on. */
export function SecurityKeySection({ security }: { security: SecurityFlow }) {
  const { control, submit, active } = security;
  const keys = removable(security, 'webauthn_remove');
  return (
    <SecuritySection
      title="Security keys"
      description="A USB or NFC key as a second step when you sign in."
      state={
        keys.length > 0
          ? { tone: 'success', label: String(keys.length) }
          : { tone: 'neutral', label: 'None' }
      }
    >
      <CredentialList
        security={security}
        removal="webauthn_remove"
        noun="security key"
        icon={<IconKey size={18} stroke={1.5} />}
      />
      <FlowForm
        kind="settings"
        groups={['default', 'webauthn']}
        hideNodes={['webauthn_remove']}
        control={{
          ...control,
          submit: (body, button) => submit(body, button, 'Security key added.'),
        }}
        label="Add a security key"
        hideMessages={[1050001, 1060001]}
        quiet={active !== 'webauthn'}
        size="sm"
      />
    </SecuritySection>
  );
}
