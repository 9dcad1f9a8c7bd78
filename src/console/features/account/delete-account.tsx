import { Anchor, List, Stack, Text } from '@mantine/core';
import { mutate } from '#console/api/query/calls.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import '@mantine/core/styles/List.css';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '#console/modules/paths.ts';
import { EndingList } from '#console/modules/people/removal/left-behind-list.tsx';
import { countOf, ENDING_WORDS } from '#console/modules/people/removal/removal-words.ts';
import { signOut } from '#console/modules/user/sign-out.ts';
import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { formatDay } from '#console/ui/display/time.tsx';
import { FormSection } from '#console/ui/form/form.tsx';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import { ACCOUNT_DELETION_DAYS } from '#core/limits.ts';
import {
  getGetUserDeletionQueryKey,
  scheduleUserDeletion,
} from '#generated/api/account/account.ts';
import type { UserDeletion, UserDeletionOrg } from '#generated/model/index.ts';
import type { Confirmed } from './use-confirmed.ts';
import { useKeepAccount } from './use-keep-account.ts';

type DeleteAccountProps = { deletion: UserDeletion; confirmed: Confirmed };

/** What goes with the account, and the button that deletes it. */
export function DeleteAccount({ deletion, confirmed }: DeleteAccountProps) {
  const { delete_at, orgs, sign_in_stays, sign_in_required } = deletion;
  const { email } = useCurrentUser();
  const client = useQueryClient();
  const confirm = useConfirm();
  const keep = useKeepAccount();
  const shared = orgs.filter(({ people }) => people > 0);

  const start = async () => {
    // First, so that nothing is typed yet if the way to confirm leads through another page.
    if (sign_in_required) {
      if (!(await confirmed.confirm())) return;
      void client.invalidateQueries({ queryKey: getGetUserDeletionQueryKey() });
    }
    await confirm({
      title: 'Delete your account?',
      body: (
        <Stack gap="sm">
          <Text>
            You are signed out everywhere, and apps that you allowed lose access. After{' '}
            {ACCOUNT_DELETION_DAYS} days, your account is deleted for good. Until then, you can sign
            in and keep it.
          </Text>
          {orgs.length > 0 && (
            <Text>
              {orgs.map(({ name }) => name).join(', ')} {orgs.length === 1 ? 'is' : 'are'} deleted
              as well
              {shared.length > 0 && ', also for everyone else there'}.
            </Text>
          )}
          <Ending deletion={deletion} />
        </Stack>
      ),
      confirmLabel: 'Delete account',
      danger: true,
      typeName: email,
      action: async () => {
        try {
          const data = { email, org_ids: orgs.map(({ id }) => id) };
          if (!(await confirmed.run(() => mutate(scheduleUserDeletion, data)))) return;
        } catch (error) {
          // What goes with the account may have changed.
          void client.invalidateQueries({ queryKey: getGetUserDeletionQueryKey() });
          throw error;
        }
        await signOut();
      },
    });
  };

  return (
    <FormSection title="Delete account">
      <Stack gap="md" align="flex-start">
        {delete_at !== null ? (
          <>
            <Text>Your account will be deleted on {formatDay(delete_at)}.</Text>
            <ActionButton onClick={keep}>Keep account</ActionButton>
          </>
        ) : (
          <Text>
            Your account is deleted {ACCOUNT_DELETION_DAYS} days after you ask for it. This is what
            happens:
          </Text>
        )}
        <List spacing={4} pr="md">
          {consequences(deletion).map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
            <List.Item key={at}>{one}</List.Item>
          ))}
        </List>
        {sign_in_stays && (
          <Text c="dimmed">
            This server can't delete your account at the identity service. Ask its operator to do
            that; signing in again would start a new, empty account.
          </Text>
        )}
        {delete_at === null && (
          <ActionButton color="red" onClick={start}>
            Delete account
          </ActionButton>
        )}
      </Stack>
    </FormSection>
  );
}

/** What goes, and what stays. */
function consequences(deletion: UserDeletion): ReactNode[] {
  const { orgs, memberships, api_keys, ends, apps, chats } = deletion;
  const say = (count: number, one: string, many: string) =>
    count === 1 ? one : `${count} ${many}`;
  return [
    'Your profile, picture, notifications and sign-in are deleted.',
    ...orgs.map((org) => <GoesToo key={org.id} org={org} />),
    ...(memberships > 0
      ? [
          `You leave ${say(memberships, 'one other organisation or project', 'other organisations and projects')}.`,
        ]
      : []),
    ...(api_keys > 0
      ? [
          `${say(api_keys, 'One API key', 'API keys')} that you created there ${api_keys === 1 ? 'stops' : 'stop'} working at once.`,
        ]
      : []),
    ...ends.map(({ kind, count }) => {
      const what = countOf(ENDING_WORDS[kind], count);
      return `${what} of yours in other organisations and projects ${count === 1 ? 'ends' : 'end'} with your account.`;
    }),
    ...(apps > 0
      ? [
          `${say(apps, 'One app', 'apps')} that you allowed ${apps === 1 ? 'loses' : 'lose'} access at once.`,
        ]
      : []),
    ...(chats > 0 ? [`${say(chats, 'One private chat is', 'private chats are')} deleted.`] : []),
    'Tasks, documents, runs, shared chats and audit entries stay in their projects, without your name.',
  ];
}

/** What ends in organisations that stay, so that somebody can replace it first. */
function Ending({ deletion: { ends } }: { deletion: UserDeletion }) {
  if (ends.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text>This ends with your account, also where others use it:</Text>
      <EndingList groups={ends} />
    </Stack>
  );
}

function GoesToo({ org: { id, name, people } }: { org: UserDeletionOrg }) {
  return (
    <>
      The organisation <b>{name}</b> is deleted with all of its projects, because nobody else owns
      it
      {people > 0 ? ` (${people} other ${people === 1 ? 'member' : 'members'})` : ''}.{' '}
      {people > 0 && (
        <Anchor component={Link} to={paths.people(id)}>
          Give it to somebody else
        </Anchor>
      )}
    </>
  );
}
