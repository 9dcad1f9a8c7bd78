import { setTimeout } from 'node:timers/promises';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import { archiveOfTasks, uploadArchive } from '../support/stalls/archive.ts';
import { sizeOf } from './size.ts';
import { round } from './statistics.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

/** Tasks of the archive, tasks of the copied and moved project, and cases. */
const TASKS = sizeOf('BENCH_TASKS', 10_000, 20);
const COPIED = Math.min(600, TASKS);
const CASES = Math.min(5000, TASKS);

interface Ended {
  id: string;
  status: string;
  ended_at: string | null;
  project_ids: string[];
}

/**
 * How long one allowed request at its limit holds all others, on the embedded database with its single connection:
 * while it works, another caller reads the database over and over, and its longest wait is printed.
 */
export async function benchStalls(): Promise<object> {
  const bench = await openWorkbench(0);
  try {
    const org = `/org/${bench.orgId}`;
    const project = `${org}/project/${bench.projectId}`;
    const results: Record<string, object> = {};
    const quiet = await held(bench, () => setTimeout(sizeOf('BENCH_IDLE_MS', 2000, 100)));
    results.nothing = row(quiet);
    const bytes = archiveOfTasks(TASKS);
    const upload_id = await uploadArchive(bench.call, project, bytes);
    let imported = '';
    const name = `import of ${TASKS} tasks (${round(bytes.length / 1000)} kB)`;
    results[name] = row(
      await held(bench, async () => {
        imported = await transferred(bench, `${org}/import`, { upload_id });
      }),
    );
    const small = await uploadArchive(bench.call, project, archiveOfTasks(COPIED));
    const project_id = await transferred(bench, `${org}/import`, { upload_id: small });
    results[`copy of ${COPIED} tasks`] = row(
      await held(bench, () =>
        transferred(bench, `${org}/project-copy`, { name: 'Copy', project_id }),
      ),
    );
    const globex = await bench.call<{ id: string }>('POST', '/org', { name: 'Globex' });
    results[`move of ${TASKS} tasks`] = row(
      await held(bench, () =>
        bench.call('POST', `${org}/project/${imported}/move`, { org_id: globex.id }),
      ),
    );
    const { cases, dataset_id, task } = await makeDataset(bench, project);
    const content = `a\n${Array.from({ length: CASES }, (_, at) => at).join('\n')}`;
    results[`import of ${CASES} cases`] = row(
      await held(bench, () => bench.call('POST', `${cases}/import`, { format: 'csv', content })),
    );
    results[`evaluation of ${CASES} cases`] = row(
      await held(bench, async () => {
        const body = { dataset_id, revision: 1 };
        const { id } = await bench.call<{ id: string }>('POST', `${task}/evaluation`, body);
        await bench.call('POST', `${task}/evaluation/${id}/cancel`);
      }),
    );
    return results;
  } finally {
    await bench.close();
  }
}

interface Held {
  /** The whole request, and the longest that another caller waited meanwhile, in milliseconds. */
  took: number;
  longest: number;
}

function row({ took, longest }: Held): object {
  return { 'took, ms': round(took), 'others waited at most, ms': round(longest) };
}

async function held(bench: Workbench, work: () => Promise<unknown>): Promise<Held> {
  let isDone = false;
  let longest = 0;
  const watching = (async () => {
    while (!isDone) {
      const began = performance.now();
      await bench.call('GET', `/org/${bench.orgId}`);
      longest = Math.max(longest, performance.now() - began);
      await setTimeout(5);
    }
  })();
  const began = performance.now();
  try {
    await work();
  } finally {
    isDone = true;
  }
  const took = performance.now() - began;
  await watching;
  return { took, longest };
}

/** Waits for a transfer. Returns the first project that it created. */
async function transferred({ call }: Workbench, path: string, body: object): Promise<string> {
  const { id } = await call<Ended>('POST', path, body);
  for (;;) {
    const now = await call<Ended>('GET', `${path.split('/').slice(0, 3).join('/')}/transfer/${id}`);
    if (now.ended_at === null) await setTimeout(100);
    else if (now.status === 'succeeded') return now.project_ids[0] ?? '';
    else throw new Error(JSON.stringify(now));
  }
}

async function makeDataset({ call }: Workbench, project: string) {
  const { id } = await call<{ id: string }>('POST', `${project}/task`, {
    name: 'Evaluated',
    definition: {
      ...emptyDefinition('sandbox/sandbox'),
      system_prompt: 'Repeat it.',
      user_prompt: '{a}',
      variables: [{ name: 'a', type: 'text', required: true }],
    },
  });
  const task = `${project}/task/${id}`;
  await call('POST', `${task}/revision`, { activate: true });
  const dataset = await call<{ id: string }>('POST', `${task}/dataset`, { name: 'D', checks: [] });
  return { task, dataset_id: dataset.id, cases: `${task}/dataset/${dataset.id}` };
}
