import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { joinOrg, useListJoinableOrgs } from '#generated/api/capture/capture.ts';
import { paths } from '../paths.ts';
import { roleLabel } from '../people/permission-words.ts';
import { useSelectionStore } from '../selection/selection-store.ts';
import classes from './join-offer.module.css';

/** Offers the organisations whose email domain is the person's own; nothing if there are none. */
export function JoinOffer() {
  const { data } = useListJoinableOrgs({ query: { staleTime: 60_000, meta: { silent: true } } });
  const select = useSelectionStore((state) => state.select);
  const [busy, setBusy] = useState<string | null>(null);
  if (!data || data.results.length === 0) return null;

  const join = async (orgId: string) => {
    setBusy(orgId);
    const hasJoined = await attempt(async () => {
      const { org_id, project_id } = await joinOrg(orgId);
      select({ orgId: org_id, projectId: project_id });
      // Everything in the cache may depend on the new role, so the console reloads.
      globalThis.location.assign(project_id ? paths.tasks(project_id) : paths.home());
    });
    if (!hasJoined) setBusy(null);
  };

  return (
    <ul className={classes.offers} aria-label="Organisations that you can join">
      {data.results.map(({ org_id, org_name, domain, role }) => (
        <li key={org_id} className={classes.offer}>
          <div>
            <Text size="sm" fw={500}>
              {org_name}
            </Text>
            <Text size="xs" c="dimmed">
              People with an address of {domain} can join as {roleLabel(role).toLowerCase()}.
            </Text>
          </div>
          <Button
            size="xs"
            variant="default"
            aria-label={`Join ${org_name}`}
            loading={busy === org_id}
            onClick={() => void join(org_id)}
          >
            Join
          </Button>
        </li>
      ))}
    </ul>
  );
}
