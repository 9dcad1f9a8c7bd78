import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { formatDateTime, RelativeTime } from '#console/ui/display/time.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import {
  joinOrg,
  requestToJoin,
  useListJoinableOrgs,
  withdrawJoinRequest,
} from '#generated/api/capture/capture.ts';
import type { JoinableOrg } from '#generated/model/index.ts';
import { paths } from '../paths.ts';
import { roleLabel } from '../people/permission-words.ts';
import { useSelectionStore } from '../selection/selection-store.ts';
import classes from './join-offer.module.css';

type Act = (orgId: string, change: () => Promise<unknown>) => Promise<void>;

/** How often (ms) to look whether a request was answered. */
const POLL_MS = 10_000;

/** Offers the organisations whose email domain is the person's own; nothing if there are none. */
export function JoinOffer() {
  const { data } = useListJoinableOrgs({
    query: {
      staleTime: POLL_MS,
      refetchInterval: ({ state }) =>
        state.data?.results.some(({ request }) => request?.status === 'open') ? POLL_MS : false,
      meta: { silent: true },
    },
  });
  const select = useSelectionStore((state) => state.select);
  const [busy, setBusy] = useState<string | null>(null);
  if (!data || data.results.length === 0) return null;

  const act: Act = async (orgId, change) => {
    setBusy(orgId);
    await attempt(change, 'org.join');
    setBusy(null);
  };
  const join = (orgId: string) =>
    act(orgId, async () => {
      const { org_id, project_id } = await mutate(joinOrg, orgId);
      select({ orgId: org_id, projectId: project_id });
      // Everything in the cache may depend on the new role, so the console reloads.
      globalThis.location.assign(project_id ? paths.tasks(project_id) : paths.home());
    });

  return (
    <ul className={classes.offers} aria-label="Organisations that you can join">
      {data.results.map((org) => (
        <li key={org.org_id} className={classes.offer}>
          <div>
            <Text size="sm" fw={500}>
              {org.org_name}
            </Text>
            <Text size="xs" c="dimmed" role="status">
              <Offer org={org} />
            </Text>
          </div>
          <Action org={org} busy={busy === org.org_id} act={act} join={join} />
        </li>
      ))}
    </ul>
  );
}

/** What the person can do, or what became of their request. */
function Offer({ org: { domain, joining, role, request } }: { org: JoinableOrg }) {
  if (request?.status === 'open')
    return (
      <>
        You asked to join <RelativeTime value={request.created_at} />. Its owners and editors were
        notified.
      </>
    );
  if (request && !mayAskAgain(request))
    return `Your request was declined. You can ask again on ${formatDateTime(request.ask_again_at ?? '')}.`;
  const as = role === 'guest' ? 'guest' : roleLabel(role).toLowerCase();
  return `People with an address of ${domain} can ${joining === 'open' ? 'join' : 'ask to join'} as ${as}.`;
}

interface ActionProps {
  org: JoinableOrg;
  busy: boolean;
  act: Act;
  join: (orgId: string) => Promise<void>;
}

function Action({ org: { org_id, org_name, joining, request }, busy, act, join }: ActionProps) {
  const common = { size: 'xs', variant: 'default', loading: busy };
  if (joining === 'open')
    return (
      <Button {...common} aria-label={`Join ${org_name}`} onClick={() => void join(org_id)}>
        Join
      </Button>
    );
  if (request?.status === 'open')
    return (
      <Button
        {...common}
        aria-label={`Withdraw the request to join ${org_name}`}
        onClick={() => void act(org_id, () => mutate(withdrawJoinRequest, org_id))}
      >
        Withdraw
      </Button>
    );
  if (request && !mayAskAgain(request)) return null;
  return (
    <Button
      {...common}
      aria-label={`Ask to join ${org_name}`}
      onClick={() => void act(org_id, () => mutate(requestToJoin, org_id))}
    >
      Ask to join
    </Button>
  );
}

function mayAskAgain({ ask_again_at }: NonNullable<JoinableOrg['request']>): boolean {
  return ask_again_at === null || Date.parse(ask_again_at) <= Date.now();
}
