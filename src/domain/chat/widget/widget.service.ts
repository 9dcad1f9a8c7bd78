import { newId } from '#core/ids.ts';
import { WIDGETS_MAX } from '#core/limits.ts';
import type {
  ChatConfig,
  Widget,
  WidgetCreate,
  WidgetList,
  WidgetTheme,
  WidgetUpdate,
} from '#generated/model/index.ts';
import type { Domain } from '../../domain.ts';
import type { ModelDomain } from '../../endpoint/own-models.ts';
import { listViews, type PageQuery } from '../../paging.ts';
import { actorOf, createdNow, type Principal } from '../../principal.ts';
import { invalidField, invalidRequest, mustFind, notFound, ProblemError } from '../../problem.ts';
import { requireMatch } from '../../version.ts';
import { asView } from '../../view.ts';
import { createAnswerService } from '../answer/answer.service.ts';
import { checkConfig } from '../chat.service.ts';
import type { WidgetRow } from '../chat.tables.ts';
import { newWidgetKey } from './widget-key.ts';

const DAILY_MESSAGES = 50;
const THEME: WidgetTheme = {
  color: '#5b5bd6',
  scheme: 'system',
  position: 'bottom-right',
  title: 'Ask a question',
  launcher: 'Questions?',
};

/** A project's widgets. */
export function createWidgetService(
  domain: Pick<Domain, 'stores' | 'chat' | 'run' | 'runnables' | 'model' | 'files' | 'secrets'>,
) {
  const { stores } = domain;
  const answers = createAnswerService(domain);
  const { widgets } = stores.chat;

  async function view(row: WidgetRow): Promise<Widget> {
    const counts = await stores.chat.conversationCounts([row.id]);
    return toWidget(row, counts);
  }

  async function check(
    orgId: string,
    projectId: string,
    { config, origins }: { config?: ChatConfig; origins?: readonly string[] },
  ): Promise<void> {
    if (config) await checkWidgetConfig(domain, orgId, projectId, config);
    if (origins) checkOrigins(origins);
  }

  /** @throws ProblemError 404, 412 */
  async function change(
    { id }: WidgetRow,
    edit: Partial<WidgetRow>,
    ifMatch?: string,
  ): Promise<Widget> {
    const row = await stores.transaction(async ({ chat }) => {
      const before = await mustFind(chat.widgets.lock({ id }));
      requireMatch(ifMatch, before);
      const after: WidgetRow = {
        ...before,
        ...edit,
        version: before.version + 1,
        updated_at: new Date().toISOString(),
      };
      await chat.widgets.put(after);
      return after;
    });
    return view(row);
  }

  return {
    async list(projectId: string, query: PageQuery): Promise<WidgetList> {
      const where = { project_id: projectId };
      return listViews(widgets, { where, descending: true }, query, async (rows) => {
        const counts = await stores.chat.conversationCounts(rows.map(({ id }) => id));
        return rows.map((row) => toWidget(row, counts));
      });
    },

    /** @throws ProblemError 400, 409 `limit_reached` */
    async create(
      { orgId, projectId }: { orgId: string; projectId: string },
      body: WidgetCreate,
      by: Principal,
    ): Promise<Widget> {
      await check(orgId, projectId, body);
      const now = new Date().toISOString();
      const row: WidgetRow = {
        id: newId('widget'),
        org_id: orgId,
        project_id: projectId,
        name: nameOf(body.name),
        key: newWidgetKey(),
        enabled: true,
        origins: body.origins ?? [],
        theme: body.theme ?? THEME,
        config: body.config,
        daily_messages: body.daily_messages ?? DAILY_MESSAGES,
        version: 1,
        ...createdNow(actorOf(by)),
        updated_at: now,
      };
      await stores.transaction(async ({ project, chat }) => {
        await project.projects.lock({ id: projectId });
        if ((await chat.widgets.count({ project_id: projectId })) >= WIDGETS_MAX)
          throw new ProblemError(
            'limit_reached',
            `A project can have at most ${WIDGETS_MAX} widgets. Delete one you no longer need.`,
          );
        await chat.widgets.insert(row);
      });
      return view(row);
    },

    get: view,

    /** @throws ProblemError 400, 404, 412 */
    async update(
      row: WidgetRow,
      { name, ...body }: WidgetUpdate,
      ifMatch: string | undefined,
    ): Promise<Widget> {
      await check(row.org_id, row.project_id, body);
      const edit = { ...body, ...(name !== undefined && { name: nameOf(name) }) };
      return change(row, edit, ifMatch);
    },

    /** Stops its answers, which nobody could read any more. */
    async delete({ id, project_id }: WidgetRow): Promise<void> {
      if ((await widgets.delete({ id })) === 0) throw notFound();
      await answers.cancelWidget(project_id, id);
    },

    /** Pages with the old key stop working at once. */
    rotateKey: (row: WidgetRow): Promise<Widget> => change(row, { key: newWidgetKey() }),
  };
}

/** @throws ProblemError 400 for what visitors can't use: a form of variables, and Taskloom's own assistant */
async function checkWidgetConfig(
  domain: ModelDomain,
  orgId: string,
  projectId: string,
  config: ChatConfig,
): Promise<void> {
  if (config.type !== 'model' && config.type !== 'collections')
    throw invalidField(
      '/config/type',
      'A widget can use collections or a model. Choose one of them.',
    );
  await checkConfig(domain, orgId, projectId, config);
}

/** @throws ProblemError 400 for origins that no browser would send */
function checkOrigins(origins: readonly string[]): void {
  const errors = origins.flatMap((origin, index) => {
    const sent = URL.parse(origin)?.origin;
    if (sent === origin) return [];
    const message = sent ? `Write it as browsers do: ${sent}` : 'This is not a valid address';
    return [{ pointer: `/origins/${index}`, message }];
  });
  if (errors.length > 0) throw invalidRequest(errors);
}

/** @throws ProblemError 400 for a name of spaces only */
function nameOf(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw invalidField('/name', 'A name is required');
  return trimmed;
}

function toWidget(row: WidgetRow, counts: ReadonlyMap<string, number>): Widget {
  return asView('Widget', row, { conversation_count: counts.get(row.id) ?? 0 });
}
