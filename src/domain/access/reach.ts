import { isId } from '#core/ids.ts';
import type { OAuthScope, ResourceScope } from '#generated/model/index.ts';
import { type Operation, operations, type PermissionRule } from '../call.ts';
import type { Program } from '../principal.ts';
import { notFound, ProblemError } from '../problem.ts';

/** The parameters in a request's path. */
export type Params = Readonly<Partial<Record<string, string>>>;

/** Where runs belong. */
export interface RunPlaces {
  /** The task of a run, or the chat that it answered in, and who started it; undefined if the run does not exist. */
  runOf(runId: string): Promise<{ task_id: string; caller_id: string } | undefined>;
}

/**
 * A program's limits within its project: the tasks and collections that it may use. Whatever is beyond them responds as
 * if it didn't exist. A limited program may use nothing that isn't a task, one of its runs, or a collection.
 * @throws ProblemError 404, 403
 */
export async function requireReach(
  runs: RunPlaces,
  { taskId, collectionId, runId, resourceType, id = '' }: Params,
  program: Program,
): Promise<void> {
  const { resources } = program;
  const within = (ids: keyof ResourceScope, one: string) =>
    resources === null || resources[ids].includes(one);
  const task = taskId ?? (resourceType === 'task' ? id : undefined);
  const collection = collectionId ?? (resourceType === 'collection' ? id : undefined);
  if (task !== undefined && !within('task_ids', task)) throw notFound();
  if (collection !== undefined && !within('collection_ids', collection)) throw notFound();
  if (runId !== undefined && (resources !== null || program.type === 'oauth_client')) {
    const ran = (await runs.runOf(runId))?.task_id;
    // Answers in chats are runs of chats.
    if (ran === undefined || !isId('task', ran) || !within('task_ids', ran)) throw notFound();
  }
}

/**
 * Whether a program may use what belongs to a whole project, such as its chats.
 * @throws ProblemError 403
 */
export function requireWholeProject({ type, resources }: Program): void {
  if (resources === null) return;
  const what = type === 'api_key' ? 'API key' : 'access token';
  throw new ProblemError('forbidden', `This ${what} is limited to some tasks and collections.`);
}

/**
 * Whether an access token has the scopes that an operation needs.
 * @throws ProblemError 403 that names the missing scopes
 */
export function requireScopes(
  { scopes: needed = [] }: Pick<Operation, 'scopes'>,
  { scopes }: { scopes: readonly OAuthScope[] },
): void {
  const missing = needed.filter((scope) => !scopes.includes(scope));
  if (missing.length === 0) return;
  const names = missing.join(' ');
  throw new ProblemError('forbidden', `The access token needs the scope ${names}.`, {
    headers: {
      'www-authenticate': `Bearer realm="taskloom", error="insufficient_scope", scope="${names}"`,
    },
  });
}

/**
 * Whether any operation that a program may call needs a permission. What is left of a member's permissions for a program
 * follows from the contract in this way.
 */
export function programMay(program: Program, { level, name }: Exclude<PermissionRule, string>) {
  return Object.values(operations).some(
    (operation) =>
      operation.area !== 'access' &&
      accepts(operation, program) &&
      typeof operation.permission === 'object' &&
      operation.permission.level === level &&
      operation.permission.name === name,
  );
}

function accepts({ takesApiKey, scopes }: Operation, program: Program): boolean {
  if (program.type === 'api_key') return takesApiKey;
  return scopes?.every((scope) => program.scopes.includes(scope)) ?? false;
}
