import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { FlowForm } from '../form/flow-form.tsx';
import { CredentialList, removable } from './credential-list.tsx';
import classes from './security-section.module.css';
import { SecuritySection } from './security-section.tsx';
import type { SecurityFlow } from './use-security-flow.ts';

/** Security keys as a second step, if the identity service has them enabled. */
export function SecurityKeySection({ security }: { security: SecurityFlow }) {
  const { control, submit, active } = security;
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
      state={
        keys.length > 0
          ? { tone: 'success', label: String(keys.length) }
          : { tone: 'neutral', label: 'None' }
      }
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
          <FlowForm
            kind="settings"
            groups={['default', 'webauthn']}
            hideNodes={['webauthn_remove']}
            control={{
              ...control,
              submit: (body, button) => submit(body, button, 'Security key added'),
            }}
            label="Add security key"
            hideMessages={[1050001, 1060001]}
            quiet={active !== 'webauthn'}
            size="sm"
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
