import { setTimeout } from 'node:timers/promises';
import { type Place, tokenOf } from './people.ts';
import type { Call } from './server.ts';

interface Created {
  id: string;
}

/**
 * Adds what an organisation has beside its people: an email domain, shared things, a model endpoint, a finished export, an
 * uploaded archive, a project to move and an organisation to move it to, and a project and an organisation that are deleted.
 * @param taskId what is shared
 */
export async function addToOrganisation({ call, orgId, project }: Place, taskId: string) {
  const org = `/org/${orgId}`;
  const create = async (path: string, body?: unknown) =>
    (await call('POST', path, body)) as unknown as Created;
  const first = async (path: string) =>
    ((await call('GET', path)) as { results: Created[] }).results[0]?.id ?? '';

  const { id: domainId } = await create(`${org}/domain`, { domain: 'acme.example' });
  const task = `${project}/task/${taskId}`;
  const guest = { email: 'guest@example.com', level: 'run' };
  const { share } = (await call('POST', `${task}/access`, guest)) as { share: Created };
  const link = { level: 'view', expires_at: null };
  const { id: accessLinkId, url } = (await call('POST', `${task}/access-link`, link)) as {
    id: string;
    url: string;
  };
  const { endpoint } = (await call('POST', `${org}/model-endpoint-config`, {
    name: 'Our Groq',
    kind: 'compatible',
    base_url: 'http://127.0.0.1:9/v1',
    keep_failing: true,
  })) as { endpoint: Created };
  const { id: transferId } = await create(`${org}/export`);
  for (let status: unknown = 'waiting'; status !== 'succeeded'; await setTimeout(100)) {
    ({ status } = await call('GET', `${org}/transfer/${transferId}`));
    if (status === 'failed') throw new Error('The export has failed.');
  }
  const archiveId = await uploadArchive(call, project);
  const { id: otherOrgId } = await create('/org', { name: 'Analytical Engines' });
  const { id: movedProjectId } = await create(`${org}/project`, { name: 'New desk' });
  const { id: deletedProjectId } = await create(`${org}/project`, { name: 'Old desk' });
  await call('DELETE', `${org}/project/${deletedProjectId}`);
  const { id: deletedOrgId } = await create('/org', { name: 'Difference Engines' });
  await call('DELETE', `/org/${deletedOrgId}`);
  return {
    domainId,
    shareId: share.id,
    accessLinkId,
    accessLinkToken: tokenOf(url),
    endpointId: endpoint.id,
    transferId,
    archiveId,
    otherOrgId,
    movedProjectId,
    deletedProjectId,
    deletedOrgId,
    notificationId: await first('/user/notification'),
  };
}

/** Uploads an archive without any file in it: imports of it start, and then say what is wrong. */
async function uploadArchive(call: Call, project: string): Promise<string> {
  const empty = new Uint8Array(22);
  empty.set([0x50, 0x4b, 0x05, 0x06]);
  const files = [{ name: 'acme.zip', size: empty.length }];
  const { results } = await call('POST', `${project}/upload`, { purpose: 'archive', files });
  const [result] = results as { upload: Created }[];
  const form = new FormData();
  form.set('file', new Blob([empty]), 'acme.zip');
  const id = result?.upload.id ?? '';
  await call('PUT', `${project}/upload/${id}?offset=0`, form);
  return id;
}
