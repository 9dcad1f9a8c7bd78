import { AccountSection } from '../features/identity/security/account-section.tsx';
import { ProfilePage } from '../features/user/profile-page.tsx';

/** The profile, with the name and email that another feature changes. */
export function ProfilePageWithAccount() {
  return <ProfilePage account={<AccountSection />} />;
}
