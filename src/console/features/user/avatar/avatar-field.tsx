import { Avatar, Button, FileButton, Text } from '@mantine/core';
import { useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { useSaveUser } from '#console/modules/user/use-save-user.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { onDemand } from '#console/ui/on-demand.tsx';
import { AVATAR_SOURCE_MAX_MB } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import { replaceUserAvatar, useDeleteUserAvatar } from '#generated/api/user/user.ts';
import type { User } from '#generated/model/index.ts';
import classes from '../profile.module.css';
import { decodePicture, pictureTypes, refusePicture } from './picture.ts';

const AvatarCrop = onDemand(() => import('./avatar-crop.tsx'), 'AvatarCrop');

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
