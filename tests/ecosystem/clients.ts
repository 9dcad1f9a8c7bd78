import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What a generated client calls. `baseUrl` and `key` are those of the API, or of the project for a task's document. */
export interface Call {
  baseUrl: string;
  key: string;
  orgId: string;
  projectId: string;
  taskId: string;
}

/** The folder in which clients are generated, and the tools in it. */
export interface Workshop {
  folder: string;
  /** Runs a program in the folder and returns its output. @throws Error with its output */
  run(command: string, args: readonly string[]): Promise<string>;
}

/** A generator of clients. */
export interface Generator {
  name: string;
  /** Writes the client of a document into `<name>` in the folder. */
  generate(workshop: Workshop, document: string, name: string): Promise<void>;
  /** Compiles the client with a program that calls the task, and returns what the program printed. */
  call(workshop: Workshop, name: string, call: Call): Promise<string>;
}

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const REVIEW = 'The lamp arrived broken.';
const OUTPUT_MAX = 3000;

/** Versions of the tools that aren't dependencies of the project. The others are generated with the project's own. */
const NPM = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'zod@4'];
const JAR = 'org.openapitools:openapi-generator-cli:7.16.0';

/** Installs the tools with npm, Maven and pip, from whatever registry these are configured with. */
export async function openWorkshop(folder: string): Promise<Workshop> {
  const workshop: Workshop = {
    folder,
    run: async (command, args) => {
      try {
        const options = { cwd: folder, maxBuffer: 64 * 1024 ** 2, env: process.env };
        return (await run(command, [...args], options)).stdout;
      } catch (error) {
        const { stdout = '', stderr = '', message } = error as Error & Record<string, string>;
        const output = `${stdout}${stderr}`.trim().slice(-OUTPUT_MAX);
        throw new Error(`${command} failed: ${output || message}`);
      }
    },
  };
  await mkdir(folder, { recursive: true });
  const config = {
    compilerOptions: {
      strict: true,
      skipLibCheck: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module: 'nodenext',
      moduleResolution: 'nodenext',
      types: ['node'],
      outDir: 'compiled',
      rootDir: '.',
    },
    include: [],
  };
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  await Promise.all([
    workshop.run('npm', ['install', '--no-audit', '--no-fund', '--silent', ...NPM]),
    workshop.run('mvn', [
      ...['--quiet', 'dependency:copy', `-Dartifact=${JAR}`],
      ...[`-DoutputDirectory=${folder}`, '-Dmdep.stripVersion=true'],
    ]),
    workshop.run('python3', ['-m', 'venv', 'python']),
  ]);
  return workshop;
}

export const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    generate: async ({ run, folder }, document, name) => {
      await run(join(folder, 'node_modules/.bin/openapi-typescript'), [
        document,
        '-o',
        `${name}.ts`,
      ]);
    },
    call: (workshop, name, { baseUrl, key, orgId, projectId, taskId }) =>
      runTypeScript(
        workshop,
        name,
        `import createClient from 'openapi-fetch';
import type { paths } from './${name}';
const client = createClient<paths>(${JSON.stringify({ baseUrl, headers: bearer(key) })});
const body = ${JSON.stringify({ inputs: { review: REVIEW } })};
const call = ${
          name.endsWith('contract')
            ? `client.POST('/org/{orgId}/project/{projectId}/task/{taskId}/run', { params: { path: ${JSON.stringify({ orgId, projectId, taskId })} }, body })`
            : `client.POST('/task/${taskId}/run', { body })`
        };
call.then(({ data, error }) => console.log(JSON.stringify(data ?? error)));
`,
      ),
  },
  {
    name: 'hey-api',
    generate: async ({ run, folder }, document, name) => {
      const plugins = ['-p', '@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'];
      await run(bin('openapi-ts'), ['-i', `./${document}`, '-o', join(folder, name), ...plugins]);
    },
    call: (workshop, name, { baseUrl, key, ...path }) =>
      runTypeScript(
        workshop,
        name,
        `import { client } from './${name}/client.gen';
import { runTask } from './${name}/sdk.gen';
client.setConfig(${JSON.stringify({ baseUrl, headers: bearer(key) })});
runTask({
  ${name.endsWith('contract') ? `path: ${JSON.stringify(path)},` : ''}
  body: ${JSON.stringify({ inputs: { review: REVIEW } })},
}).then(({ data, error }) => console.log(JSON.stringify(data ?? error)));
`,
      ),
  },
  {
    name: 'orval',
    generate: async ({ run, folder }, document, name) => {
      await run(bin('orval'), [
        ...['--input', document, '--output', join(folder, name, 'client.ts')],
        ...['--client', 'fetch', '--mode', 'split'],
      ]);
    },
    call: (workshop, name, { baseUrl, key, orgId, projectId, taskId }) =>
      runTypeScript(
        workshop,
        name,
        `import { runTask } from './${name}/client';
// Its functions take paths without an address.
const send = globalThis.fetch;
globalThis.fetch = (path, init) => send('${baseUrl}' + path, init);
runTask(${name.endsWith('contract') ? `'${orgId}', '${projectId}', '${taskId}', ` : ''}${JSON.stringify({ inputs: { review: REVIEW } })}, {
  headers: ${JSON.stringify(bearer(key))},
}).then(({ data }) => console.log(JSON.stringify(data)));
`,
      ),
  },
  {
    name: 'typescript-fetch',
    generate: (workshop, document, name) =>
      openApiGenerator(workshop, 'typescript-fetch', document, name),
    call: (workshop, name, { baseUrl, key, ...path }) =>
      runTypeScript(
        workshop,
        name,
        `import { Configuration, RunApi } from './${name}/index';
// Of OAuth's tokens, it wants to be given the whole header.
const accessToken = (scheme?: string) => (scheme === 'oauth' ? 'Bearer ${key}' : '${key}');
const api = new RunApi(new Configuration({ basePath: '${baseUrl}', accessToken }));
api
  .runTask({
    ${name.endsWith('contract') ? `...${JSON.stringify(path)},` : ''}
    runCreate: ${JSON.stringify({ inputs: { review: REVIEW } })},
  })
  .then((run) => console.log(JSON.stringify(run)));
`,
      ),
  },
  {
    name: 'python',
    generate: (workshop, document, name) =>
      openApiGenerator(workshop, 'python', document, name, `--package-name=${packageOf(name)}`),
    call: async ({ run, folder }, name, { baseUrl, key, orgId, projectId, taskId }) => {
      const own = name.endsWith('contract') ? `'${orgId}', '${projectId}', '${taskId}', ` : '';
      const program = `import json
import ${packageOf(name)} as api
config = api.Configuration(host='${baseUrl}', access_token='${key}')
with api.ApiClient(config) as client:
    call = api.RunCreate.from_dict(${JSON.stringify({ inputs: { review: REVIEW } })})
    run = api.RunApi(client).run_task(${own}run_create=call)
    print(json.dumps(run.to_dict(), default=str))
`;
      const python = join(folder, 'python/bin/python');
      await run(python, ['-m', 'pip', 'install', '--quiet', join(folder, name)]);
      await run(python, ['-m', 'compileall', '-q', join(folder, name)]);
      await writeFile(join(folder, `call_${packageOf(name)}.py`), program);
      return run(python, [`call_${packageOf(name)}.py`]);
    },
  },
];

const packageOf = (name: string) => name.replaceAll('-', '_');
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

async function openApiGenerator(
  { run, folder }: Workshop,
  kind: string,
  document: string,
  name: string,
  ...options: readonly string[]
): Promise<void> {
  await run('java', [
    ...['-jar', join(folder, 'openapi-generator-cli.jar'), 'generate'],
    ...['-g', kind, '-i', document, '-o', join(folder, name)],
    // Without webhooks: it leaves out the names and types of what their API imports, whatever these are.
    ...['--global-property', 'apis,models,supportingFiles'],
    ...options,
  ]);
}

/** Compiles a program with everything that it imports, and runs it. */
async function runTypeScript(
  { run, folder }: Workshop,
  name: string,
  program: string,
): Promise<string> {
  const file = `call-${name}`;
  await writeFile(join(folder, `${file}.ts`), program);
  const config = {
    extends: './tsconfig.json',
    include: [`${file}.ts`, `${name}/**/*.ts`, `${name}.ts`],
  };
  await writeFile(join(folder, `tsconfig.${name}.json`), JSON.stringify(config));
  await run(bin('tsc'), ['--project', `tsconfig.${name}.json`]);
  return run(process.execPath, [join('compiled', `${file}.js`)]);
}
