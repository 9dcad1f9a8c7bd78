import { replacesSomething } from '#core/compose/step-needs.ts';
import { GENERIC_MESSAGE } from '#core/messages.ts';
import type { ArticleUpdate, Run, RunError, RunStep } from '#generated/model/index.ts';
import { passagesIn } from '../chat/answer/answer-result.ts';
import { mustFind } from '../problem.ts';
import { createRunService } from '../run/run.service.ts';
import { type RunView, whenEnded } from '../run/run-view.ts';
import {
  type ArticlePlace,
  type ComposeDomain,
  changeArticle,
  contentOf,
} from './change-article.ts';
import type { SectionEdit } from './cited.ts';
import type { ArticleStepRow, StepResult } from './compose.tables.ts';
import { applyStep, proposalOf, readWritten } from './step-result.ts';
import { saveVersion } from './version.service.ts';

const GONE: RunError = { code: 'run_lost', message: GENERIC_MESSAGE };

type SettlingDomain = Pick<
  ComposeDomain,
  'stores' | 'run' | 'runnables' | 'model' | 'secrets' | 'chat'
>;

/**
 * Adds the results of steps to their articles, in a transaction. This is done by the process that started the run, or
 * otherwise by the next read of the article, so a result isn't lost if that process dies.
 */
export function createStepSettler(domain: SettlingDomain) {
  const { stores } = domain;
  const runs = createRunService(domain);

  /** The run of a step; undefined if it has been deleted. */
  async function runOf({ project_id, run_id }: ArticleStepRow): Promise<RunView | undefined> {
    const row = await stores.run.runs.find({ id: run_id, project_id });
    return row && runs.view(row);
  }

  /** @param ended undefined if the run is lost */
  async function settle(
    { run_id, ...begun }: ArticleStepRow,
    ended: { run: Run; steps: readonly RunStep[] } | undefined,
  ): Promise<StepResult | undefined> {
    const written = ended && (await readWritten(begun, ended.run, passagesIn(ended.steps)));
    return stores.transaction(async (inner) => {
      const { articles, steps } = inner.compose;
      // Locks the article first, as everywhere.
      const seen = await steps.find({ run_id });
      const article = seen && (await articles.lock({ id: seen.article_id }));
      const step = article && (await steps.find({ run_id }));
      // Deleted in the meantime.
      if (!article || !step) return undefined;
      if (step.result) return step.result;
      const place = { projectId: article.project_id, articleId: article.id };
      const by = { id: step.caller_id, name: step.caller_name };
      let result: StepResult = {
        changed: [],
        unchanged: [],
        error: GONE,
        version: article.version,
      };
      if (ended && written) {
        const { run } = ended;
        const before = await contentOf(inner, article.id);
        const { content, ...facts } = applyStep(step, run, written, before);
        const { cost } = run.usage;
        await articles.change(
          { id: article.id },
          {
            cost: article.cost + (cost ?? 0),
            is_cost_unknown: article.is_cost_unknown || cost === null,
          },
        );
        if (content && step.request.step !== 'rewrite' && replacesSomething(step.request, before))
          await saveVersion(inner, article, before, { reason: step.request.step, by });
        const after = content && (await changeArticle(inner, place, by, () => content));
        result = { ...facts, version: after?.version ?? article.version };
      }
      await steps.change({ run_id }, { result, settled_at: new Date().toISOString() });
      return result;
    });
  }

  return {
    settle,

    /** Waits for a step's run to end, and settles the step. */
    async whenSettled(step: ArticleStepRow, view: RunView): Promise<StepResult | undefined> {
      const run = await whenEnded(view);
      return settle(step, { run, steps: view.steps });
    },

    /** Settles the steps of an article that have ended, and returns those in progress. */
    async openSteps({ articleId }: Pick<ArticlePlace, 'articleId'>): Promise<ArticleStepRow[]> {
      const where = { article_id: articleId, settled_at: null };
      const rows = await stores.compose.steps.list({ where, order: ['created_at', 'run_id'] });
      const open: ArticleStepRow[] = [];
      for (const row of rows) {
        const view = await runOf(row);
        if (view && !view.isEnded) open.push(row);
        else await settle(row, view);
      }
      return open;
    },

    /** New texts of sections. An accepted proposal cites the passages of its run. */
    async editsOf(
      { projectId, articleId }: ArticlePlace,
      sections: ArticleUpdate['sections'] = [],
    ): Promise<SectionEdit[]> {
      const edits: SectionEdit[] = [];
      for (const { id, markdown, run_id } of sections) {
        if (run_id === undefined) {
          edits.push({ id, markdown });
          continue;
        }
        const where = { run_id, article_id: articleId, project_id: projectId };
        const step = await mustFind(stores.compose.steps.find(where));
        const view = await runOf(step);
        const proposal = view && proposalOf(step, view.run, passagesIn(view.steps));
        edits.push({ id, markdown, ...(proposal && { passages: proposal.passages }) });
      }
      return edits;
    },
  };
}
