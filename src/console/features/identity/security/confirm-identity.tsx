import { Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from '#console/ui/feedback/toast.ts';
import { Modal } from '#console/ui/modal/modal.tsx';
import { consolePath, returnToParam, screenPath } from '../flow/destinations.ts';
import { isGeneric } from '../flow/flow-state.ts';
import type { FlowParams } from '../flow/flow-types.ts';
import { useFlow } from '../flow/use-flow.ts';
import { FlowForm } from '../form/flow-form.tsx';
import { confirmLead } from '../login-occasion.tsx';
import { useOwnEmail } from '../use-own-email.ts';

type ConfirmIdentityProps = {
  onClose: () => void;
  onConfirmed: () => void;
  /** What it is needed for, by default to change sign-in settings. */
  purpose?: string;
  /** The page to return to if the person confirms at another service. */
  returnTo?: string;
};

/** Confirms the user's identity in a dialog, so that nothing on the page is lost. */
export function ConfirmIdentity({ onClose, ...rest }: ConfirmIdentityProps) {
  return (
    <Modal opened onClose={onClose} title="Confirm it's you" size="sm">
      <ConfirmForm {...rest} />
    </Modal>
  );
}

function ConfirmForm({
  onConfirmed,
  purpose = 'change sign-in settings',
  returnTo,
}: Omit<ConfirmIdentityProps, 'onClose'>) {
  const [params, setParams] = useState<FlowParams>({
    refresh: 'true',
    ...(returnTo !== undefined && { return_to: returnToParam(returnTo) }),
  });
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
    onSignIn: () =>
      navigate(screenPath('login', { return_to: returnTo ?? screenPath('settings') })),
  });

  if (control.status === 'failed') return <Text role="alert">{control.error}</Text>;
  return (
    <Stack gap="md">
      <Text c="dimmed">
        {params.aal === 'aal2'
          ? `Complete the second step to ${purpose}.`
          : confirmLead(control.flow, purpose)}
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
