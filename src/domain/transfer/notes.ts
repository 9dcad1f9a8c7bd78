import { CREDENTIALS_MAX } from '#core/limits.ts';
import type { TransferNote } from '#generated/model/index.ts';
import type { ArchivedProject } from './archive-format.ts';

/** Data sources that a report names. */
const SOURCES_LISTED = 50;

/** What an imported project still needs. */
export function notesOn(project: ArchivedProject): TransferNote[] {
  const { name, tasks, collections, webhooks, credential_origins, members } = project;
  const documents = collections.reduce((sum, one) => sum + one.content.documents.length, 0);
  const needed = (text: string): TransferNote => ({ kind: 'needed', text: `${name}: ${text}` });
  const withSecret = collections.flatMap((one) => one.sources.filter((s) => s.has_credentials));
  const sources = collections.flatMap((one) => one.sources);
  return [
    {
      kind: 'done',
      text: `${name}: ${count(tasks.length, 'task')}, ${count(collections.length, 'collection')}, ${count(documents, 'document')}`,
    },
    ...webhooks.map((one) => needed(`the webhook “${one.name}” is paused and has a new secret`)),
    ...(sources.length > withSecret.length
      ? [needed('data sources are paused; resume those that should sync')]
      : []),
    ...withSecret
      .slice(0, SOURCES_LISTED)
      .map((one) => needed(`enter the credentials of the data source “${one.name}”`)),
    ...(withSecret.length > SOURCES_LISTED
      ? [needed(`enter the credentials of ${withSecret.length - SOURCES_LISTED} more data sources`)]
      : []),
    ...credential_origins
      .slice(0, CREDENTIALS_MAX)
      .map((origin) => needed(`enter the tool credential for ${origin}`)),
    ...(members.length > 0
      ? [needed(`invite ${count(members.length, 'person', 'people')} who had a role in it`)]
      : []),
  ];
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}
