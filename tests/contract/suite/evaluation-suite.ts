import { describe, expect, it } from 'vitest';
import { type Any, call, createTask, projectPath, type Target, uniqueName } from '../target.ts';

/** Datasets, and evaluations of revisions on them. */
export function suite(target: () => Target): void {
  const as = (who: 'owner' | 'editor' | 'member', method: string, path: string, body?: unknown) =>
    call(target(), who, method, path, body === undefined ? {} : { body });

  async function createDataset(path: string, checks?: object[]): Promise<string> {
    const body = { name: uniqueName('Cases'), ...(checks && { checks }) };
    const made = await as('editor', 'POST', `${path}/dataset`, body);
    expect(made.status).toBe(201);
    return `${path}/dataset/${made.body.id}`;
  }

  async function untilEnded(path: string): Promise<Any> {
    for (let i = 0; i < 200; i += 1) {
      const { body } = await as('member', 'GET', path);
      if (!['queued', 'running'].includes(body.status)) return body;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${path} did not finish`);
  }

  describe('datasets', () => {
    it('have unique names, are updated with If-Match, and are deleted with their cases', async () => {
      const { path } = await createTask(target());
      const dataset = await createDataset(path);
      const { body } = await as('member', 'GET', dataset);
      expect(body).toMatchObject({ cases: 0, checks: [{ type: 'schema_valid' }] });
      const again = await as('owner', 'POST', `${path}/dataset`, { name: body.name.toUpperCase() });
      expect([again.status, again.body.code]).toEqual([409, 'name_taken']);
      const change = { checks: [{ type: 'equals', field: 'sentiment' }] };
      const changed = await call(target(), 'editor', 'PATCH', dataset, {
        body: change,
        headers: { 'if-match': body.etag },
      });
      expect(changed.body).toMatchObject(change);
      const late = await call(target(), 'editor', 'PATCH', dataset, {
        body: { name: 'Late' },
        headers: { 'if-match': body.etag },
      });
      expect(late.status).toBe(412);
      expect((await as('member', 'DELETE', dataset)).status).toBe(403);
      expect((await as('editor', 'DELETE', dataset)).status).toBe(204);
      expect((await as('editor', 'GET', `${dataset}/case`)).status).toBe(404);
    });

    it.each([
      [
        'incomplete',
        [{ type: 'latency' }, { type: 'matches', value: '' }, { type: 'judge' }],
        ['/checks/0/max', '/checks/1/value', '/checks/2/task_id'],
      ],
      [
        'other',
        [{ type: 'cost', max: 1, field: 'score' }, { type: 'prose' }, {}],
        ['/checks/0/field', '/checks/1/type', '/checks/2/type'],
      ],
      [
        'impossible',
        [
          { type: 'matches', value: '(' },
          { type: 'judge', task_id: 'task_none' },
        ],
        ['/checks/0/value', '/checks/1/task_id'],
      ],
    ])('reject %s checks with the field', async (_, checks, pointers) => {
      const { path } = await createTask(target());
      const { status, body } = await as('editor', 'POST', `${path}/dataset`, { name: 'A', checks });
      expect(status).toBe(400);
      expect(body.errors.map((error: Any) => error.pointer)).toEqual(pointers);
    });

    it("accept cases entered manually, from the task's runs and from files, and report invalid rows", async () => {
      const { path } = await createTask(target());
      const dataset = await createDataset(path);
      const cases = `${dataset}/case`;
      const wrong = await as('editor', 'POST', cases, { inputs: { revue: 'x' } });
      expect(wrong.status).toBe(400);
      expect(wrong.body.errors.map((error: Any) => error.pointer)).toEqual([
        '/inputs/revue',
        '/inputs/review',
      ]);
      const run = await as('member', 'POST', `${path}/run`, { inputs: { review: 'Fine.' } });
      const fromRun = await as('editor', 'POST', cases, { run_id: run.body.id });
      expect(fromRun.body).toMatchObject({
        inputs: { review: 'Fine.' },
        expected: run.body.output,
        source_run_id: run.body.id,
      });
      const other = await createTask(target());
      const foreign = await createDataset(other.path);
      const stolen = await as('editor', 'POST', `${foreign}/case`, { run_id: run.body.id });
      expect(stolen.body.errors[0].pointer).toBe('/run_id');

      const content = 'review,expected.sentiment\nGood,positive\n,negative\nBad,negative\n';
      const imported = await as('editor', 'POST', `${dataset}/import`, { format: 'csv', content });
      expect(imported.body).toMatchObject({ added: 2, errors: [{ row: 2 }] });
      const first = await as('member', 'GET', `${cases}?page_limit=2`);
      const cursor = encodeURIComponent(first.body.pagination.next_cursor);
      const rest = await as('member', 'GET', `${cases}?page_limit=2&cursor=${cursor}`);
      const reviews = [...first.body.results, ...rest.body.results].map(
        (c: Any) => c.inputs.review,
      );
      expect(reviews).toEqual(['Fine.', 'Good', 'Bad']);
      const found = await as('member', 'GET', `${cases}?q=Good`);
      expect(found.body.results).toHaveLength(1);
      const one = `${cases}/${fromRun.body.id}`;
      const edited = await as('editor', 'PATCH', one, { expected: { sentiment: 'negative' } });
      expect(edited.body.expected).toEqual({ sentiment: 'negative' });
      const text = await as('editor', 'PATCH', one, { expected: '7' });
      expect(text.body.expected).toBe('7');
      expect((await as('editor', 'DELETE', one)).status).toBe(204);
      expect((await as('member', 'GET', dataset)).body.cases).toBe(2);
    });
  });

  describe('evaluations', () => {
    it('compare a revision with the active one, regressions first', async () => {
      const { path } = await createTask(target());
      // The expected output is that of revision 1 for this review. Revision 2 can't produce it.
      const first = await as('member', 'POST', `${path}/run`, { inputs: { review: 'Fine.' } });
      const { sentiment } = first.body.output;
      const draft = await as('editor', 'GET', `${path}/draft`);
      const { definition } = draft.body;
      const other = sentiment === 'positive' ? 'negative' : 'positive';
      definition.output_format.fields[0].options = [other];
      await call(target(), 'editor', 'PUT', `${path}/draft`, {
        body: { definition },
        headers: { 'if-match': draft.body.etag },
      });
      expect((await as('editor', 'POST', `${path}/revision`, {})).body.number).toBe(2);

      const dataset = await createDataset(path, [{ type: 'equals', field: 'sentiment' }]);
      const cases = [
        { inputs: { review: 'Fine.' }, expected: { sentiment: other }, name: 'fixed' },
        { inputs: { review: 'Fine.' }, expected: { sentiment }, name: 'regression' },
        { inputs: { review: 'Fine.' }, expected: { sentiment: 'odd' }, name: 'failed' },
      ];
      const content = cases.map((one) => JSON.stringify(one)).join('\n');
      await as('editor', 'POST', `${dataset}/import`, { format: 'jsonl', content });
      const dataset_id = dataset.split('/').at(-1);
      const made = await as('member', 'POST', `${path}/evaluation`, { dataset_id, revision: 2 });
      expect(made.status).toBe(202);
      expect(made.body).toMatchObject({ revision: 2, baseline_revision: 1, cases: 3 });
      const evaluation = `${path}/evaluation/${made.body.id}`;
      expect(await untilEnded(evaluation)).toMatchObject({
        status: 'succeeded',
        counts: { regression: 1, failed: 1, pending: 0, fixed: 1, passed: 0 },
        cost: 0,
      });
      const results = await as('member', 'GET', `${evaluation}/result?page_limit=2`);
      expect(results.body.results.map((r: Any) => [r.name, r.verdict])).toEqual([
        ['regression', 'regression'],
        ['failed', 'failed'],
      ]);
      const [regression] = results.body.results;
      expect(regression.candidate.checks[0]).toMatchObject({ passed: false });
      expect(regression.candidate.checks[0].message).toContain(`"${sentiment}"`);
      expect(regression.baseline.passed).toBe(true);
      const cursor = encodeURIComponent(results.body.pagination.next_cursor);
      const odd = btoa(JSON.stringify({ rank: 99_999, position: 3_000_000_000 }));
      const { status } = await as('member', 'GET', `${evaluation}/result?cursor=${odd}`);
      expect(status).toBe(400);
      const more = await as('member', 'GET', `${evaluation}/result?page_limit=2&cursor=${cursor}`);
      expect(more.body.results.map((r: Any) => r.name)).toEqual(['fixed']);
      const filtered = await as('member', 'GET', `${evaluation}/result?verdict=failed`);
      expect(filtered.body.results).toHaveLength(1);

      const runs = target().projectId;
      const log = await as(
        'member',
        'GET',
        `/org/${target().orgId}/project/${runs}/run?source=evaluation&task_id=${path.split('/').at(-1)}`,
      );
      expect(log.body.results).toHaveLength(6);
      const list = await as('member', 'GET', `${path}/evaluation`);
      expect(list.body.results.map((e: Any) => e.id)).toEqual([made.body.id]);
    });

    it('use another task as a judge', async () => {
      const { path } = await createTask(target());
      const judge = await createTask(target(), {
        definition: {
          system_prompt: 'Decide whether it is good.',
          user_prompt: '{output}',
          variables: [{ name: 'output', type: 'text', required: true }],
          output_format: {
            type: 'fields',
            fields: [{ name: 'passed', type: 'boolean', required: true, list: false }],
          },
          model_id: 'sandbox/sandbox',
          parameters: {},
        },
      });
      const dataset = await createDataset(path, [{ type: 'judge', task_id: judge.id }]);
      await as('editor', 'POST', `${dataset}/case`, { inputs: { review: 'Fine.' } });
      const dataset_id = dataset.split('/').at(-1);
      const made = await as('member', 'POST', `${path}/evaluation`, { dataset_id, revision: 1 });
      const evaluation = `${path}/evaluation/${made.body.id}`;
      const { counts } = await untilEnded(evaluation);
      expect(counts.passed + counts.failed).toBe(1);
      const { body } = await as('member', 'GET', `${evaluation}/result`);
      const [check] = body.results[0].candidate.checks;
      expect(check.passed || check.message === 'The judge refused').toBe(true);
    });

    it('pass to each revision only the inputs that it accepts', async () => {
      const { path } = await createTask(target());
      const draft = await as('editor', 'GET', `${path}/draft`);
      const { definition } = draft.body;
      definition.user_prompt += ' Tone: {tone}';
      definition.variables.push({ name: 'tone', type: 'text', required: true });
      await call(target(), 'editor', 'PUT', `${path}/draft`, {
        body: { definition },
        headers: { 'if-match': draft.body.etag },
      });
      await as('editor', 'POST', `${path}/revision`, {});
      const dataset = await createDataset(path);
      await as('editor', 'POST', `${dataset}/case`, { inputs: { review: 'Fine.', tone: 'dry' } });
      const dataset_id = dataset.split('/').at(-1);
      const made = await as('member', 'POST', `${path}/evaluation`, { dataset_id, revision: 2 });
      const evaluation = `${path}/evaluation/${made.body.id}`;
      expect((await untilEnded(evaluation)).counts).toMatchObject({ passed: 1, fixed: 0 });
      const { body } = await as('member', 'GET', `${evaluation}/result`);
      expect(body.results[0].baseline).toMatchObject({ status: 'succeeded', passed: true });
    });

    it("don't send webhook events", async () => {
      const { path } = await createTask(target());
      const hooks = `${projectPath(target())}/webhook`;
      const body = { name: 'CRM', url: 'https://hooks.invalid/x', events: ['run.succeeded'] };
      const { webhook } = (await as('editor', 'POST', hooks, body)).body;
      await as('editor', 'PUT', `${path}/webhook`, { webhook_id: webhook.id });
      const dataset = await createDataset(path);
      await as('editor', 'POST', `${dataset}/case`, { inputs: { review: 'Fine.' } });
      const dataset_id = dataset.split('/').at(-1);
      const made = await as('member', 'POST', `${path}/evaluation`, { dataset_id, revision: 1 });
      await untilEnded(`${path}/evaluation/${made.body.id}`);
      const run = await as('member', 'POST', `${path}/run`, { inputs: { review: 'Good.' } });
      const log = `${hooks}/${webhook.id}/delivery`;
      const sent = async () => (await as('member', 'GET', log)).body.results as Any[];
      await expect.poll(async () => (await sent()).length, { timeout: 10_000 }).toBeGreaterThan(0);
      const all = await sent();
      const events = await Promise.all(all.map(({ id }) => as('member', 'GET', `${log}/${id}`)));
      expect(events.map((one) => one.body.event.run.id)).toEqual([run.body.id]);
    });

    it('are rejected without cases, revision or dataset', async () => {
      const { path } = await createTask(target());
      const dataset_id = (await createDataset(path)).split('/').at(-1);
      const send = (body: object) => as('member', 'POST', `${path}/evaluation`, body);
      expect((await send({ dataset_id, revision: 1 })).body.errors[0].message).toBe(
        'The dataset has no cases yet',
      );
      expect((await send({ dataset_id, revision: 7 })).status).toBe(404);
      expect((await send({ dataset_id: 'dataset_none', revision: 1 })).status).toBe(404);
    });

    it('are required before activation if the task says so', async () => {
      const { path } = await createTask(target());
      const asked = await as('editor', 'PATCH', path, { evaluation_required: true });
      expect(asked.body.evaluation_required).toBe(true);
      const atOnce = await as('editor', 'POST', `${path}/revision`, { activate: true });
      expect([atOnce.status, atOnce.body.code]).toEqual([409, 'evaluation_required']);
      expect((await as('editor', 'POST', `${path}/revision`, {})).body.number).toBe(2);
      const activate = () => as('editor', 'POST', `${path}/revision/2/activate`, {});
      expect((await activate()).body.code).toBe('evaluation_required');
      const dataset = await createDataset(path);
      await as('editor', 'POST', `${dataset}/case`, { inputs: { review: 'Fine.' } });
      const dataset_id = dataset.split('/').at(-1);
      const evaluate = async (more: object) => {
        const body = { dataset_id, revision: 2, ...more };
        const made = await as('member', 'POST', `${path}/evaluation`, body);
        return untilEnded(`${path}/evaluation/${made.body.id}`);
      };
      // Without a baseline there are no regressions.
      expect((await evaluate({ baseline_revision: null })).status).toBe('succeeded');
      expect((await activate()).body.code).toBe('evaluation_required');
      expect((await evaluate({})).baseline_revision).toBe(1);
      expect((await activate()).body.active_revision).toBe(2);
      // A rollback needs no evaluation, because it may be urgent.
      const back = await as('editor', 'POST', `${path}/revision/1/activate`, {});
      expect(back.body.active_revision).toBe(1);
    });

    it("don't change if cancelled or resumed after they have ended", async () => {
      const { path } = await createTask(target());
      const dataset = await createDataset(path);
      await as('editor', 'POST', `${dataset}/case`, { inputs: { review: 'Fine.' } });
      const dataset_id = dataset.split('/').at(-1);
      const made = await as('member', 'POST', `${path}/evaluation`, { dataset_id, revision: 1 });
      const evaluation = `${path}/evaluation/${made.body.id}`;
      const ended = await untilEnded(evaluation);
      expect((await as('member', 'POST', `${evaluation}/cancel`)).body).toEqual(ended);
      expect((await as('member', 'POST', `${evaluation}/resume`)).body).toEqual(ended);
      // An archived task can't be run, but its results can be read.
      await as('editor', 'PATCH', path, { archived: true });
      expect((await as('member', 'GET', evaluation)).body).toEqual(ended);
      expect((await as('member', 'GET', dataset)).status).toBe(200);
    });

    it('are deleted with their results by editors, also while they run', async () => {
      const { path } = await createTask(target());
      const other = await createTask(target());
      const dataset = await createDataset(path);
      await as('editor', 'POST', `${dataset}/case`, { inputs: { review: 'Fine.' } });
      const dataset_id = dataset.split('/').at(-1);
      const start = async () => {
        const body = { dataset_id, revision: 1 };
        const made = await as('member', 'POST', `${path}/evaluation`, body);
        return `${path}/evaluation/${made.body.id}`;
      };
      const ended = await start();
      await untilEnded(ended);
      expect((await as('member', 'DELETE', ended)).status).toBe(403);
      const elsewhere = ended.replace(path, other.path);
      expect((await as('editor', 'DELETE', elsewhere)).status).toBe(404);
      for (const evaluation of [ended, await start()]) {
        expect((await as('editor', 'DELETE', evaluation)).status).toBe(204);
        expect((await as('editor', 'DELETE', evaluation)).status).toBe(404);
        expect((await as('member', 'GET', evaluation)).status).toBe(404);
        expect((await as('member', 'GET', `${evaluation}/result`)).status).toBe(404);
      }
      expect((await as('member', 'GET', `${path}/evaluation`)).body.results).toEqual([]);
      // The worker goes on.
      expect(await untilEnded(await start())).toMatchObject({ status: 'succeeded' });
    });
  });
}
