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
export async function addMember(member: NewMember): Promise<void> {
  const response = await fetch(`http://localhost:${CONTROL_PORT}/member`, {
    method: 'POST',
    body: JSON.stringify(member),
  });
  if (!response.ok) throw new Error(await response.text());
}
