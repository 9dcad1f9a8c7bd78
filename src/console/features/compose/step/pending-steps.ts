import { localWork } from '#console/modules/user/local-work.ts';
import type { ArticleStepRequest } from '#generated/model/index.ts';

/** A step that this tab started and whose result hasn't been shown yet. */
export interface PendingStep {
  /** The idempotency key of its request: the same key finds the same step. */
  key: string;
  request: ArticleStepRequest;
  /** Sections to write after it. */
  queue: readonly string[];
  /** Milliseconds since 1970. */
  at: number;
}

/** The steps that a tab resumes following after a reload, or when it returns to the article. */
export interface PendingSteps {
  list(): readonly PendingStep[];
  put(step: PendingStep): void;
  remove(key: string): void;
}

/** After this time, the step isn't followed any more: its result is in the article. Keys are valid for much longer. */
const KEPT_MS = 60 * 60_000;

/** Keeps the steps in progress of an article, as long as the tab is open. */
export function createPendingSteps(
  articleId: string,
  storage: Storage = sessionStorage,
): PendingSteps {
  const name = localWork.steps + articleId;
  const list = (): PendingStep[] => {
    try {
      const steps: unknown = JSON.parse(storage.getItem(name) ?? '[]');
      const since = Date.now() - KEPT_MS;
      return Array.isArray(steps) ? steps.filter((one: PendingStep) => one.at > since) : [];
    } catch {
      return [];
    }
  };
  const write = (steps: readonly PendingStep[]) => {
    try {
      if (steps.length === 0) storage.removeItem(name);
      else storage.setItem(name, JSON.stringify(steps));
    } catch {
      // Storage is blocked or full: then a reload shows the result without following it.
    }
  };
  const without = (key: string) => list().filter((one) => one.key !== key);
  return {
    list,
    put: (step) => write([...without(step.key), step]),
    remove: (key) => write(without(key)),
  };
}
