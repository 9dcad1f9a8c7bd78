import { randomUUID } from 'node:crypto';

/** The first port of the stories' servers. With another one, stories can run twice on a machine. */
export const STORY_PORT = Number(process.env.STORY_PORT ?? 4100);

/** Where the server of the stories does for them what people can't do in the product. */
export const CONTROL_PORT = STORY_PORT + 1;

/** The body of `POST /member`, which adds somebody to a project. */
export interface NewMember {
  email: string;
  project_id: string;
  role: 'owner' | 'editor' | 'member';
}

/**
 * Adds somebody to a project.
 * @throws if nobody has this address
 */
export function addMember(member: NewMember): Promise<void> {
  return post('/member', member);
}

/** The body of `POST /record`, which adds a TXT record that the server finds when it looks up the name. */
export interface NewRecord {
  name: string;
  value: string;
}

/** Adds a DNS record. */
export function addRecord(record: NewRecord): Promise<void> {
  return post('/record', record);
}

/** The question to `fake-held` that is answered with “one two” until `release`, then up to “ten”. */
export const heldQuestion = (): string => `Count to ten: held-${randomUUID()}`;

/** Lets the answer to a held question continue. */
export function release(question: string): Promise<void> {
  return post('/release', { question });
}

async function post(path: string, body: object): Promise<void> {
  const response = await fetch(`http://localhost:${CONTROL_PORT}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
}
