import { Avatar, Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId, useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { PlainInput, PlainSelect } from '#console/ui/form/plain.tsx';
import { PlainField } from '#console/ui/form/plain-field.tsx';
import { parseAddress } from '#core/email/address.ts';
import { useListProjectMembers } from '#generated/api/member/member.ts';
import type { Share, ShareLevel, Sharing } from '#generated/model/index.ts';
import { ShareCreate } from '#generated/model/shareCreate.zod.ts';
import { roleLabel } from '../people/permission-words.ts';
import { levelLabel, levelOptions } from './level-words.ts';
import classes from './sharing.module.css';
import { type SharedTarget, useSharing } from './use-sharing.ts';

/** People who have access to a thing, and why; adds others. */
export function SharePeople({ target, isGuest }: { target: SharedTarget; isGuest: boolean }) {
  const { query } = useSharing(target);
  return (
    <Stack gap="md">
      <AddPerson target={target} isGuest={isGuest} />
      <Loaded query={query} skeleton={<TextSkeleton lines={3} />}>
        {(data) => <People target={target} sharing={data} />}
      </Loaded>
    </Stack>
  );
}

function AddPerson({ target, isGuest }: { target: SharedTarget; isGuest: boolean }) {
  const { add } = useSharing(target);
  const form = useForm(
    contractForm(ShareCreate, {
      initialValues: { email: '', level: 'view' as ShareLevel },
      validate: {
        email: (text) => parseAddress(text) === undefined && 'Enter an email address',
      },
    }),
  );
  const [busy, setBusy] = useState(false);
  const suggestions = useId();
  const email = form.values.email.trim();
  const { data: found } = useListProjectMembers(
    target.orgId,
    target.projectId,
    { q: email, page_limit: 5 },
    { query: { enabled: !isGuest && email.length > 1, meta: { silent: true } } },
  );

  const submit = form.onSubmit(async (body) => {
    setBusy(true);
    const isDone = await attempt(() => add(body), {
      success: ({ share, mailed }) => {
        const name = share.user?.name ?? share.email;
        if (share.status === 'active') return `Shared with ${name}`;
        return mailed
          ? `${name} was invited by email`
          : `${name} is invited. Copy the link and pass it on.`;
      },
      handle: (failure) => {
        const message = isApiError(failure) ? failure.problem?.errors?.[0]?.message : undefined;
        if (message) form.setFieldError('email', message);
        return message !== undefined;
      },
    });
    if (isDone) form.setFieldValue('email', '');
    setBusy(false);
  });

  return (
    <form className={classes.add} onSubmit={submit} noValidate>
      <PlainField label="Share with" error={form.errors.email as string | undefined}>
        {(control) => (
          <PlainInput
            {...control}
            type="email"
            placeholder="name@example.com"
            list={suggestions}
            value={form.values.email}
            onChange={(event) => form.setFieldValue('email', event.currentTarget.value)}
            data-autofocus
          />
        )}
      </PlainField>
      <datalist id={suggestions}>
        {found?.results.map(({ user }) => (
          <option key={user.id} value={user.email}>
            {user.name}
          </option>
        ))}
      </datalist>
      <PlainSelect
        aria-label="Access"
        options={levelOptions(target.type)}
        value={form.values.level}
        onChange={(value) => form.setFieldValue('level', value as ShareLevel)}
      />
      <Button type="submit" loading={busy}>
        Share
      </Button>
    </form>
  );
}

function People({ target, sharing }: { target: SharedTarget; sharing: Sharing }) {
  const { people, inherited } = sharing;
  return (
    <section aria-labelledby="share-people">
      <h3 id="share-people" className={classes.title}>
        People with access
      </h3>
      {people.length === 0 && !inherited && (
        <Text size="sm" c="dimmed">
          Not shared with anyone yet.
        </Text>
      )}
      <ul className={classes.list} aria-label="People with access">
        {people.map((share) => (
          <PersonRow key={share.id} target={target} share={share} />
        ))}
        {inherited?.people.map(({ user, role }) => (
          <li key={user.id} className={classes.row}>
            <Person name={user.name} avatar={user.avatar_url} note={user.email} />
            <Text size="sm" c="dimmed">
              {roleLabel(role)} of the project
            </Text>
          </li>
        ))}
        {inherited?.has_more && (
          <li className={classes.row}>
            <span className={classes.note}>And all other members of the project</span>
          </li>
        )}
      </ul>
    </section>
  );
}

function PersonRow({ target, share }: { target: SharedTarget; share: Share }) {
  const { change, remove } = useSharing(target);
  const name = share.user?.name ?? share.email;
  const note = [
    ...(share.user ? [share.email] : []),
    ...(share.status === 'invited' ? ['Invited'] : []),
    ...(share.link_id !== null ? ['By link'] : [`Shared by ${share.created_by.name}`]),
  ].join(' · ');
  return (
    <li className={classes.row}>
      <Person name={name} avatar={share.user?.avatar_url ?? null} note={note} />
      {share.link_id === null ? (
        <PlainSelect
          className={classes.level}
          aria-label={`Access of ${name}`}
          options={levelOptions(target.type)}
          value={share.level}
          onChange={(level) =>
            void attempt(() => change(share.id, level as ShareLevel), {
              success: `${name}: ${levelLabel(target.type, level as ShareLevel)}`,
            })
          }
        />
      ) : (
        <Text size="sm">{levelLabel(target.type, share.level)}</Text>
      )}
      <span>
        {share.invitation_link !== null && (
          <CopyButton what={`link for ${name}`} value={share.invitation_link} size="sm" />
        )}
        <Button
          variant="subtle"
          color="red"
          aria-label={`Remove ${name}`}
          onClick={() =>
            void attempt(async () => {
              await remove(share.id);
              const again = share.user?.email ?? share.email;
              toast.success(`${again} no longer has access by this share`);
            })
          }
        >
          Remove
        </Button>
      </span>
    </li>
  );
}

function Person({ name, avatar, note }: { name: string; avatar: string | null; note: string }) {
  return (
    <span className={classes.person}>
      <Avatar src={avatar} name={name} size={24} radius="xl" alt="" aria-hidden />
      <span className={classes.names}>
        <span className="tl-truncate">{name}</span>
        <span className={classes.note}>{note}</span>
      </span>
    </span>
  );
}
