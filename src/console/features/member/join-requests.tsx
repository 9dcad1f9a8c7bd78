import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { flatten, paged } from '#console/api/query/paging.ts';
import { roleLabel } from '#console/modules/people/permission-words.ts';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { PlainSelect } from '#console/ui/form/plain.tsx';
import {
  approveJoinRequest,
  declineJoinRequest,
  useListJoinRequestsInfinite,
} from '#generated/api/capture/capture.ts';
import type { DomainRole, JoinRequest } from '#generated/model/index.ts';
import classes from './member.module.css';
import { PersonCell } from './person-cell.tsx';
import { pollDelay } from './use-people.ts';

/** Who asks to join an organisation, for those who may let them in; nothing if nobody does. */
export function JoinRequests({ orgId }: { orgId: string }) {
  const requests = useListJoinRequestsInfinite(orgId, undefined, {
    query: { ...paged, refetchInterval: pollDelay, meta: { silent: true } },
  });
  const rows = flatten(requests.data);
  if (rows.length === 0) return null;
  return (
    <section className={classes.asking} aria-labelledby="asking">
      <Text id="asking" component="h2" size="sm" fw={600}>
        {rows.length === 1 && !requests.hasNextPage
          ? '1 person asks to join'
          : `${rows.length}${requests.hasNextPage ? '+' : ''} people ask to join`}
      </Text>
      <ul className={classes.requests}>
        {rows.map((request) => (
          <Request key={request.id} orgId={orgId} request={request} />
        ))}
      </ul>
      {requests.hasNextPage && (
        <Button
          variant="subtle"
          loading={requests.isFetchingNextPage}
          onClick={() => void requests.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  );
}

function Request({ orgId, request }: { orgId: string; request: JoinRequest }) {
  const { id, user, domain, projects, created_at } = request;
  const [role, setRole] = useState<DomainRole>(request.role);
  const [busy, setBusy] = useState(false);
  const act = async (change: () => Promise<unknown>, said: string) => {
    setBusy(true);
    await attempt(() => change(), { success: said, area: 'member.update' });
    setBusy(false);
  };
  const roles = ['member', 'editor', ...(projects.length > 0 ? ['guest'] : [])];
  return (
    <li className={classes.request}>
      <PersonCell user={user} />
      <Text size="xs" c="dimmed">
        By {domain}, <RelativeTime value={created_at} />
      </Text>
      <span className={classes.decision}>
        <PlainSelect
          aria-label={`Role for ${user.name}`}
          value={role}
          options={roles.map((one) => ({
            value: one,
            label:
              one === 'guest'
                ? `Guest of ${projects.map(({ name }) => name).join(', ')}`
                : roleLabel(one as 'member'),
          }))}
          onChange={(next) => setRole(next as DomainRole)}
        />
        <Button
          loading={busy}
          aria-label={`Approve ${user.name}`}
          onClick={() =>
            void act(
              () => mutate(approveJoinRequest, orgId, id, { role }),
              `${user.name} has joined`,
            )
          }
        >
          Approve
        </Button>
        <Button
          variant="default"
          disabled={busy}
          aria-label={`Decline ${user.name}`}
          onClick={() =>
            void act(
              () => mutate(declineJoinRequest, orgId, id),
              `Request of ${user.name} declined`,
            )
          }
        >
          Decline
        </Button>
      </span>
    </li>
  );
}
