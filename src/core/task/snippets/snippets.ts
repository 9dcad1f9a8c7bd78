import type { Run, RunTarget } from '#generated/model/index.ts';
import { toJavaScript, toPython, toShell } from './literals.ts';

/** The languages of snippets. */
export const SNIPPET_LANGUAGES = ['curl', 'typescript', 'python', 'fetch'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

/** How a call waits for its run: until the end, event by event, or not at all. */
export const CALL_MODES = ['sync', 'stream', 'background'] as const;
export type CallMode = (typeof CALL_MODES)[number];

/** A call of a task. */
export interface TaskCall {
  /** Absolute URL of the API, for example `http://localhost:4000/api/v1`. */
  baseUrl: string;
  orgId: string;
  projectId: string;
  taskId: string;
  inputs: Readonly<Record<string, unknown>>;
  /** `active` by default. */
  revision?: RunTarget;
  /** Calls the task's mock: free, deterministic, without a model. */
  mock?: boolean;
}

/** The environment variable from which snippets read the API key: keys are shown only once. */
export const API_KEY_VARIABLE = 'TASKLOOM_API_KEY';

/** The URL of a task's calls. */
export function taskUrl(
  call: Omit<TaskCall, 'inputs' | 'revision'>,
  mode: CallMode = 'sync',
): string {
  const path = `/task/${call.taskId}/${call.mock ? 'mock' : 'run'}`;
  return `${projectUrl(call)}${path}${mode === 'stream' ? '/stream' : ''}`;
}

function projectUrl({ baseUrl, orgId, projectId }: Omit<TaskCall, 'inputs'>): string {
  return `${baseUrl.replace(/\/+$/, '')}/org/${orgId}/project/${projectId}`;
}

/** A program that calls a task, ready to paste. */
export function snippet(language: SnippetLanguage, mode: CallMode, call: TaskCall): string {
  return SNIPPETS[language](mode, call);
}

/** The cURL call that repeats a run with its inputs. A draft is called with the target `draft`. */
export function curlForRun(
  run: Pick<Run, 'project_id' | 'task_id' | 'inputs' | 'revision'>,
  at: Pick<TaskCall, 'baseUrl' | 'orgId'>,
): string {
  const revision = run.revision === null ? 'draft' : String(run.revision);
  const ids = { projectId: run.project_id, taskId: run.task_id };
  return curl('sync', { ...at, ...ids, inputs: run.inputs, revision });
}

const SNIPPETS: Readonly<Record<SnippetLanguage, (mode: CallMode, call: TaskCall) => string>> = {
  curl,
  typescript: (mode, call) => javaScript(mode, call, true),
  python,
  fetch: (mode, call) => javaScript(mode, call, false),
};

function bodyOf({ inputs, revision }: TaskCall): Record<string, unknown> {
  return revision === undefined || revision === 'active' ? { inputs } : { inputs, revision };
}

function curl(mode: CallMode, call: TaskCall): string {
  const buffer = mode === 'stream' ? '--no-buffer ' : '';
  const prefer = mode === 'background' ? [`  --header 'Prefer: respond-async'`] : [];
  return curlPost(buffer + toShell(taskUrl(call, mode)), bodyOf(call), prefer);
}

/** The cURL call that posts JSON with an API key. */
export function curlPost(target: string, body: object, headers: readonly string[] = []): string {
  const lines = [
    `curl ${target}`,
    `  --header "Authorization: Bearer $${API_KEY_VARIABLE}"`,
    `  --header 'Content-Type: application/json'`,
    ...headers,
    `  --data-raw ${toShell(JSON.stringify(body, null, 2))}`,
  ];
  return lines.join(' \\\n');
}

function javaScript(mode: CallMode, call: TaskCall, typed: boolean): string {
  const prefer = mode === 'background' ? `\n    Prefer: 'respond-async',` : '';
  const body = toJavaScript(bodyOf(call)).replaceAll('\n', '\n  ');
  const request = `const response = await fetch(${toJavaScript(taskUrl(call, mode))}, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.${API_KEY_VARIABLE}}\`,
    'Content-Type': 'application/json',${prefer}
  },
  body: JSON.stringify(${body}),
});
if (!response.ok) throw new Error(await response.text());
`;
  return request + JAVASCRIPT_RESPONSE[mode](typed, call);
}

const JAVASCRIPT_RESPONSE: Readonly<
  Record<CallMode, (typed: boolean, call: Omit<TaskCall, 'inputs'>) => string>
> = { sync: readRun, background: awaitRun, stream: readStream };

function readRun(typed: boolean): string {
  const type = typed ? ' as { output: unknown }' : '';
  return `const run = (await response.json())${type};\nconsole.log(run.output);\n`;
}

function awaitRun(typed: boolean, call: Omit<TaskCall, 'inputs'>): string {
  const type = typed ? ' as Run' : '';
  const declared = typed
    ? 'type Run = { id: string; status: string; ended_at: string | null; output: unknown };\n'
    : '';
  return `${declared}let run = (await response.json())${type};
while (run.ended_at === null) {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const poll = await fetch(\`${projectUrl(call)}/run/\${run.id}\`, {
    headers: { Authorization: \`Bearer \${process.env.${API_KEY_VARIABLE}}\` },
  });
  if (!poll.ok) throw new Error(await poll.text());
  run = (await poll.json())${type};
}
console.log(run.status, run.output);
`;
}

function readStream(typed: boolean): string {
  const type = typed ? ' as { type: string; text?: string; run?: { output?: unknown } }' : '';
  const body = typed ? 'response.body!' : 'response.body';
  return readEventsCode(body, type, [
    "if (message.type === 'run.delta') process.stdout.write(message.text ?? '');",
    "if (message.type === 'run.succeeded') console.log('\\n', message.run?.output);",
  ]);
}

/**
 * Code that reads server-sent events.
 * @param body the expression of the stream
 * @param type what follows a parsed event, for example its type
 * @param lines what is done with each event, as `message`
 */
export function readEventsCode(body: string, type: string, lines: readonly string[]): string {
  return `
let buffer = '';
for await (const chunk of ${body}.pipeThrough(new TextDecoderStream())) {
  buffer += chunk;
  const events = buffer.split('\\n\\n');
  buffer = events.pop() ?? '';
  for (const event of events) {
    const data = event.split('\\n').filter((line) => line.startsWith('data: '));
    if (data.length === 0) continue;
    const message = JSON.parse(data.map((line) => line.slice(6)).join('\\n'))${type};
${lines.map((line) => `    ${line}`).join('\n')}
  }
}
`;
}

function python(mode: CallMode, call: TaskCall): string {
  const prefer = mode === 'background' ? '\n        "Prefer": "respond-async",' : '';
  const body = toPython(bodyOf(call)).replaceAll('\n', '\n    ');
  return `import json
import os
${mode === 'background' ? 'import time\n' : ''}import urllib.request

request = urllib.request.Request(
    ${toPython(taskUrl(call, mode))},
    data=json.dumps(${body}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["${API_KEY_VARIABLE}"],
        "Content-Type": "application/json",${prefer}
    },
)
with urllib.request.urlopen(request) as response:
${PYTHON_RESPONSE[mode](call)}`;
}

const PYTHON_RESPONSE: Readonly<Record<CallMode, (call: Omit<TaskCall, 'inputs'>) => string>> = {
  sync: () => `    print(json.load(response)["output"])
`,
  background: (call) => `    run = json.load(response)
while run["ended_at"] is None:
    time.sleep(1)
    request = urllib.request.Request(
        ${toPython(`${projectUrl(call)}/run/`)} + run["id"],
        headers={"Authorization": "Bearer " + os.environ["${API_KEY_VARIABLE}"]},
    )
    with urllib.request.urlopen(request) as response:
        run = json.load(response)
print(run["status"], run["output"])
`,
  stream: () => `    for line in response:
        if not line.startswith(b"data: "):
            continue
        event = json.loads(line[6:])
        if event["type"] == "run.delta":
            print(event["text"], end="", flush=True)
        if event["type"] == "run.succeeded":
            print("\\n", event["run"]["output"])
`,
};
