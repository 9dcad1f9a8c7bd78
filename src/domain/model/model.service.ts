import { matchesWords } from '#core/words.ts';
import type { Model, ModelList } from '#generated/model/index.ts';
import { allModels, type ModelDomain } from '../endpoint/own-models.ts';
import { type PageQuery, pageOf } from '../paging.ts';

/** The default model of new tasks, if available: good enough and cheap. */
const PREFERRED = ['openai/gpt-5-mini', 'anthropic/claude-haiku-4-5'];
/** The built-in model, which is always available. */
export const SANDBOX_MODEL_ID = 'sandbox/sandbox';

/** Whether a model can be called, as far as is known: it is configured, and its endpoint responds. */
function isUsable({ available, endpoint }: Model): boolean {
  return available && endpoint.problem === null;
}

/** The models that tasks can use. */
export function createModelService(domain: ModelDomain) {
  return {
    /** A page of models, usable ones first; the others say what to do. `q` searches ids and names. */
    async list(orgId: string, query: PageQuery & { q?: string }): Promise<ModelList> {
      const all = await allModels(domain, orgId);
      const found = all.filter(({ id, name, endpoint }) =>
        matchesWords(query.q, id, name, endpoint.name),
      );
      return pageOf([...found.filter(isUsable), ...found.filter((one) => !isUsable(one))], query);
    },

    /**
     * The model that a new task starts with: one that can be called, the sandbox if there is no other.
     * @param chosen the project's default, which is taken if it can be called
     */
    async defaultId(orgId: string, chosen?: string | null): Promise<string> {
      const callable = (await allModels(domain, orgId)).filter(isUsable);
      if (chosen && callable.some(({ id }) => id === chosen)) return chosen;
      const preferred = PREFERRED.find((id) => callable.some((one) => one.id === id));
      const other = callable.find(({ id }) => id !== SANDBOX_MODEL_ID);
      return preferred ?? other?.id ?? SANDBOX_MODEL_ID;
    },
  };
}
