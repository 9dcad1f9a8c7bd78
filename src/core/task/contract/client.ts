import { toJavaScript } from '../snippets/literals.ts';
import { type ApiContract, type Json, reachable } from './api-contract.ts';
import { exampleInputs, inputsOf, outputOf, type TaskContract, targetOf } from './task-contract.ts';
import { commentLines, docComment, literal, schemaName, typeOf, zodOf } from './typescript.ts';

const MARK = '// ---- the client ----\n';

/**
 * A typed client of one revision: one TypeScript file that needs zod and nothing else.
 * @param runtime the text of `client-runtime.ts`
 */
export function taskClient(api: ApiContract, task: TaskContract, runtime: string): string {
  const [, shared] = runtime.split(MARK);
  if (shared === undefined) throw new Error('The runtime of clients has lost its mark');
  return [
    introduction(task),
    "import * as z from 'zod';\n",
    `${docComment('What the task takes.')}${declaration('Inputs', inputsOf(task))}`,
    `${docComment('What the task answers.')}${declaration('Output', outputOf(task))}`,
    '/** Checks what goes to the task. */\n' +
      `export const inputsSchema: z.ZodType<Inputs> = ${zodOf(inputsOf(task), { strict: true })};\n`,
    '/** Checks what comes from it; what a later revision adds is no mistake. */\n' +
      `export const outputSchema: z.ZodType<Output> = ${zodOf(outputOf(task))};\n`,
    createClient(task),
    '// What every task answers with, as the API describes it.\n',
    ...envelope(api),
    '// How it is called.\n',
    shared.trimStart(),
  ].join('\n');
}

function introduction(task: TaskContract): string {
  const name = commentLines(task.taskName).join(' ');
  const which = task.revision === null ? 'the draft' : `revision ${task.revision}`;
  const inputs = toJavaScript(exampleInputs(task)).split('\n');
  const call = [
    "const client = createClient({ apiKey: process.env.TASKLOOM_API_KEY ?? '' });",
    ...`const { output } = await client.run(${inputs.join('\n')});`.split('\n'),
  ];
  return [
    `// “${name}”, ${which}: a typed client, made by Taskloom.`,
    '// It needs zod 4 (npm install zod), and runs on Node 20 or newer and in browsers.',
    '//',
    ...call.flatMap(commentLines).map((line) => `//   ${line}`),
    '',
  ].join('\n');
}

function createClient(task: TaskContract): string {
  const shape = {
    baseUrl: task.baseUrl,
    projectPath: `/org/${task.orgId}/project/${task.projectId}`,
    taskId: task.taskId,
    revision: targetOf(task),
  };
  const values = Object.entries(shape).map(
    ([name, value]) => `      ${name}: ${literal(value)},\n`,
  );
  return `/** A client of the task. */
export function createClient(options: ClientOptions): Client {
  return createTaskClient(
    {
${values.join('')}      inputs: inputsSchema,
      run: runSchema,
      event: runEventSchema,
      problem: problemSchema,
    },
    options,
  );
}
`;
}

/** The types and schemas of runs, events and problems, those first that others are made of. */
function envelope(api: ApiContract): string[] {
  const schemas: Record<string, Json> = { ...(api.components.schemas as Record<string, Json>) };
  const ordered = inOrder(schemas, ['Run', 'RunEvent', 'Problem']);
  const types = ordered.map((name) => {
    const text = docComment(schemas[name]?.description);
    if (name === 'RunResult') return `${text}export type RunResult = Output | null;\n`;
    return text + declaration(name, schemas[name] ?? {});
  });
  const checks = ordered.map((name) => {
    const value = name === 'RunResult' ? 'z.union([outputSchema, z.null()])' : zodOf(schemas[name]);
    return `const ${schemaName(name)} = ${value};\n`;
  });
  return [...types, checks.join('')];
}

function inOrder(schemas: Readonly<Record<string, Json>>, roots: readonly string[]): string[] {
  const ordered: string[] = [];
  const visit = (name: string): void => {
    if (ordered.includes(name)) return;
    // RunResult is the task's own output.
    const used = name === 'RunResult' ? [] : reachable(schemas[name], {});
    for (const inner of used) visit(inner);
    ordered.push(name);
  };
  for (const name of roots) visit(name);
  return ordered;
}

function declaration(name: string, schema: Json): string {
  const type = typeOf(schema);
  return type.startsWith('{\n')
    ? `export interface ${name} ${type}\n`
    : `export type ${name} =${type.startsWith('\n') ? '' : ' '}${type};\n`;
}
