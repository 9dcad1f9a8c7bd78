import { toJavaScript, toPython, toShell } from '#core/task/snippets/literals.ts';
import {
  API_KEY_VARIABLE,
  readEventsCode,
  type SnippetLanguage,
} from '#core/task/snippets/snippets.ts';
import type { ChatMessageCreate, TaskOpenApi } from '#generated/model/index.ts';

/** How a program waits for an answer: until its end, or part by part. */
export const ASK_MODES = ['sync', 'stream'] as const;
export type AskMode = (typeof ASK_MODES)[number];

interface ChatCall {
  /** Absolute URL of the chat's messages. */
  url: string;
  message: ChatMessageCreate;
  /** The file name of the chat's typed client. */
  clientName: string;
}

interface Operation {
  requestBody?: {
    content: Record<string, { examples?: { message?: { value: ChatMessageCreate } } }>;
  };
}

/** The example message in the document of a chat. */
export function exampleMessage({ paths }: TaskOpenApi): ChatMessageCreate | undefined {
  for (const { post } of Object.values(paths as Record<string, { post?: Operation }>)) {
    const example = post?.requestBody?.content['application/json']?.examples?.message;
    if (example) return example.value;
  }
  return undefined;
}

/** A program that sends a message and prints its answer, ready to paste. */
export function chatSnippet(language: SnippetLanguage, mode: AskMode, call: ChatCall): string {
  return SNIPPETS[language](mode, call);
}

const SNIPPETS: Readonly<Record<SnippetLanguage, (mode: AskMode, call: ChatCall) => string>> = {
  curl: (mode, { url, message }) => {
    const key = `--header "Authorization: Bearer $${API_KEY_VARIABLE}"`;
    const answer = `${toShell(`${url}/`)}"$answer"`;
    const stream = `curl --silent --show-error --no-buffer ${answer}/stream ${key}`;
    return `# Sends a message, and keeps the id of its answer.
answer=$(curl --silent --show-error --fail-with-body ${toShell(url)} \\
  ${key} \\
  --header 'Content-Type: application/json' \\
  --data-raw ${toShell(JSON.stringify(message, null, 2))} |
  sed -E 's/.*"answer":\\{"id":"([^"]+)".*/\\1/')

${
  mode === 'stream'
    ? stream
    : `# The stream ends with the answer.
${stream} --output /dev/null
curl --silent --show-error ${answer} ${key}`
}
`;
  },
  typescript: (mode, { message, clientName }) => `import { createClient } from './${clientName}';

const client = createClient({ apiKey: process.env.${API_KEY_VARIABLE} ?? '' });
${USES[mode](toJavaScript(message))}`,
  python: (mode, { url, message }) => `import json
import os
${mode === 'sync' ? 'import time\n' : ''}import urllib.request

URL = ${toPython(url)}
HEADERS = {
    "Authorization": "Bearer " + os.environ["${API_KEY_VARIABLE}"],
    "Content-Type": "application/json",
}


def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(URL + path, data, HEADERS))


with call("", ${toPython(message)}) as response:
    answer = json.load(response)["answer"]
${PYTHON[mode]}`,
  fetch: (mode, { url, message }) => `const url = ${toJavaScript(url)};
const headers = {
  Authorization: \`Bearer \${process.env.${API_KEY_VARIABLE}}\`,
  'Content-Type': 'application/json',
};
async function call(path, init) {
  const response = await fetch(url + path, { headers, ...init });
  if (!response.ok) throw new Error(await response.text());
  return response;
}

const message = ${toJavaScript(message)};
const sent = await call('', { method: 'POST', body: JSON.stringify(message) });
let { answer } = await sent.json();
${FETCH[mode]}`,
};

const USES: Readonly<Record<AskMode, (message: string) => string>> = {
  sync: (message) => `const { output } = await client.ask(${message});
console.log(output);
`,
  stream: (message) => `for await (const event of client.stream(${message})) {
  if (event.type === 'answer.delta') process.stdout.write(event.text);
  if (event.type === 'answer.ended') console.log('\\n', event.message.output);
}
`,
};

const PYTHON: Readonly<Record<AskMode, string>> = {
  sync: `while answer["ended_at"] is None:
    time.sleep(1)
    with call("/" + answer["id"]) as response:
        answer = json.load(response)
print(answer["status"], answer["output"])
`,
  stream: `with call("/" + answer["id"] + "/stream") as response:
    for line in response:
        if not line.startswith(b"data: "):
            continue
        event = json.loads(line[6:])
        if event["type"] == "answer.delta":
            print(event["text"], end="", flush=True)
        if event["type"] == "answer.ended":
            print("\\n", event["message"]["output"])
`,
};

const FETCH: Readonly<Record<AskMode, string>> = {
  sync: `while (answer.ended_at === null) {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  answer = await (await call(\`/\${answer.id}\`)).json();
}
console.log(answer.status, answer.output);
`,
  stream: `const response = await call(\`/\${answer.id}/stream\`);
${readEventsCode('response.body', '', [
  "if (message.type === 'answer.delta') process.stdout.write(message.text);",
  "if (message.type === 'answer.ended') console.log('\\n', message.message.output);",
])}`,
};
