import {
  Autocomplete,
  Avatar,
  Button,
  FileButton,
  Group,
  Stack,
  Switch,
  Text,
  Textarea,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { paths } from '#console/modules/paths.ts';
import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { useEmailVerified } from '#console/modules/user/use-email-verified.ts';
import { useSaveUser } from '#console/modules/user/use-save-user.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { onDemand } from '#console/ui/on-demand.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { AVATAR_SOURCE_MAX_MB, BIO_MAX } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import { replaceUserAvatar, useDeleteUserAvatar, useUpdateUser } from '#generated/api/user/user.ts';
import type { User } from '#generated/model/index.ts';
import { UserUpdate } from '#generated/model/userUpdate.zod.ts';
import { decodePicture, pictureTypes, refusePicture } from './avatar/picture.ts';
import { jobRoles } from './job-roles.ts';
import classes from './profile.module.css';

const AvatarCrop = onDemand(() => import('./avatar/avatar-crop.tsx'), 'AvatarCrop');

/** A person's picture: choose, crop, upload, remove. */
export function AvatarField({ user }: { user: User }) {
  const save = useSaveUser();
  const remove = useDeleteUserAvatar({
    mutation: {
      meta: { area: 'avatar.update' },
      onSuccess: (changed) => save(changed, { newAvatar: true }),
    },
  });
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const choose = async (file: File | null) => {
    if (!file) return;
    const refusal = await refusePicture(file);
    setProblem(refusal);
    if (refusal !== null) return;
    try {
      setPicture(await decodePicture(file));
    } catch {
      setProblem(MESSAGES.image.unreadable);
    }
  };
  const upload = async (file: Blob) => {
    const changed = await mutate(replaceUserAvatar, { file });
    save(changed, { newAvatar: true });
    setPicture(null);
    toast.success('Picture saved');
  };

  return (
    <section className={classes.avatar} aria-label="Picture">
      <Avatar className={classes.picture} src={user.avatar_url} name={user.name} size={72} alt="" />
      <div>
        <div className={classes.actions}>
          <FileButton accept={pictureTypes.join(',')} onChange={choose}>
            {(props) => (
              <Button variant="default" {...props}>
                {user.avatar_url ? 'Change picture' : 'Upload picture'}
              </Button>
            )}
          </FileButton>
          {user.avatar_url && (
            <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate()}>
              Remove
            </Button>
          )}
        </div>
        <Text
          size="sm"
          mt={4}
          c={problem === null ? 'dimmed' : 'var(--mantine-color-error)'}
          role={problem === null ? undefined : 'alert'}
        >
          {problem ?? `PNG, JPEG, WebP or GIF, up to ${AVATAR_SOURCE_MAX_MB} MB.`}
        </Text>
      </div>
      {picture && <AvatarCrop picture={picture} onClose={() => setPicture(null)} onSave={upload} />}
    </section>
  );
}

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

/** Whether the sign-in email is verified. */
function EmailField({ email }: { email: string }) {
  const verified = useEmailVerified(email);

  if (verified === null) return null;
  return (
    <Group gap="sm" mt="sm">
      <Text size="sm" c="dimmed">
        {email}
      </Text>
      {verified ? (
        <StatusBadge tone="success">Verified</StatusBadge>
      ) : (
        <>
          <StatusBadge tone="warning">Not verified</StatusBadge>
          <LinkButton variant="default" size="xs" to={paths.verification(paths.profile())}>
            Verify
          </LinkButton>
        </>
      )}
    </Group>
  );
}

/** The newsletter switch: applied immediately, and rolled back with a toast on failure. */
function NewsletterField({ user }: { user: User }) {
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

/** Job role and bio. */
function ProfileForm({ user }: { user: User }) {
  const save = useSaveUser();
  const update = useUpdateUser({ mutation: { meta: { area: 'profile.update', fields: true } } });
  const form = useForm(
    contractForm(UserUpdate, { initialValues: { job_role: user.job_role ?? '', bio: user.bio } }),
  );

  return (
    <Form
      form={form}
      label="Profile"
      onSubmit={async (data) => {
        const changed = await update.mutateAsync({ data });
        save(changed);
        form.setValues({ job_role: changed.job_role ?? '', bio: changed.bio });
        toast.success('Profile saved');
      }}
    >
      <Stack gap="md">
        <Autocomplete
          label="Job role"
          description="Pick one or write your own."
          data={[...jobRoles]}
          {...form.getInputProps('job_role')}
        />
        <Textarea label="Bio" autosize minRows={3} maxRows={10} {...form.getInputProps('bio')} />
        <Text size="sm" c="dimmed" ta="right" mt={-12} className="tl-tabular">
          {form.values.bio.length} / {BIO_MAX}
        </Text>
      </Stack>
      <SubmitBar label="Save profile" />
    </Form>
  );
}
