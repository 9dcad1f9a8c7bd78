import { SecuritySection } from './security-section.tsx';
import { SettingsForm } from './settings-form.tsx';
import type { SecurityFlow } from './use-security-flow.ts';

/** The name and the email of the account, as the identity service has them. */
export function ProfileSection({ security }: { security: SecurityFlow }) {
  return (
    <SecuritySection title="Name and email" description="The email is what you sign in with.">
      <SettingsForm
        security={security}
        group="profile"
        done="Name and email saved"
        label="Name and email"
        submitLabel="Save"
      />
    </SecuritySection>
  );
}
