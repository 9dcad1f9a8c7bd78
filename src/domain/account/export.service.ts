import { can } from '#core/access/permissions.ts';
import { type ArchiveFile, writeZip } from '#core/collection/archive/zip-writer.ts';
import type { ProjectPermission } from '#generated/model/index.ts';
import { accessAt, canViewChat } from '../access/visible.ts';
import type { Domain } from '../domain.ts';
import { FileBody } from '../events.ts';
import { exported } from '../exports.ts';
import { inSight } from '../notification/in-sight.ts';
import { batchesOf } from '../paging.ts';
import type { UserPrincipal } from '../principal.ts';
import { ProblemError } from '../problem.ts';
import type { Table, Where } from '../table.ts';
import { mustFindUser } from '../user/recognise.ts';
import type { UserRow } from '../user/user.tables.ts';
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
kind. Chats, runs and API keys are those of projects that you have access to now. Tasks, collections and documents belong
to projects: export them there.
`;

type ExportDomain = Pick<Domain, 'stores' | 'exports' | 'standing'>;

/**
 * Everything that is stored about a person, as an archive that is written while it is downloaded. No job prepares it,
 * because nobody has to wait for it: with 20,000 runs (55 MB), the first byte comes after 0.1 s and the last after 12 s on
 * a busy machine with two cores. A prepared archive would be another copy of personal data to protect and to delete. If
 * it fails halfway, the connection breaks, so that the browser reports an error instead of saving a part.
 * @throws ProblemError 403 if they signed in too long ago, 429 while they download it already, 503 when there are too many exports
 */
export async function exportUserData(
  domain: ExportDomain,
  person: UserPrincipal,
): Promise<FileBody> {
  requireRecentSignIn(person);
  const { userId } = person;
  const user = await mustFindUser(domain.stores.user.users.find({ id: userId }));
  if ((domain.exports.held.get(userId) ?? 0) > 0)
    throw new ProblemError('rate_limited', 'A download is in progress. Wait until it has ended.', {
      headers: { 'retry-after': '10' },
    });
  const content = exported(domain.exports, userId, writeZip(filesOf(domain, person, user)));
  return new FileBody('taskloom-data.zip', 'application/zip', content);
}

function filesOf(domain: ExportDomain, person: UserPrincipal, user: UserRow): ArchiveFile[] {
  const { stores } = domain;
  const own = { user_id: user.id };

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
    const where = { created_by_id: user.id };
    const keys = await stores.access.apiKeys.list({ where, order: ['id'], limit: MAX });
    const seen = await projectsOf(domain, user.id, 'edit');
    return keys
      .filter(({ project_id }) => seen.includes(project_id))
      .map(({ hash: _, old_hash: __, created_by_id: created_by, ...rest }) => ({
        ...rest,
        created_by,
      }));
  }
  const apps = () => stores.oauth.grants.list({ where: own, order: ['id'], limit: MAX });

  /** Their chats that they may still view. */
  async function* chats() {
    const where = { owner_type: 'user', owner_id: user.id, deleted_at: null } as const;
    for await (const chat of rowsOf(stores.chat.chats, where))
      if (await canViewChat(domain, person, chat)) yield chat;
  }
  async function* messages() {
    for await (const { id } of chats()) {
      for await (const one of rowsOf(stores.chat.messages, { chat_id: id })) {
        const { chat_id, role, text, author_name, created_at } = one;
        yield { id: one.id, chat_id, role, text, author_name, created_at };
      }
    }
  }
  async function* runs() {
    for (const project_id of await projectsOf(domain, user.id, 'run_task')) {
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
  async function* notifications() {
    for await (const one of rowsOf(stores.notification.notifications, own))
      for (const { row } of await inSight(domain, person, [one])) yield row;
  }
  async function* chatRows() {
    for await (const { id, title, project_id, created_at } of chats())
      yield { id, title, project_id, created_at };
  }
  return [
    { name: 'README.txt', content: [bytes(README)] },
    { name: 'profile.json', content: json(profile) },
    { name: 'memberships.json', content: json(memberships) },
    { name: 'api-keys.json', content: json(apiKeys) },
    { name: 'connected-apps.json', content: json(apps) },
    { name: 'notifications.jsonl', content: lines(notifications()) },
    { name: 'chats.jsonl', content: lines(chatRows()) },
    { name: 'messages.jsonl', content: lines(messages()) },
    { name: 'runs.jsonl', content: lines(runs()) },
  ];
}

/** The projects in which a person has a permission now. */
async function projectsOf(
  { stores, standing }: ExportDomain,
  user_id: string,
  name: ProjectPermission,
): Promise<string[]> {
  const { org, project } = stores;
  const members = await org.members.list({ where: { user_id }, order: ['org_id'], limit: MAX });
  const given = await project.members.list({ where: { user_id }, order: ['project_id'] });
  const [inherited, shared] = await Promise.all(
    [
      { org_id: { in: members.map(({ org_id }) => org_id) } },
      { id: { in: given.map(({ project_id }) => project_id) } },
    ].map((where) => project.projects.list({ where, order: ['id'], limit: MAX })),
  );
  const places = new Map([...(inherited ?? []), ...(shared ?? [])].map((one) => [one.id, one]));
  const ids: string[] = [];
  for (const { id, org_id } of places.values()) {
    const access = accessAt(await standing.of(user_id, org_id, id));
    if (can('project', access?.projectRole ?? null, name)) ids.push(id);
  }
  return ids;
}

/** All rows, page by page, oldest first. */
async function* rowsOf<Row extends { id: string }>(
  table: Table<Row>,
  where: Where<Row>,
): AsyncGenerator<Row> {
  let read = 0;
  for await (const rows of batchesOf(table, { where }, PAGE)) {
    yield* rows;
    read += rows.length;
    if (read >= MAX) return;
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
