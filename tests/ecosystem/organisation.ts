import { setTimeout } from 'node:timers/promises';
import {
  createAccessLink,
  createDomain,
  createEndpoint,
  createOrg,
  createProject,
  createShare,
  createUploads,
  deleteOrg,
  deleteProject,
  exportOrg,
  getTransfer,
  listNotifications,
  uploadPart,
} from '#generated/sdk/index.ts';
import { type Place, tokenOf } from './people.ts';

/**
 * Adds what an organisation has beside its people: an email domain, shared things, a model endpoint, a finished export, an
 * uploaded archive, a project to move and an organisation to move it to, and a project and an organisation that are deleted.
 * @param taskId what is shared
 */
export async function addToOrganisation(place: Place, taskId: string) {
  const { client, throwOnError, path } = place;
  const { orgId } = path;
  const { data: domain } = await createDomain({ ...place, body: { domain: 'acme.example' } });
  const task = { ...place, path: { ...path, resourceType: 'task', id: taskId } } as const;
  const guest = { email: 'guest@example.com', level: 'run' } as const;
  const { data: shared } = await createShare({ ...task, body: guest });
  const { data: link } = await createAccessLink({
    ...task,
    body: { level: 'view', expires_at: null },
  });
  const { data: added } = await createEndpoint({
    ...place,
    body: {
      name: 'Our Groq',
      kind: 'compatible',
      base_url: 'http://127.0.0.1:9/v1',
      keep_failing: true,
    },
  });
  const transferId = await exported(place);
  const archiveId = await uploadArchive(place);
  const org = async (name: string) => {
    const { data } = await createOrg({ client, throwOnError, body: { name } });
    return data.id;
  };
  const project = async (name: string) => {
    const { data } = await createProject({ ...place, body: { name } });
    return data.id;
  };
  const otherOrgId = await org('Analytical Engines');
  const movedProjectId = await project('New desk');
  const deletedProjectId = await project('Old desk');
  await deleteProject({ ...place, path: { orgId, projectId: deletedProjectId } });
  const deletedOrgId = await org('Difference Engines');
  await deleteOrg({ client, throwOnError, path: { orgId: deletedOrgId } });
  const { data: notifications } = await listNotifications({ client, throwOnError });
  return {
    domainId: domain.id,
    shareId: shared.share.id,
    accessLinkId: link.id,
    accessLinkToken: tokenOf(link.url),
    endpointId: added.endpoint.id,
    transferId,
    archiveId,
    otherOrgId,
    movedProjectId,
    deletedProjectId,
    deletedOrgId,
    notificationId: notifications.results[0]?.id ?? '',
  };
}

/** Exports the organisation, and waits for the end. */
async function exported(place: Place): Promise<string> {
  const { data: transfer } = await exportOrg(place);
  const path = { ...place.path, transferId: transfer.id };
  for (let { status } = transfer; status !== 'succeeded'; await setTimeout(100)) {
    ({ status } = (await getTransfer({ ...place, path })).data);
    if (status === 'failed') throw new Error('The export has failed.');
  }
  return transfer.id;
}

/** Uploads an archive without any file in it: imports of it start, and then say what is wrong. */
async function uploadArchive(place: Place): Promise<string> {
  const empty = new Uint8Array(22);
  empty.set([0x50, 0x4b, 0x05, 0x06]);
  const files = [{ name: 'acme.zip', size: empty.length }];
  const { data } = await createUploads({ ...place, body: { purpose: 'archive', files } });
  const uploadId = data.results[0]?.upload?.id ?? '';
  await uploadPart({
    ...place,
    path: { ...place.path, uploadId },
    query: { offset: 0 },
    body: { file: new File([empty], 'acme.zip') },
  });
  return uploadId;
}
