import { type Json, reachable } from './api-contract.ts';
import { docComment, schemaName, typeOf, type WriteOptions, zodOf } from './typescript.ts';

/** The source files of a client: its own runtime, the shared one, and the one for streams if it reads any. */
export interface ClientRuntime {
  own: string;
  shared: string;
  stream?: string;
}

/** A component whose type is not generated from its schema. */
type Replacements = Readonly<Record<string, { type: string; zod: string }>>;

const MARK = '// ---- the client ----\n';

/** The types and zod schemas of components and everything they reference, in dependency order. */
export function declarations(
  schemas: Readonly<Record<string, Json>>,
  roots: readonly string[],
  { own = {}, ...options }: WriteOptions & { own?: Replacements } = {},
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
    (name) =>
      `const ${schemaName(name)} = ${own[name]?.zod ?? zodOf(schemas[name] ?? {}, options)};\n`,
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

/** The end of a client: its runtime below the marker, which has no imports. */
export function runtimeText({ own, shared, stream }: ClientRuntime): string {
  const sources = stream === undefined ? [shared] : [shared, stream];
  const [client, ...more] = [own, ...sources].map((source) => {
    const text = source.split(MARK)[1]?.trimStart();
    if (text === undefined) throw new Error('The client runtime has lost its marker');
    return text;
  });
  return [client, ...more.map((text) => text.replace(/^export /gm, ''))].join('\n');
}
