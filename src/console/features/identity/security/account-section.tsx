import { paths } from '#console/modules/paths.ts';
import { hasGroup } from '../flow/nodes.ts';
import { ProfileSection } from './profile-section.tsx';
import { SecurityFrame } from './security-frame.tsx';
import { useSecurityFlow } from './use-security-flow.ts';

/** The name and email on the profile page, changed at the identity service. */
export function AccountSection() {
  const security = useSecurityFlow(paths.profile());
  return (
    <SecurityFrame security={security} fields={2}>
      {(flow) => hasGroup(flow, 'profile') && <ProfileSection security={security} />}
    </SecurityFrame>
  );
}
