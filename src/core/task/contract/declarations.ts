import { type Json, reachable } from './api-contract.ts';
import { commentLines, docComment, literal, schemaName, typeOf, zodOf } from './typescript.ts';

/** The source files of a client: its own runtime, the shared one, and the one for streams if it reads any. */
export interface ClientRuntime {
  own: string;
  shared: string;
  stream?: string;
}

/** A component whose type is not generated from its schema. */
type Replacements = Readonly<Record<string, { type: string; zod: string }>>;

const MARK = '// ---- the client ----\n';

/**
 * The beginning of a client: what it is, and an example.
 * @param what the rest of the first line, after the name
 * @param example a call of the client
 */
export function clientHead(name: string, what: string, example: string): string {
  const call = [
    "const client = createClient({ apiKey: process.env.TASKLOOM_API_KEY ?? '' });",
    ...example.split('\n'),
  ];
  return [
    `// “${commentLines(name).join(' ')}”${what}`,
    '// Requires zod 4 (npm install zod). Runs on Node 20 or newer and in browsers.',
    '//',
    ...call.flatMap(commentLines).map((line) => `//   ${line}`),
    '',
  ].join('\n');
}

/**
 * The function that creates a client, from the one in its runtime.
 * @param values texts that the runtime needs to know
 * @param schemas the names of zod schemas that it needs
 */
export function clientFactory(
  kind: 'Task' | 'Search' | 'Chat',
  values: Readonly<Record<string, string>>,
  schemas: Readonly<Record<string, string>>,
): string {
  const members = [
    ...Object.entries(values).map(([name, value]) => `${name}: ${literal(value)}`),
    ...Object.entries(schemas).map(([name, schema]) => `${name}: ${schema}`),
  ];
  return `/** Creates a client. */
export function createClient(options: ClientOptions): Client {
  return create${kind}Client(
    {
${members.map((member) => `      ${member},\n`).join('')}    },
    options,
  );
}
`;
}

/** The types and zod schemas of components and everything they reference, in dependency order. */
export function declarations(
  schemas: Readonly<Record<string, Json>>,
  roots: readonly string[],
  own: Replacements = {},
): string[] {
  const ordered: string[] = [];
  const visit = (name: string): void => {
    if (ordered.includes(name)) return;
    const used = name in own ? [] : reachable(schemas[name], {});
    for (const inner of used) visit(inner);
    ordered.push(name);
  };
  for (const name of roots) visit(name);
  const types = ordered.map(
    (name) =>
      docComment(schemas[name]?.description) +
      (own[name] ? `export type ${name} = ${own[name].type};\n` : declaration(name, schemas[name])),
  );
  const checks = ordered.map(
    (name) => `const ${schemaName(name)} = ${own[name]?.zod ?? zodOf(schemas[name] ?? {})};\n`,
  );
  return [...types, checks.join('')];
}

/** A schema as an interface, or as a type if it isn't an object. */
export function declaration(name: string, schema: Json = {}): string {
  const type = typeOf(schema);
  return type.startsWith('{\n')
    ? `export interface ${name} ${type}\n`
    : `export type ${name} =${type.startsWith('\n') ? '' : ' '}${type};\n`;
}

/**
 * The last part of a client: its runtime below the marker, which has no imports. The shared parts come first, because the
 * client's error extends theirs.
 */
export function runtimeText({ own, shared, stream }: ClientRuntime): string {
  const partOf = (source: string) => {
    const text = source.split(MARK)[1]?.trimStart();
    if (text === undefined) throw new Error('The client runtime has lost its marker');
    return text;
  };
  const sources = stream === undefined ? [shared] : [shared, stream];
  return [...sources.map((source) => partOf(source).replace(/^export /gm, '')), partOf(own)].join(
    '\n',
  );
}
