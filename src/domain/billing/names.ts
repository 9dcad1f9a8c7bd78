import type { Stores } from '../stores.ts';

/** The names of projects by ID. Deleted projects are missing. */
export async function namesOfProjects(
  { project }: Stores,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null && id !== undefined && id !== ''))];
  if (known.length === 0) return new Map();
  const rows = await project.projects.list({ where: { id: { in: known as string[] } } });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The names of callers (people and API keys) by ID. Deleted ones are missing. */
export async function namesOfCallers(
  { access, user }: Stores,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== '');
  if (known.length === 0) return new Map();
  const where = { id: { in: known } };
  const found = await Promise.all([user.users.list({ where }), access.apiKeys.list({ where })]);
  return new Map(found.flat().map(({ id, name }) => [id, name]));
}
