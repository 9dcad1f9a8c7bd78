import { Button, Skeleton, Text } from '@mantine/core';
import type { Session } from '@ory/client';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { identityApi } from '#console/modules/user/identity-api.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { deviceOf } from './device.ts';
import classes from './security-section.module.css';
import { SecuritySection } from './security-section.tsx';

/** Signed-in devices: this one first, then the others with a button to sign them out. */
export function SessionSection() {
  const { sessions, failed, reload, revoke, revokeOthers } = useSessions();
  const confirm = useConfirm();
  const others = sessions?.filter((session) => !session.current) ?? [];

  const endAll = () =>
    confirm({
      title: 'Sign out other devices?',
      body: `${others.length === 1 ? 'The other device' : `All ${others.length} other devices`} will need to sign in again. This one stays signed in.`,
      confirmLabel: 'Sign out other devices',
      danger: true,
      action: revokeOthers,
      success: 'Other devices signed out',
    });

  return (
    <SecuritySection
      title="Devices"
      description="Where you're signed in. Sign out anything you don't recognise."
      state={sessions ? { tone: 'neutral', label: String(sessions.length) } : undefined}
      action={
        others.length > 0 && (
          <Button variant="default" onClick={endAll}>
            Sign out other devices
          </Button>
        )
      }
    >
      {failed && (
        <div role="alert">
          <Text mb="sm">Couldn&apos;t load your devices.</Text>
          <Button variant="default" onClick={reload}>
            Try again
          </Button>
        </div>
      )}
      {!sessions && !failed && <Skeleton height={56} role="status" aria-label="Loading" />}
      {sessions && (
        <ul className={classes.list}>
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              onRevoke={() =>
                attempt(() => revoke(session.id), {
                  success: `${deviceOf(session.userAgent).name} signed out`,
                })
              }
            />
          ))}
        </ul>
      )}
    </SecuritySection>
  );
}

function SessionItem({ session, onRevoke }: { session: SignedIn; onRevoke: () => void }) {
  const { name, mobile } = deviceOf(session.userAgent);
  const Icon = mobile ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.item}>
      <Icon />
      <div className={classes.grow}>
        <Text truncate>{name}</Text>
        <Text size="sm" c="dimmed" truncate>
          {[session.location, session.address].filter(Boolean).join(' · ')}
          {session.since && (
            <>
              {(session.location || session.address) && ' · '}signed in{' '}
              <RelativeTime value={session.since} />
            </>
          )}
        </Text>
      </div>
      {session.current ? (
        <StatusBadge tone="success">This device</StatusBadge>
      ) : (
        <Button variant="subtle" onClick={onRevoke} aria-label={`Sign out ${name}`}>
          Sign out
        </Button>
      )}
    </li>
  );
}

/** A signed-in device. */
type SignedIn = {
  id: string;
  current: boolean;
  userAgent: string;
  /** IP address, as seen by the identity service. */
  address: string | null;
  location: string | null;
  /** RFC 3339. */
  since: string | null;
};

/** The current session and the others, newest first; revoking one removes it from the list. */
function useSessions() {
  const [sessions, setSessions] = useState<SignedIn[] | null>(null);
  const [failed, setFailed] = useState(false);

  const load = useCallback(async (signal?: AbortSignal) => {
    setFailed(false);
    try {
      const api = identityApi();
      const [own, others] = await Promise.all([
        api.toSession({}, { signal }),
        api.listMySessions({ pageSize: 100 }, { signal }),
      ]);
      setSessions([
        signedInOf(own.data, true),
        ...others.data.map((other) => signedInOf(other, false)),
      ]);
    } catch {
      if (!signal?.aborted) setFailed(true);
    }
  }, []);

  useEffect(() => {
    const leaving = new AbortController();
    load(leaving.signal);
    return () => leaving.abort();
  }, [load]);

  const keep = (test: (session: SignedIn) => boolean) =>
    setSessions((before) => before?.filter(test) ?? null);

  return {
    sessions,
    failed,
    reload: () => void load(),
    revoke: async (id: string) => {
      await identityApi().disableMySession({ id });
      keep((session) => session.id !== id);
    },
    revokeOthers: async () => {
      await identityApi().disableMyOtherSessions();
      keep((session) => session.current);
    },
  };
}

function signedInOf(session: Session, current: boolean): SignedIn {
  const device = session.devices?.at(-1);
  return {
    id: session.id,
    current,
    userAgent: device?.user_agent ?? '',
    address: device?.ip_address ?? null,
    location: device?.location ?? null,
    since: session.authenticated_at ?? session.issued_at ?? null,
  };
}
