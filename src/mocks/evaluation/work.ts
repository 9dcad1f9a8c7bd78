import type { Domain } from '#domain/domain.ts';
import { evaluateCases, failureOf } from '#domain/evaluation/evaluate.ts';
import { endEvaluation } from '#domain/evaluation/evaluation.service.ts';
import type { Store } from '../store.ts';

/** Works on open evaluations that this page is not working on yet, including those interrupted by a page load. */
export async function workOnEvaluations(store: Store, domain: Domain): Promise<void> {
  const { evaluations } = domain.stores.evaluation;
  const open = await evaluations.list({ where: { status: { in: ['queued', 'running'] } } });
  for (const { id } of open) {
    if (store.evaluating.has(id)) continue;
    store.evaluating.add(id);
    void work(store, domain, id).finally(() => store.evaluating.delete(id));
  }
}

async function work(store: Store, domain: Domain, id: string): Promise<void> {
  const { stores } = domain;
  const worker_id = crypto.randomUUID();
  const change = { status: 'running', worker_id } as const;
  const [row] = await stores.evaluation.evaluations.update({ id }, change);
  if (!row) return;
  const own = { id, worker_id };
  try {
    const isDone = await evaluateCases(domain, row, new AbortController().signal);
    if (isDone) await endEvaluation(stores, own, 'succeeded');
  } catch (error) {
    await endEvaluation(stores, own, 'failed', failureOf(error, console.error));
  }
  store.push();
}
