import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { Page } from '#console/ui/page/page.tsx';
import { AvatarField } from './avatar/avatar-field.tsx';
import { EmailField } from './email-field.tsx';
import { NewsletterField } from './newsletter-field.tsx';
import { ProfileForm } from './profile-form.tsx';

/**
 * `/settings/profile`: a person's profile, as others in the organisation see it.
 * @param account the form of the name and email
 */
export function ProfilePage({ account }: { account: ReactNode }) {
  const user = useCurrentUser();
  return (
    <Page title="Profile" area="Settings" width="form">
      <Stack gap="xl">
        <AvatarField user={user} />
        <div>
          {account}
          <EmailField email={user.email} />
        </div>
        <ProfileForm key={user.id} user={user} />
        <NewsletterField user={user} />
      </Stack>
    </Page>
  );
}
