import { EXPORT_FORMATS, EXPORT_TYPES, exportHead, exportLine } from '#core/run/run-export.ts';
import { toTime } from '#core/time.ts';
import { matchesWords } from '#core/words.ts';
import { operations } from '#domain/call.ts';
import { invalidRequest, notFound } from '#domain/problem.ts';
import type { ListRunsParams, Run, RunCaller } from '#generated/model/index.ts';
import { type Order, paginate } from '../http/paging.ts';
import { readQuery } from '../http/validate.ts';
import { summaryOf } from '../run/engine.ts';
import { figuresOf } from '../run/figures.ts';
import type { Store } from '../store.ts';
import type { Resolvers } from './resolver.ts';
import { runById } from './run.ts';

const ORDER: Order<Run> = { name: 'run', id: (run) => run.id, descending: true };
const whole = { has_next: false, next_cursor: null };

/** The log of runs: lists, figures, files and traces. */
export const runLogResolvers = {
  listRuns: ({ store, params, query }) => {
    const { results, pagination } = paginate(runsOf(store, params.projectId, query), query, ORDER);
    return { results: results.map(summaryOf), pagination };
  },

  getRunStats: ({ store, params, query }) => {
    const filtered = runsOf(store, params.projectId, query);
    return figuresOf(filtered, query, Date.now());
  },

  listRunCallers: ({ store, params }) => {
    const byId = new Map<string, RunCaller>();
    for (const { caller } of runsOf(store, params.projectId)) byId.set(caller.id, caller);
    const results = [...byId.values()].sort((a, b) => a.name.localeCompare(b.name));
    return { results, pagination: whole };
  },

  exportRuns: ({ store, params, request }) => {
    const url = new URL(request.url);
    const asked = url.searchParams.get('format') ?? 'csv';
    const format = EXPORT_FORMATS.find((one) => one === asked);
    if (!format) throw invalidRequest([{ pointer: '/query/format', message: 'Is csv or jsonl' }]);
    // Of exports there is no generated zod; they take what lists take.
    const query = readQuery(operations.listRuns, url) as ListRunsParams;
    const runs = runsOf(store, params.projectId, query).reverse();
    return new Response(exportHead(format) + runs.map((run) => exportLine(run, format)).join(''), {
      headers: {
        'Content-Type': EXPORT_TYPES[format],
        'Content-Disposition': `attachment; filename="runs.${format}"`,
      },
    });
  },

  listRunSteps: ({ store, params, query }) => {
    const steps = structuredClone(runById(store, params).steps);
    const results =
      query.with_data === false
        ? steps.map((step) => ({ ...step, input: null, output: null }))
        : steps;
    return { results, pagination: whole };
  },

  getRunStep: ({ store, params }) => {
    const step = runById(store, params).steps.find(({ id }) => id === params.stepId);
    if (!step) throw notFound();
    return structuredClone(step);
  },
} satisfies Partial<Resolvers>;

/** The runs of a project that a query asks for, oldest first. */
function runsOf(store: Store, projectId: string, query: ListRunsParams = {}): Run[] {
  const { task_id, status, source, revision, output_valid, caller_id, q } = query;
  const since = query.created_after ? toTime(query.created_after) : Number.NEGATIVE_INFINITY;
  const until = query.created_before ? toTime(query.created_before) : Number.POSITIVE_INFINITY;
  return Object.values(store.data.runs)
    .map((stored) => stored.run)
    .filter((run) => {
      const at = Date.parse(run.created_at);
      return (
        run.project_id === projectId &&
        (task_id === undefined || run.task_id === task_id) &&
        (status === undefined || status.includes(run.status)) &&
        (source === undefined || run.source === source) &&
        (revision === undefined || run.revision === revision) &&
        (output_valid === undefined || run.output_valid === output_valid) &&
        (caller_id === undefined || run.caller.id === caller_id) &&
        at >= since &&
        at < until &&
        matchesWords(q, run.task_name, run.input_preview, run.id)
      );
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
