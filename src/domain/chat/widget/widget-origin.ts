import type { Domain } from '../../domain.ts';
import { notFound, ProblemError } from '../../problem.ts';
import { defaultsOf } from '../../project/defaults.ts';
import type { Stores } from '../../stores.ts';
import type { WidgetRow } from '../chat.tables.ts';

type Deps = Pick<Domain, 'stores' | 'chat'>;

/**
 * A widget that is turned on, by its public key.
 * @throws ProblemError 404
 */
export async function findWidget({ stores }: Deps, key: string): Promise<WidgetRow> {
  const widget = await rowOf(stores, key);
  if (!widget) throw notFound();
  return widget;
}

/** Whether pages of an origin may use a widget: the allowed ones, and the console, which shows a preview. */
export function allowsOrigin({ chat }: Deps, widget: WidgetRow, origin: string): boolean {
  return widget.origins.includes(origin) || chat.ownOrigins.includes(origin);
}

/**
 * The origin check of CORS: whether a browser may pass responses about a widget to a page of this origin. The binders
 * ask it before they know the operation.
 */
export async function mayRead(deps: Deps, key: string, origin: string): Promise<boolean> {
  const widget = await rowOf(deps.stores, key);
  return widget !== undefined && allowsOrigin(deps, widget, origin);
}

/**
 * Refuses pages of other websites. This protects visitors and the widget's owner in browsers, which can't lie about the
 * origin; other programs can, and are limited like visitors.
 * @throws ProblemError 403 `origin_not_allowed`
 */
export function requireOrigin(deps: Deps, widget: WidgetRow, origin: string | undefined): void {
  if (origin !== undefined && allowsOrigin(deps, widget, origin)) return;
  throw new ProblemError(
    'origin_not_allowed',
    `This widget may not be used on ${origin ?? 'a page without an origin'}. Add the origin in the widget's settings.`,
  );
}

/** The widget that is turned on and has this key, with the origins that its project allows, too. Other characters than those of keys can't be looked up. */
async function rowOf(
  { chat, org, project }: Pick<Stores, 'chat' | 'org' | 'project'>,
  key: string,
): Promise<WidgetRow | undefined> {
  if (!/^[\w-]{1,64}$/.test(key)) return undefined;
  const row = await chat.widgets.find({ key, enabled: true });
  const place = row && (await project.projects.find({ id: row.project_id }));
  if (!place) return undefined;
  const { allowed_origins } = await defaultsOf({ org }, place);
  return { ...row, origins: [...row.origins, ...allowed_origins] };
}
