import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import type { Flow } from '../flow/flow-types.ts';
import { FlowAlerts } from '../form/flow-alerts.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { type SecurityFlow, SHOWN_ELSEWHERE } from './use-security-flow.ts';

interface SecurityFrameProps {
  security: SecurityFlow;
  /** How many fields are expected. */
  fields: number;
  children: (flow: Flow) => ReactNode;
}

/** What the forms of a settings flow share: loading, failures, messages about no form, and the fresh sign-in. */
export function SecurityFrame({ security, fields, children }: SecurityFrameProps) {
  const { control, confirming, active } = security;
  const { flow } = control;
  return (
    <>
      {control.status === 'loading' && <FormSkeleton fields={fields} />}
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
          {active === null && (
            <FlowAlerts flow={flow} notice={control.notice} hide={SHOWN_ELSEWHERE} />
          )}
          {children(flow)}
        </Stack>
      )}
      {confirming && (
        <ConfirmIdentity onClose={security.cancelConfirm} onConfirmed={security.resume} />
      )}
    </>
  );
}
