import type { RunInputs } from '#generated/model/index.ts';
import { toJavaScript, toShell } from './literals.ts';
import { API_KEY_VARIABLE, type CallMode, type TaskCall } from './snippets.ts';

/** A program that calls a task with its downloaded client. */
export function clientSnippet(
  mode: CallMode,
  call: { fileName: string; inputs: RunInputs; mock?: boolean },
): string {
  const options = [
    `apiKey: process.env.${API_KEY_VARIABLE} ?? ''`,
    ...(call.mock ? ['mock: true'] : []),
  ];
  return `// npm install zod
// Save this as call.ts beside the client, then: node call.ts (Node 22.18+)
import { createClient } from './${call.fileName}';

const client = createClient({ ${options.join(', ')} });
${USES[mode](toJavaScript(call.inputs))}`;
}

const USES: Readonly<Record<CallMode, (inputs: string) => string>> = {
  sync: (inputs) => `const { output } = await client.run(${inputs});
console.log(output);
`,
  stream: (inputs) => `for await (const event of client.stream(${inputs})) {
  if (event.type === 'run.delta') process.stdout.write(event.text);
  if (event.type === 'run.succeeded') console.log('\\n', event.run.output);
}
`,
  background: (inputs) => `const run = await client.runInBackground(${inputs});
const { output } = await client.wait(run);
console.log(output);
`,
};

/** The command that fetches a file of a task's contract, for use in CI. */
export function fetchCommand(
  file: 'client.ts' | 'openapi.json',
  fileName: string,
  { baseUrl, orgId, projectId, taskId, revision }: Omit<TaskCall, 'inputs'>,
): string {
  const path = `/org/${orgId}/project/${projectId}/task/${taskId}/${file}`;
  const query = revision === undefined || revision === 'active' ? '' : `?revision=${revision}`;
  return [
    `curl --fail --output ${toShell(fileName)}`,
    `  --header "Authorization: Bearer $${API_KEY_VARIABLE}"`,
    `  ${toShell(baseUrl.replace(/\/+$/, '') + path + query)}`,
  ].join(' \\\n');
}
