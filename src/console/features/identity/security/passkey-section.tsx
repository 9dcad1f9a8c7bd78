import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { bodyOf, findNode, isInput } from '../flow/nodes.ts';
import { FlowAlert, FlowAlerts } from '../form/flow-alerts.tsx';
import { runCeremony } from '../passkey/ceremonies.ts';
import { CredentialList, removable } from './credential-list.tsx';
import { SecuritySection } from './security-section.tsx';
import type { SecurityFlow } from './use-security-flow.ts';

/** Passkeys: sign in with a fingerprint, face or device PIN. */
export function PasskeySection({ security }: { security: SecurityFlow }) {
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
      state={
        count > 0 ? { tone: 'success', label: String(count) } : { tone: 'neutral', label: 'None' }
      }
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
