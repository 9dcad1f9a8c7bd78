import { useState } from 'react';
import { type SessionEnd, sessionEnd } from '#console/modules/user/session-record.ts';
import { FlowAlert } from './form/flow-alerts.tsx';

const reasons: Readonly<Record<SessionEnd, string>> = {
  expired: 'Your session has expired. Sign in again to continue.',
  ended:
    'Your session was ended, for example on another device or by a change of password. Sign in again to continue.',
};

/** Why someone who was signed in has to sign in again; nothing for anyone else. Only for when nobody is signed in. */
export function SessionEndNotice() {
  const [end] = useState(() => sessionEnd());
  return end && <FlowAlert type="info">{reasons[end]}</FlowAlert>;
}
