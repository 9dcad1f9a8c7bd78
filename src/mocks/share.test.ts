import { expect, it } from 'vitest';
import { ORG_ID, PROJECT_ID, seedId } from './seed/ids.ts';
import { createBench } from './testing.ts';

const access = `/api/v1/org/${ORG_ID}/project/${PROJECT_ID}/task/${seedId('task', 1)}/access`;
const email = 'grace@example.net';

/** An owner invites to a role, time passes, and an editor shares a task with the same address. */
async function shareAfter(expires_at: string) {
  const bench = createBench();
  const { invitation } = bench.store.data.tables;
  const invited = await bench.send('POST', `/api/v1/org/${ORG_ID}/invitation`, {
    as: 'owner',
    body: { emails: [email], role: 'owner', projects: [], message: '' },
  });
  const { id } = (await invited.json()).results[0].invitation as { id: string };
  invitation[id] = { ...invitation[id], expires_at } as (typeof invitation)[string];
  const shared = await bench.send('POST', access, { as: 'editor', body: { email, level: 'run' } });
  expect(shared.status).toBe(201);
  const rows = Object.values(invitation).filter((row) => row.email === email);
  return { before: invitation[id], open: rows.filter(({ status }) => status === 'open') };
}

it('sharing never prolongs an invitation to a role', async () => {
  const soon = new Date(Date.now() + 60_000).toISOString();
  const { open } = await shareAfter(soon);
  expect(open).toEqual([expect.objectContaining({ role: 'owner', expires_at: soon })]);
});

it('sharing never revives an expired invitation to a role', async () => {
  const { before, open } = await shareAfter(new Date(Date.now() - 1000).toISOString());
  expect(before?.status).toBe('cancelled');
  expect(open).toEqual([expect.objectContaining({ role: null, projects: [] })]);
});
