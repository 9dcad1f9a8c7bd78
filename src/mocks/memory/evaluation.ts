import type { EvaluationStore, Tally } from '#domain/evaluation/evaluation.store.ts';
import type { MethodsOf, TablesOf } from '#domain/stores.ts';
import type { Table } from '#domain/table.ts';
import type { TaskRow } from '#domain/task/task.tables.ts';

/** The evaluation queries that tables cannot express. */
export function evaluationMethods(
  tables: TablesOf<EvaluationStore>,
  tasks: Table<TaskRow>,
): MethodsOf<EvaluationStore> {
  return {
    async searchCases(datasetId, { q, after, limit }) {
      const text = q.toLowerCase();
      const rows = await tables.cases.list({
        where: { dataset_id: datasetId, ...(after !== undefined && { id: { gt: after } }) },
      });
      const holds = (value: unknown) => String(value).toLowerCase().includes(text);
      return rows
        .filter(({ name, inputs, expected }) =>
          [name, JSON.stringify(inputs), JSON.stringify(expected)].some(holds),
        )
        .slice(0, limit);
    },
    async storedIn(projectId) {
      const inProject = await tasks.list({ where: { project_id: projectId }, order: ['id'] });
      const ids = inProject.map(({ id }) => id);
      const order = ['id'] as const;
      const datasets = await tables.datasets.list({ where: { task_id: { in: ids } }, order });
      const evaluations = await tables.evaluations.list({
        where: { project_id: projectId },
        order,
      });
      return [...datasets, ...evaluations].reduce((sum, { size }) => sum + size, 0);
    },
    async tally(ids) {
      const rows = await tables.results.list({
        where: { evaluation_id: { in: ids } },
        order: ['evaluation_id', 'position'],
      });
      const tallies = new Map<string, Tally>();
      for (const { evaluation_id, rank, candidate, baseline } of rows) {
        const key = `${evaluation_id} ${rank}`;
        const tally = tallies.get(key) ?? { evaluation_id, rank, cases: 0, cost: 0, unpriced: 0 };
        const runs = [candidate, baseline].filter((outcome) => outcome !== null);
        tally.cases += 1;
        tally.cost += runs.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
        if (runs.some(({ run_id, cost }) => run_id !== null && cost === null)) tally.unpriced += 1;
        tallies.set(key, tally);
      }
      return [...tallies.values()];
    },
  };
}
