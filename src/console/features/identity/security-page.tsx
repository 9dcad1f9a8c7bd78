import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { paths } from '#console/modules/paths.ts';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { Page } from '#console/ui/page/page.tsx';
import type { Flow } from './flow/flow-types.ts';
import { hasGroup } from './flow/nodes.ts';
import { FlowAlerts } from './form/flow-alerts.tsx';
import { ConfirmIdentity } from './security/confirm-identity.tsx';
import { LookupSection } from './security/lookup-section.tsx';
import { PasskeySection } from './security/passkey-section.tsx';
import { PasswordSection } from './security/password-section.tsx';
import { ProfileSection } from './security/profile-section.tsx';
import { hasProviders, ProviderSection } from './security/provider-section.tsx';
import { SecurityKeySection } from './security/security-key-section.tsx';
import { SessionSection } from './security/session-section.tsx';
import { TotpSection } from './security/totp-section.tsx';
import { SHOWN_ELSEWHERE, useSecurityFlow } from './security/use-security-flow.ts';

/** `/settings/security`: sign-in methods and signed-in devices. */
export function SecurityPage() {
  const security = useSecurityFlow(paths.security());
  const { control, recovered, confirming } = security;
  const { flow } = control;

  return (
    <Page title="Security" area="Settings" width="form">
      {control.status === 'loading' && <FormSkeleton fields={4} />}
      {control.status === 'failed' && (
        <Stack gap="md" align="flex-start" role="alert">
          <Text>{control.error}</Text>
          <Button variant="default" onClick={control.restart}>
            Try again
          </Button>
        </Stack>
      )}
      {flow && (
        <Stack gap={40}>
          {/* What went wrong at another service, for example. */}
          {security.active === null && (
            <FlowAlerts flow={flow} notice={control.notice} hide={SHOWN_ELSEWHERE} />
          )}
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
        </Stack>
      )}
      {confirming && (
        <ConfirmIdentity onClose={security.cancelConfirm} onConfirmed={security.resume} />
      )}
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
