import { Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from '#console/ui/feedback/toast.ts';
import { Modal } from '#console/ui/modal/modal.tsx';
import { consolePath, screenPath } from '../flow/destinations.ts';
import { isGeneric } from '../flow/flow-state.ts';
import type { FlowParams } from '../flow/flow-types.ts';
import { useFlow } from '../flow/use-flow.ts';
import { FlowForm } from '../form/flow-form.tsx';
import { confirmLead } from '../login-occasion.tsx';
import { useOwnEmail } from '../use-own-email.ts';

type ConfirmIdentityProps = { onClose: () => void; onConfirmed: () => void };

/** Confirms the user's identity in a dialog, so that nothing on the page is lost. */
export function ConfirmIdentity({ onClose, onConfirmed }: ConfirmIdentityProps) {
  return (
    <Modal opened onClose={onClose} title="Confirm it's you" size="sm">
      <ConfirmForm onConfirmed={onConfirmed} />
    </Modal>
  );
}

function ConfirmForm({ onConfirmed }: { onConfirmed: () => void }) {
  const [params, setParams] = useState<FlowParams>({ refresh: 'true' });
  const navigate = useNavigate();
  const email = useOwnEmail(true);
  const control = useFlow('login', null, params, {
    onDone: onConfirmed,
    onAlreadySignedIn: onConfirmed,
    // A second factor is requested in the same dialog.
    onRedirect: (to) => {
      const path = consolePath(to);
      if (path === null) globalThis.location.assign(to);
      else setParams(secondFactor(path));
    },
    onFailed: (message) => isGeneric(message) && toast.error(message),
    onSignIn: () => navigate(screenPath('login', { return_to: screenPath('settings') })),
  });

  if (control.status === 'failed') return <Text role="alert">{control.error}</Text>;
  return (
    <Stack gap="md">
      <Text c="dimmed">
        {params.aal === 'aal2'
          ? 'Complete the second step to change sign-in settings.'
          : confirmLead(control.flow)}
      </Text>
      {control.status === 'loading' ? (
        <Stack gap="md" role="status" aria-label="Loading">
          <Skeleton height={60} />
          <Skeleton height={40} />
        </Stack>
      ) : (
        <FlowForm
          kind="login"
          control={control}
          label="Confirm it's you"
          submitLabel="Confirm"
          hideMessages={[1010003, 1010004]}
          initial={email === null ? undefined : { identifier: email }}
          autoFocus
        />
      )}
    </Stack>
  );
}

function secondFactor(path: string): FlowParams {
  const { searchParams } = new URL(path, globalThis.location.origin);
  return {
    aal: searchParams.get('aal') ?? 'aal2',
    refresh: searchParams.get('refresh') ?? undefined,
  };
}
