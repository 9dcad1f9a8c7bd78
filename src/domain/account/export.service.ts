import { type ArchiveFile, writeZip } from '#core/collection/archive/zip-writer.ts';
import type { Domain } from '../domain.ts';
import { FileBody } from '../events.ts';
import { exported } from '../exports.ts';
import type { UserPrincipal } from '../principal.ts';
import { ProblemError } from '../problem.ts';
import type { Table, Where } from '../table.ts';
import { mustFindUser } from '../user/recognise.ts';
import type { UserRow } from '../user/user.store.ts';
import { requireRecentSignIn } from './recent-sign-in.ts';

/** Rows per query, and the most of each kind. */
const PAGE = 100;
const MAX = 20_000;

const README = `Your data in Taskloom

profile.json          your profile and how you are notified
memberships.json      your organisations and projects, with your roles
api-keys.json         the API keys that you created, without the keys themselves
connected-apps.json   the apps that you allowed to act on your behalf
notifications.jsonl   your notifications
chats.jsonl           your chats
messages.jsonl        the messages in them
runs.jsonl            the runs that you started yourself, with inputs and outputs

Files that end in .jsonl contain one JSON object per line, oldest first, at most ${MAX.toLocaleString('en-US')} of each
kind. Chats and runs are those of organisations that you belong to. Tasks, collections and documents belong to projects:
export them there.
`;

/**
 * Everything that is stored about a person, as an archive that is written while it is downloaded. No job prepares it,
 * because nobody has to wait for it: with 20,000 runs (55 MB), the first byte comes after 0.1 s and the last after 12 s on
 * a busy machine with two cores. A prepared archive would be another copy of personal data to protect and to delete. If
 * it fails halfway, the connection breaks, so that the browser reports an error instead of saving a part.
 * @throws ProblemError 403 if they signed in too long ago, 429 while they download it already, 503 when there are too many exports
 */
export async function exportUserData(
  domain: Pick<Domain, 'stores' | 'exports'>,
  person: UserPrincipal,
): Promise<FileBody> {
  requireRecentSignIn(person);
  const { userId } = person;
  const user = await mustFindUser(domain.stores.user.users.find({ id: userId }));
  if ((domain.exports.held.get(userId) ?? 0) > 0)
    throw new ProblemError('rate_limited', 'A download is in progress. Wait until it has ended.', {
      headers: { 'retry-after': '10' },
    });
  const content = exported(domain.exports, userId, writeZip(filesOf(domain, user)));
  return new FileBody('taskloom-data.zip', 'application/zip', content);
}

function filesOf({ stores }: Pick<Domain, 'stores'>, user: UserRow): ArchiveFile[] {
  const own = { user_id: user.id };
  const chats = { owner_type: 'user', owner_id: user.id, deleted_at: null } as const;

  async function profile() {
    const { id, email, name, bio, job_role, subscribed_to_newsletter, created_at } = user;
    const settings = await stores.notification.settings.find(own);
    const { preferences = [] } = settings ?? {};
    return { id, email, name, bio, job_role, subscribed_to_newsletter, created_at, preferences };
  }
  async function memberships() {
    const orgs = await stores.org.members.list({ where: own, order: ['org_id'], limit: MAX });
    const given = await stores.project.members.list({
      where: own,
      order: ['project_id'],
      limit: MAX,
    });
    return { organisations: orgs, projects: given };
  }
  async function apiKeys() {
    const where = { created_by: user.id };
    const keys = await stores.access.apiKeys.list({ where, order: ['id'], limit: MAX });
    return keys.map(({ hash: _, old_hash: __, ...rest }) => rest);
  }
  const apps = () => stores.oauth.grants.list({ where: own, order: ['id'], limit: MAX });

  async function* messages() {
    for await (const { id } of rowsOf(stores.chat.chats, chats)) {
      for await (const one of rowsOf(stores.chat.messages, { chat_id: id })) {
        const { chat_id, role, text, author_name, created_at } = one;
        yield { id: one.id, chat_id, role, text, author_name, created_at };
      }
    }
  }
  async function* runs() {
    for (const project_id of await projectsOf(stores, user.id)) {
      const where = { project_id, caller_id: user.id, caller_type: 'user' } as const;
      for await (const one of rowsOf(stores.run.runs, where)) {
        const { id, task_name, revision, status, inputs, output, output_text, created_at } = one;
        yield {
          id,
          project_id,
          task_name,
          revision,
          status,
          inputs,
          output,
          output_text,
          created_at,
        };
      }
    }
  }
  async function* chatRows() {
    for await (const { id, title, project_id, created_at } of rowsOf(stores.chat.chats, chats))
      yield { id, title, project_id, created_at };
  }
  return [
    { name: 'README.txt', content: [bytes(README)] },
    { name: 'profile.json', content: json(profile) },
    { name: 'memberships.json', content: json(memberships) },
    { name: 'api-keys.json', content: json(apiKeys) },
    { name: 'connected-apps.json', content: json(apps) },
    { name: 'notifications.jsonl', content: lines(rowsOf(stores.notification.notifications, own)) },
    { name: 'chats.jsonl', content: lines(chatRows()) },
    { name: 'messages.jsonl', content: lines(messages()) },
    { name: 'runs.jsonl', content: lines(runs()) },
  ];
}

/** The projects that a person has access to now. */
async function projectsOf({ org, project }: Domain['stores'], user_id: string): Promise<string[]> {
  const members = await org.members.list({ where: { user_id }, order: ['org_id'], limit: MAX });
  const org_id = { in: members.map((one) => one.org_id) };
  const inherited = await project.projects.list({ where: { org_id }, order: ['id'], limit: MAX });
  const given = await project.members.list({ where: { user_id }, order: ['project_id'] });
  const ids = [...inherited.map(({ id }) => id), ...given.map(({ project_id }) => project_id)];
  return [...new Set(ids)];
}

/** All rows, page by page, oldest first. */
async function* rowsOf<Row extends { id: string }>(
  table: Table<Row>,
  where: Where<Row>,
): AsyncGenerator<Row> {
  let after: string | undefined;
  for (let read = 0; read < MAX; ) {
    const place = after === undefined ? {} : { after: [after] };
    const rows = await table.list({ where, order: ['id'], limit: PAGE, ...place });
    yield* rows;
    if (rows.length < PAGE) return;
    read += rows.length;
    after = rows.at(-1)?.id;
  }
}

async function* json(read: () => Promise<unknown>): AsyncGenerator<Uint8Array> {
  yield bytes(`${JSON.stringify(await read(), null, 2)}\n`);
}

async function* lines(rows: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const row of rows) {
    if (count === MAX) return;
    count += 1;
    yield bytes(`${JSON.stringify(row)}\n`);
  }
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
