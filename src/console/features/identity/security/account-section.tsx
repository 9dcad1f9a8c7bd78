import { Button, Stack, Text } from '@mantine/core';
import { paths } from '#console/modules/paths.ts';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { hasGroup } from '../flow/nodes.ts';
import { FlowAlerts } from '../form/flow-alerts.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SHOWN_ELSEWHERE, useSecurityFlow } from './use-security-flow.ts';

/** The name and email on the profile page, changed at the identity service. */
export function AccountSection() {
  const security = useSecurityFlow(paths.profile());
  const { control, confirming } = security;
  const { flow } = control;
  return (
    <>
      {control.status === 'loading' && <FormSkeleton fields={2} />}
      {control.status === 'failed' && (
        <Stack gap="md" align="flex-start" role="alert">
          <Text>{control.error}</Text>
          <Button variant="default" onClick={control.restart}>
            Try again
          </Button>
        </Stack>
      )}
      {flow && security.active === null && (
        <FlowAlerts flow={flow} notice={control.notice} hide={SHOWN_ELSEWHERE} />
      )}
      {flow && hasGroup(flow, 'profile') && <ProfileSection security={security} />}
      {confirming && (
        <ConfirmIdentity onClose={security.cancelConfirm} onConfirmed={security.resume} />
      )}
    </>
  );
}
