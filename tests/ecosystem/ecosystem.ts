import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createTask, createTaskRevision } from '#generated/sdk/index.ts';
import { GENERATORS, openWorkshop } from './clients.ts';
import { runSchemathesis } from './schemathesis.ts';
import { startServer } from './server.ts';
import { checkStripe, stripeDocument } from './stripe.ts';
import { createWorld, TASK } from './world.ts';

/**
 * `npm run ecosystem`: what other people's tools make of our contract and of a task's document. Clients are generated,
 * compiled and called with five generators, and schemathesis tests started servers. It needs Java, Maven and Python, and
 * takes about an hour on two cores.
 *
 *   --only hey-api,schemathesis   some of the tools
 *   --only stripe                 payments against Stripe's OpenAPI document, whose file is in STRIPE_OPENAPI
 *   --examples 20                 fewer cases per operation for schemathesis (default 200)
 *   --parts links,run-1           some of the parts that schemathesis prints, each with a time of its own
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    examples: { type: 'string', default: '200' },
    parts: { type: 'string' },
  },
});
const wanted = values.only?.split(',');
const isWanted = (name: string) => wanted === undefined || wanted.includes(name);
const folder = join(import.meta.dirname, '../../build/ecosystem');
const failures: string[] = [];

if (wanted?.includes('stripe') ?? stripeDocument !== undefined)
  await attempt('stripe', checkStripe);
if (wanted === undefined || wanted.some((name) => name !== 'stripe')) await tryTools();
console.log(failures.length === 0 ? 'Everything works.' : `Failed: ${failures.join(', ')}`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** What generates clients, and what tests the server. */
async function tryTools(): Promise<void> {
  const server = await startServer();
  try {
    const ids = await createWorld(server);
    const workshop = await openWorkshop(folder);
    const { client } = server;
    const { orgId = '', projectId = '', apiKey: key = '' } = ids;
    const path = { orgId, projectId };
    const project = `/org/${orgId}/project/${projectId}`;
    const { data: strict } = await createTask({
      client,
      path,
      body: { name: 'Strict sentiment', definition: { ...TASK.definition, strict_inputs: true } },
      throwOnError: true,
    });
    await createTaskRevision({
      client,
      path: { ...path, taskId: strict.id },
      body: { activate: true },
      throwOnError: true,
    });
    const api = `${server.origin}/api/v1`;
    /** Each document, where its paths begin, and the task to call. */
    const documents = [
      { name: 'contract', url: `${server.origin}/openapi.json`, baseUrl: api, taskId: ids.taskId },
      ...[ids.taskId, strict.id].map((taskId, index) => ({
        name: index === 0 ? 'task' : 'strict-task',
        url: `${api}${project}/task/${taskId}/openapi.json`,
        baseUrl: api + project,
        taskId,
      })),
    ];
    const authorization = `Bearer ${ids.apiKey}`;
    for (const { name, url } of documents) {
      const response = await fetch(url, { headers: { authorization } });
      await writeFile(join(folder, `${name}.json`), await response.text());
    }
    for (const generator of GENERATORS.filter(({ name }) => isWanted(name))) {
      for (const { name, baseUrl, taskId = '' } of documents) {
        await attempt(`${generator.name}: ${name}`, async () => {
          const generated = `${generator.name}-${name}`;
          await generator.generate(workshop, `${name}.json`, generated);
          const call = { baseUrl, key, orgId, projectId, taskId };
          requireOutput(await generator.call(workshop, generated, call));
        });
      }
    }
    if (isWanted('schemathesis'))
      await attempt('schemathesis', () =>
        runSchemathesis(workshop, {
          examples: Number(values.examples),
          only: values.parts?.split(','),
        }),
      );
    if (failures.length > 0) console.error(server.log());
  } finally {
    await server.stop();
  }
}

async function attempt(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    console.log(`✓ ${what}`);
  } catch (error) {
    failures.push(what);
    console.error(`✗ ${what}\n${error instanceof Error ? error.message : error}`);
  }
}

/** The client must return the fields of the output, and not only the run. */
function requireOutput(printed: string): void {
  const { output } = JSON.parse(printed) as { output?: { sentiment?: string; score?: number } };
  const isComplete = ['positive', 'negative'].includes(output?.sentiment ?? '');
  if (!isComplete || typeof output?.score !== 'number')
    throw new Error(`The output is missing or incomplete: ${printed.slice(0, 1000)}`);
}
