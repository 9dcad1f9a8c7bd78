import { createHash } from 'node:crypto';
import { zipSync } from 'fflate';
import { emptyDefinition } from '#core/task/definition/definition.ts';

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

/** An archive of an organisation with one project of small tasks. 10,000 of them take 82 kB or so. */
export function archiveOfTasks(tasks: number): Uint8Array<ArrayBuffer> {
  const definition = {
    ...emptyDefinition('sandbox/sandbox'),
    system_prompt: 'Count.',
    user_prompt: 'Go.',
  };
  const project = json({
    ...{ name: 'Many', default_model_id: null, run_retention_days: null, allowed_origins: null },
    ...{ members: [], collections: [], webhooks: [], credential_origins: [] },
    tasks: Array.from({ length: tasks }, (_, at) => ({
      ...{ id: `t${at}`, name: `Task ${at}`, description: '', tags: [], is_archived: false },
      ...{ evaluation_required: false, active_revision: 1, environments: {}, draft: null },
      ...{ revisions: [{ number: 1, note: '', definition }], datasets: [], webhook: null },
    })),
  });
  const sha256 = createHash('sha256').update(project).digest('hex');
  const manifest = {
    ...{ format: 'taskloom-organisation', version: 1, name: 'Shop', default_model_id: null },
    ...{ run_retention_days: null, allowed_origins: [], members: [], templates: [] },
    projects: ['projects/1.json'],
    files: [{ path: 'projects/1.json', size: project.length, sha256 }],
  };
  return zipSync({
    'projects/1.json': project,
    'organisation.json': json(manifest),
  }) as Uint8Array<ArrayBuffer>;
}

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Uploads an archive to a project. Returns the id of the upload. */
export async function uploadArchive(
  call: Call,
  project: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const files = [{ name: 'a.zip', size: bytes.length }];
  const made = (await call('POST', `${project}/upload`, { purpose: 'archive', files })) as {
    results: { upload: { id: string } }[];
  };
  const id = made.results[0]?.upload.id ?? '';
  const form = new FormData();
  form.set('file', new File([bytes], 'a.zip'));
  await call('PUT', `${project}/upload/${id}?offset=0`, form);
  return id;
}
