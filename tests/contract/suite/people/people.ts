import { type Any, call, type Target, uniqueName, type Who } from '../../target.ts';

/** Sends requests as different people. */
export function sender(target: () => Target) {
  return (who: Who, method: string, path: string, body?: unknown) =>
    call(target(), who, method, path, { body });
}

export interface Person {
  id: string;
  email: string;
}

/** A new organisation that the owner has to themselves, and how people get into it. */
export async function newOrg(target: () => Target) {
  const send = sender(target);
  const org = (await send('owner', 'POST', '/org', { name: uniqueName('People') })).body;
  const path = `/org/${org.id}`;
  const project = (await send('owner', 'GET', `${path}/project`)).body.results[0];
  const personOf = async (who: Who): Promise<Person> => (await send(who, 'GET', '/user')).body;

  async function invite(emails: string[], roles: object, by: Who = 'owner'): Promise<Any> {
    return send(by, 'POST', `${path}/invitation`, { role: null, ...roles, emails });
  }

  /** Invites a person, who accepts. */
  async function join(who: Who, roles: object): Promise<Person> {
    const person = await personOf(who);
    const invited = await invite([person.email], roles);
    const accepted = await send(who, 'POST', '/invitation/accept', {
      token: tokenIn(invited.body.results[0].link),
    });
    if (accepted.status !== 200) throw new Error(JSON.stringify([invited.body, accepted.body]));
    return person;
  }

  const projectPath = `${path}/project/${project.id}`;
  const projects = (role: string) => [{ project_id: project.id, role }];
  return {
    id: org.id as string,
    name: org.name as string,
    path,
    projectId: project.id as string,
    projectPath,
    projects,
    invite,
    join,
    personOf,
  };
}

export type NewOrg = Awaited<ReturnType<typeof newOrg>>;

/** The token in a link. */
export function tokenIn(link: string): string {
  return new URL(link).hash.replace('#token=', '');
}
