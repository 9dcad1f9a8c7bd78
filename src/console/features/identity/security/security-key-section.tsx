import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { CredentialList, removable } from './credential-list.tsx';
import classes from './security-section.module.css';
import { SecuritySection } from './security-section.tsx';
import { SettingsForm } from './settings-form.tsx';
import type { SecurityFlow } from './use-security-flow.ts';

/** Security keys as a second step, if the identity service has them enabled. */
export function SecurityKeySection({ security }: { security: SecurityFlow }) {
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
