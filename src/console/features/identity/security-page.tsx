import { Alert, Button } from '@mantine/core';
import { IconFingerprint, IconKey, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { paths } from '#console/modules/paths.ts';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { endsOtherSessions, passwordRule } from './flow/facts.ts';
import type { Flow } from './flow/flow-types.ts';
import { bodyOf, findNode, hasGroup, isInput } from './flow/nodes.ts';
import { FlowAlert, FlowAlerts } from './form/flow-alerts.tsx';
import { runCeremony } from './passkey/ceremonies.ts';
import { CredentialList, removable } from './security/credential-list.tsx';
import { LookupSection } from './security/lookup-section.tsx';
import { ProfileSection } from './security/profile-section.tsx';
import { hasProviders, ProviderSection } from './security/provider-section.tsx';
import { SecurityFrame } from './security/security-frame.tsx';
import classes from './security/security-section.module.css';
import { countState, SecuritySection } from './security/security-section.tsx';
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

/** Changes the password. After a recovery, setting one is the purpose of the page. */
function PasswordSection({ security, recovered }: { security: SecurityFlow; recovered: boolean }) {
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

/** Passkeys: sign in with a fingerprint, face or device PIN. */
function PasskeySection({ security }: { security: SecurityFlow }) {
  const { control, submit, active } = security;
  const [problem, setProblem] = useState<string | null>(null);
  const [waiting, setWaiting] = useState(false);
  const { flow } = control;
  if (!flow) return null;
  const count = removable(security, 'passkey_remove').length;
  const trigger = findNode(flow.ui.nodes, 'passkey_register_trigger');

  const add = async () => {
    if (!trigger || !isInput(trigger)) return;
    setProblem(null);
    setWaiting(true);
    const { result, field } = await runCeremony(flow.ui.nodes, trigger, {});
    setWaiting(false);
    if (result.type === 'failed') setProblem(result.message);
    if (result.type !== 'response') return;
    const body = bodyOf(flow.ui.nodes, trigger, {}, { [field]: result.value });
    await submit(body, 'passkey_register', 'Passkey added');
  };

  return (
    <SecuritySection
      title="Passkeys"
      description="Sign in with your fingerprint, face or device PIN instead of a password."
      state={countState(count)}
      action={
        trigger && (
          <Button
            variant="default"
            loading={waiting || control.submitting === 'passkey_register'}
            onClick={add}
          >
            Add passkey
          </Button>
        )
      }
    >
      {problem !== null && <FlowAlert type="error">{problem}</FlowAlert>}
      {active === 'passkey' && (
        <FlowAlerts flow={flow} notice={control.notice} hide={[1050001, 1060001]} />
      )}
      <CredentialList
        security={security}
        removal="passkey_remove"
        noun="passkey"
        icon={<IconFingerprint />}
      />
    </SecuritySection>
  );
}

/** Security keys as a second step, if the identity service has them enabled. */
function SecurityKeySection({ security }: { security: SecurityFlow }) {
  const keys = removable(security, 'webauthn_remove');
  const [open, setOpen] = useState(false);
  const [count, setCount] = useState(keys.length);

  // A key was added or removed, so the form has served its purpose.
  if (count !== keys.length) {
    setCount(keys.length);
    setOpen(false);
  }

  return (
    <SecuritySection
      title="Security keys"
      description="Sign in with a USB or NFC key."
      state={countState(keys.length)}
      action={
        !open && (
          <Button variant="default" onClick={() => setOpen(true)}>
            Add security key
          </Button>
        )
      }
    >
      <CredentialList
        security={security}
        removal="webauthn_remove"
        noun="security key"
        icon={<IconKey />}
      />
      {open && (
        <div className={classes.setup}>
          <SettingsForm
            security={security}
            group="webauthn"
            done="Security key added"
            hideNodes={['webauthn_remove']}
            label="Add security key"
            autoFocus
          />
          <div>
            <Button variant="subtle" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </SecuritySection>
  );
}
