import { Checkbox, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { Page } from '#console/ui/page/page.tsx';
import {
  getGetNotificationPreferencesQueryKey,
  useGetNotificationPreferences,
  useUpdateNotificationPreferences,
} from '#generated/api/notification/notification.ts';
import type {
  NotificationKind,
  NotificationPreferences,
  NotificationPreferenceView,
} from '#generated/model/index.ts';
import classes from './notification.module.css';

const KINDS: Readonly<Record<NotificationKind, { label: string; about: string }>> = {
  invitation: {
    label: 'Invitations',
    about: 'Someone invites you to an organisation or project. The invitation is also an email.',
  },
  role: { label: 'Roles', about: 'Someone adds you, changes your role or removes you.' },
  join: {
    label: 'Requests to join',
    about: 'Someone asks to join an organisation that you manage, or your own request is declined.',
  },
  share: {
    label: 'Sharing',
    about: 'Someone shares a task, collection or chat with you.',
  },
  webhook: { label: 'Webhooks', about: 'A webhook of yours is disabled because it keeps failing.' },
  evaluation: { label: 'Evaluations', about: 'An evaluation that you started has ended.' },
  balance: { label: 'Balance', about: 'The balance of an organisation that you own is low.' },
  account: { label: 'Account', about: 'Your account, its deletion and your data. Always on.' },
};

const WAYS = [
  { way: 'in_app', label: 'In the app' },
  { way: 'email', label: 'By email' },
] as const;

/** `/settings/notifications`: what the person is told about, and how. Each change is saved immediately. */
export function NotificationSettingsPage() {
  const preferences = useGetNotificationPreferences();
  return (
    <Page title="Notifications" area="Settings" width="form">
      {preferences.isPending && <FormSkeleton fields={4} />}
      {preferences.error && !preferences.data && (
        <ErrorState error={preferences.error} onRetry={() => void preferences.refetch()} />
      )}
      {preferences.data && <Preferences {...preferences.data} />}
    </Page>
  );
}

function Preferences({ preferences, mailed }: NotificationPreferences) {
  const change = useChange();
  return (
    <Stack gap="md">
      <Text c="dimmed">
        Emails are sent a few minutes later, several together, and not about what you have already
        read.
        {!mailed && ' This server is not set up to send emails.'}
      </Text>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="tl-sr-only">Notifications about</span>
            </th>
            {WAYS.map(({ way, label }) => (
              <th key={way} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preferences.map((one) => (
            <tr key={one.kind}>
              <th scope="row">
                <div className={classes.kind}>{KINDS[one.kind].label}</div>
                <div className={classes.detail}>{KINDS[one.kind].about}</div>
              </th>
              {WAYS.map(({ way, label }) => (
                <td key={way}>
                  <Checkbox
                    aria-label={`${KINDS[one.kind].label}: ${label.toLowerCase()}`}
                    checked={one[way]}
                    disabled={one.fixed.includes(way)}
                    onChange={(event) => change(one, { [way]: event.currentTarget.checked })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Stack>
  );
}

/** Saves a change: shown at once, and rolled back with a toast if it fails. */
function useChange() {
  const client = useQueryClient();
  const key = getGetNotificationPreferencesQueryKey();
  const update = useUpdateNotificationPreferences({
    mutation: {
      onSuccess: (saved) => client.setQueryData(key, saved),
      onError: () => void client.invalidateQueries({ queryKey: key }),
    },
  });
  return (
    { kind, in_app, email, fixed }: NotificationPreferenceView,
    part: { in_app?: boolean; email?: boolean },
  ) => {
    const next = { kind, in_app, email, ...part };
    client.setQueryData<NotificationPreferences>(
      key,
      (before) =>
        before && {
          ...before,
          preferences: before.preferences.map((one) =>
            one.kind === kind ? { ...next, fixed } : one,
          ),
        },
    );
    update.mutate({ data: { preferences: [next] } });
  };
}
