import { closestSentence } from '#core/collection/cite/sample-answer.ts';
import { OPEN_STEPS_MAX } from '#core/compose/limits.ts';
import { checkStepOutput } from '#core/compose/read-step.ts';
import { sampleStep } from '#core/compose/sample.ts';
import { stepInputs, targetsOf } from '#core/compose/step-inputs.ts';
import { checkStep } from '#core/compose/step-needs.ts';
import { WRITERS } from '#core/compose/writers/writers.ts';
import { sorted } from '#core/json/sorted.ts';
import { IDEMPOTENCY_HOURS } from '#core/limits.ts';
import type { ArticleStepRequest, TaskDefinition } from '#generated/model/index.ts';
import { createHouseRuns } from '../assist/house-run.ts';
import { DETAIL } from '../details.ts';
import { type Access, actorOf, type Principal } from '../principal.ts';
import { mustFind, ProblemError } from '../problem.ts';
import { createRunService } from '../run/run.service.ts';
import { keyConflict } from '../run/run-refusals.ts';
import type { RunView } from '../run/run-view.ts';
import { newRow } from '../tables.ts';
import { type ArticlePlace, type ComposeDomain, contentOf } from './change-article.ts';
import type { ArticleStepRow, StoredContent } from './compose.tables.ts';
import { createStepSettler } from './settle-step.ts';

const HOUR = 3_600_000;
/** The number of passages per step. */
const TOP_K = 8;
const NEIGHBOURS = 1;
const PASSAGE_TOKENS = 6000;
/** The variable with the search query. */
const FOCUS = 'focus';

interface StepCall {
  principal: Principal;
  access: Access;
  idempotencyKey: string | undefined;
  body: ArticleStepRequest;
}

/** A step in progress, or one that has ended. */
export interface FollowedStep {
  step: ArticleStepRow;
  view: RunView;
}

/** Runs steps of articles. Each is a run of one of the product's own tasks. */
export function createStepService(domain: ComposeDomain) {
  const { stores } = domain;
  const house = createHouseRuns(domain);
  const runs = createRunService(domain);
  const settler = createStepSettler(domain);

  /**
   * The step that was started with the same idempotency key.
   * @throws ProblemError 409 when the key was used for another step
   */
  async function startedBefore(
    { articleId }: ArticlePlace,
    { principal, idempotencyKey, body }: StepCall,
  ): Promise<FollowedStep | undefined> {
    if (idempotencyKey === undefined) return undefined;
    const key = { caller_id: actorOf(principal).id, idempotency_key: idempotencyKey };
    const step = await stores.compose.steps.find(key);
    if (!step) return undefined;
    if (Date.parse(step.created_at) < Date.now() - IDEMPOTENCY_HOURS * HOUR) {
      await stores.compose.steps.change(key, { idempotency_key: null });
      return undefined;
    }
    const isSame =
      step.article_id === articleId &&
      JSON.stringify(sorted(step.request)) === JSON.stringify(sorted(body));
    if (!isSame) throw keyConflict();
    const run = await runs.find(step.project_id, step.run_id);
    return { step, view: await runs.view(run) };
  }

  async function begin(
    place: ArticlePlace,
    content: StoredContent,
    call: StepCall,
  ): Promise<{ view: RunView; isSample: boolean }> {
    const { body, principal, access, idempotencyKey } = call;
    const targets = targetsOf(body, content);
    const model = await house.modelFor(place.orgId, content.brief.model_id, '/brief/model_id');
    return house.start({
      place,
      principal,
      access,
      idempotencyKey,
      isStreamed: true,
      model,
      task: WRITERS[body.step],
      source: 'compose',
      inputs: stepInputs(body, content),
      read: () => (text, isCutOff) => checkStepOutput(body.step, targets, text, isCutOff),
      sample: (prompt) => sampleStep(body, content, (about) => closestSentence(prompt, about)),
      complete: (definition) =>
        targets.length === 0 ? definition : withSources(definition, content.brief.collection_ids),
    });
  }

  return {
    /**
     * Starts a step, or finds the one that was started with the same idempotency key.
     * @throws ProblemError 400 with everything that is missing, 402 without balance, 404, 409
     */
    async start(place: ArticlePlace, call: StepCall): Promise<FollowedStep> {
      const { articleId, projectId } = place;
      await mustFind(stores.compose.articles.find({ id: articleId, project_id: projectId }));
      const first = await startedBefore(place, call);
      if (first) return first;
      const content = await contentOf(stores, articleId);
      const { body, principal } = call;
      const errors = checkStep(body, content);
      if (errors.length > 0)
        throw new ProblemError('invalid_request', errors[0]?.message, { errors });
      requireStepRoom((await settler.openSteps(place)).length);
      const { view, isSample } = await begin(place, content, call);
      const by = actorOf(principal);
      const step = newRow('article_step', {
        run_id: view.run.id,
        article_id: articleId,
        project_id: projectId,
        request: body,
        targets: targetsOf(body, content),
        is_sample: isSample,
        caller_id: by.id,
        caller_name: by.name,
        idempotency_key: call.idempotencyKey ?? null,
        created_at: new Date().toISOString(),
      });
      try {
        await stores.transaction(async ({ compose }) => {
          await mustFind(compose.articles.lock({ id: articleId, project_id: projectId }));
          const before = new Date(Date.now() - IDEMPOTENCY_HOURS * HOUR).toISOString();
          await compose.steps.delete({ article_id: articleId, settled_at: { lt: before } });
          // Counted again, because others may have been started in the meantime.
          requireStepRoom(await compose.steps.count({ article_id: articleId, settled_at: null }));
          await compose.steps.insert(step);
        });
      } catch (error) {
        // Either the same request was sent twice at the same time, or the article was deleted, or there are too many
        // steps.
        const same = await startedBefore(place, call);
        if (same) return same;
        await runs.cancel(await runs.find(projectId, view.run.id));
        throw error;
      }
      return { step, view };
    },
  };
}

/** @throws ProblemError 409 when too many steps are in progress */
function requireStepRoom(open: number): void {
  if (open >= OPEN_STEPS_MAX)
    throw new ProblemError('limit_reached', DETAIL.stepsOpen(OPEN_STEPS_MAX));
}

/** A step's task, with retrieval from the brief's collections. */
function withSources(
  definition: TaskDefinition,
  collection_ids: readonly string[],
): TaskDefinition {
  const knows = definition.variables.some(({ name }) => name === FOCUS);
  if (collection_ids.length === 0 || !knows) return definition;
  return {
    ...definition,
    retrieval: {
      collection_ids: [...collection_ids],
      query_variable: FOCUS,
      top_k: TOP_K,
      neighbours: NEIGHBOURS,
      max_tokens: PASSAGE_TOKENS,
    },
  };
}
