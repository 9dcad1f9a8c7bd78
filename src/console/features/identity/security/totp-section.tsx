import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { bodyOf, findNode, isInput } from '../flow/nodes.ts';
import { FlowContent } from '../form/flow-content.tsx';
import classes from './security-section.module.css';
import { onOff, SecuritySection } from './security-section.tsx';
import { SettingsForm } from './settings-form.tsx';
import type { SecurityFlow } from './use-security-flow.ts';

/** The authenticator app: set up by scanning a QR code and entering one code; removing it asks for confirmation. */
export function TotpSection({ security }: { security: SecurityFlow }) {
  const { control, submit } = security;
  const [open, setOpen] = useState(false);
  const confirm = useConfirm();
  const nodes = control.flow?.ui.nodes ?? [];
  const unlink = findNode(nodes, 'totp_unlink');
  const on = unlink !== undefined && isInput(unlink);

  // Once it is on, the setup is closed; otherwise it would reopen after a removal.
  if (on && open) setOpen(false);

  const remove = async () => {
    if (!on) return;
    await confirm({
      title: 'Remove authenticator app?',
      body: "You'll no longer need its codes to sign in.",
      confirmLabel: 'Remove app',
      danger: true,
      action: () => submit(bodyOf(nodes, unlink, {}), 'totp_unlink', 'Authenticator app removed'),
    });
  };

  return (
    <SecuritySection
      title="Authenticator app"
      description="A code from your phone as a second step when you sign in."
      state={onOff(on)}
      action={
        on ? (
          <Button
            variant="default"
            loading={control.submitting === 'totp_unlink'}
            disabled={unlink.attributes.disabled}
            onClick={remove}
          >
            Remove
          </Button>
        ) : (
          <Button variant="default" onClick={() => setOpen(!open)}>
            {open ? 'Cancel' : 'Set up'}
          </Button>
        )
      }
    >
      {!on && open && <TotpSetup security={security} />}
    </SecuritySection>
  );
}

function TotpSetup({ security }: { security: SecurityFlow }) {
  const nodes = security.control.flow?.ui.nodes ?? [];
  const qr = findNode(nodes, 'totp_qr');
  const secret = findNode(nodes, 'totp_secret_key');
  return (
    <div className={classes.setup} data-two>
      <div>{qr && <FlowContent node={qr} />}</div>
      <div className={classes.steps}>
        <Text>Scan this with your authenticator app, then enter the code it shows.</Text>
        {secret && <FlowContent node={secret} />}
        <SettingsForm
          security={security}
          group="totp"
          done="Authenticator app added"
          hideNodes={['totp_qr', 'totp_secret_key']}
          label="Set up authenticator app"
          submitLabel="Turn on"
          autoFocus
        />
      </div>
    </div>
  );
}
