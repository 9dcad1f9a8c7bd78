import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useUpdateUser } from '#generated/api/user/user.ts';
import type { User } from '#generated/model/index.ts';
import { useSaveUser } from './use-save-user.ts';

/** The newsletter switch: applied immediately, and rolled back with a toast on failure. */
export function NewsletterField({ user }: { user: User }) {
  const save = useSaveUser();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const update = useUpdateUser({
    mutation: {
      meta: { area: 'profile.update' },
      onSuccess: (changed) => save(changed),
      onSettled: () => setWanted(null),
    },
  });

  return (
    <Switch
      label="Newsletter"
      description="What's new in Taskloom, about once a month."
      checked={wanted ?? user.subscribed_to_newsletter}
      onChange={(event) => {
        const next = event.currentTarget.checked;
        setWanted(next);
        update.mutate({ data: { subscribed_to_newsletter: next } });
      }}
    />
  );
}
