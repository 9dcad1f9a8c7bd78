import { Alert } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { paths } from '#console/modules/paths.ts';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { endsOtherSessions, passwordRule } from './flow/facts.ts';
import type { Flow } from './flow/flow-types.ts';
import { hasGroup } from './flow/nodes.ts';
import { LookupSection } from './security/lookup-section.tsx';
import { PasskeySection } from './security/passkey-section.tsx';
import { ProfileSection } from './security/profile-section.tsx';
import { hasProviders, ProviderSection } from './security/provider-section.tsx';
import { SecurityFrame } from './security/security-frame.tsx';
import { SecurityKeySection } from './security/security-key-section.tsx';
import { SecuritySection } from './security/security-section.tsx';
import { SessionSection } from './security/session-section.tsx';
import { SettingsForm } from './security/settings-form.tsx';
import { TotpSection } from './security/totp-section.tsx';
import { type SecurityFlow, useSecurityFlow } from './security/use-security-flow.ts';

/** `/settings/security`: sign-in methods and signed-in devices. */
export function SecurityPage() {
  const security = useSecurityFlow(paths.security());
  const { recovered } = security;

  return (
    <Page title="Security" area="Settings" width="form">
      <SecurityFrame security={security} fields={4}>
        {(flow) => (
          <>
            {recovered && (
              <Recovered
                done={isRecoveryDone(flow, security.saved)}
                setsPassword={hasGroup(flow, 'password')}
              />
            )}
            {hasGroup(flow, 'password') && (
              <PasswordSection security={security} recovered={recovered} />
            )}
            {hasGroup(flow, 'totp') && <TotpSection security={security} />}
            {hasGroup(flow, 'lookup_secret') && <LookupSection security={security} />}
            {hasGroup(flow, 'passkey') && <PasskeySection security={security} />}
            {hasGroup(flow, 'webauthn') && <SecurityKeySection security={security} />}
            {hasProviders(flow) && <ProviderSection security={security} />}
            {hasGroup(flow, 'profile') && <ProfileSection security={security} />}
            <SessionSection key={security.saves} />
          </>
        )}
      </SecurityFrame>
    </Page>
  );
}

/** Whether a way to sign in was set after a recovery. */
function isRecoveryDone(flow: Flow, saved: string | null): boolean {
  if (hasGroup(flow, 'password')) return saved === 'password';
  return saved !== null && saved !== 'profile';
}

/** After a recovery: what is left to do, and then a link to continue. */
function Recovered({ done, setsPassword }: { done: boolean; setsPassword: boolean }) {
  return (
    <Alert
      color={done ? 'green' : 'iris'}
      variant="light"
      icon={<IconShieldCheck />}
      title={done ? 'All set' : "You're signed in"}
      role="status"
    >
      {done ? (
        <LinkButton to="/" mt="sm">
          Continue to Taskloom
        </LinkButton>
      ) : (
        `${setsPassword ? 'Set a new password' : 'Add a way to sign in'} now, so you can sign in with it next time.`
      )}
    </Alert>
  );
}

type PasswordSectionProps = { security: SecurityFlow; recovered: boolean };

/** Changes the password. After a recovery, setting one is the purpose of the page. */
function PasswordSection({ security, recovered }: PasswordSectionProps) {
  const { control, saved } = security;
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
      <SettingsForm
        security={security}
        group="password"
        done="Password changed"
        label="Change password"
        submitLabel={due ? 'Set password' : 'Change password'}
        hint={(name) => (due && name === 'password' ? rule : undefined)}
        fieldLabel={(name) => (name === 'password' ? 'New password' : undefined)}
        autoFocus={due}
      />
    </SecuritySection>
  );
}
