import type { Session } from '@ory/client';
import { useCallback, useEffect, useState } from 'react';
import { identityApi } from '#console/modules/user/identity-api.ts';

/** A signed-in device. */
export type SignedIn = {
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
export function useSessions() {
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
      setSessions([read(own.data, true), ...others.data.map((other) => read(other, false))]);
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

function read(session: Session, current: boolean): SignedIn {
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
