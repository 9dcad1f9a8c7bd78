import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Report } from '../report/finding.ts';
import { type CompileError, readErrors } from './compile.ts';
import { consoleUsage } from './console-usage.ts';
import { judgeUsage } from './judge.ts';
import { namedOperations } from './operation-names.ts';
import type { ConsoleUsage } from './read-console.ts';

const FILES: Record<string, string> = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      module: 'esnext',
      moduleResolution: 'bundler',
      strict: true,
      types: [],
      allowImportingTsExtensions: true,
      noEmit: true,
    },
    include: ['src', 'generated'],
  }),
  'package.json': '{"type": "module", "imports": {"#generated/*": "./generated/*"}}',
  'generated/model/pet.ts':
    'export type Pet = { name: string; tag: string; owner: { id: string } };\nexport interface PetCreate { name: string; note?: string }\n',
  'generated/api/pet.ts':
    'import type { Pet, PetCreate } from "../model/pet.ts";\nexport const listPets = async (): Promise<Pet[]> => [];\nexport function useListPets(): Pet[] { return []; }\nexport const createPet = async (body: PetCreate): Promise<void> => void body;\nexport const getRunPetUrl = (id: string): string => id;\nexport const invalidateListPets = (): void => undefined;\n',
  'src/console/main.tsx': 'import "./app/shell.tsx";\nvoid import("./app/pages.ts");\n',
  'src/console/app/shell.tsx':
    'import { listPets } from "#generated/api/pet.ts";\nvoid listPets();\n',
  'src/console/app/pages.ts':
    'export const pages = {\n  pets: { paths: ["/pets"], load: () => import("../features/pets.ts").then((m) => m) },\n  other: { paths: ["/other", "/"], load: () => import("../features/other.ts") },\n};\n',
  'src/console/features/pets.ts':
    'import { useListPets as usePets, createPet, invalidateListPets } from "#generated/api/pet.ts";\nimport { show } from "../ui/show.ts";\nexport function page() {\n  const [pet] = usePets();\n  const { tag } = pet!;\n  show(pet!.owner.id + tag);\n  invalidateListPets();\n  return createPet({ note: "x", name: "y" });\n}\n',
  'src/console/features/other.ts':
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    'import { getRunPetUrl } from "#generated/api/pet.ts";\nimport { show } from "../ui/show.ts";\nconst own = { name: 1 };\nshow(`${getRunPetUrl("a")}/stream${own.name}`);\n',
  'src/console/ui/show.ts': 'export const show = (text: string) => text;\n',
};
const operation = (operationId: string) => ({ operationId });
const DOCUMENT = {
  paths: {
    '/pet': { get: operation('listPets'), post: operation('createPet'), parameters: [] },
    '/run': { post: operation('runPet') },
    '/run/stream': { post: operation('streamPet') },
  },
};

let root: string;
let usage: ConsoleUsage;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'contract-usage-'));
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  usage = await consoleUsage(root, namedOperations(DOCUMENT));
});
const places = (uses: { file: string; line: number }[] | undefined) =>
  uses?.map(({ file, line }) => `${file.split('/').at(-1)}:${line}`);

describe('what a console uses', () => {
  it('is found by operation, whatever its local name', () => {
    expect(places(usage.operations.listPets)).toEqual(['shell.tsx:2', 'pets.ts:4']);
    expect(places(usage.operations.createPet)).toEqual(['pets.ts:8']);
    expect(places(usage.operations.streamPet)).toEqual(['other.ts:4']);
    expect(usage.operations.runPet).toBeUndefined();
  });

  it('is found by field: read, destructured or written; other things with the same name are not', () => {
    expect(Object.keys(usage.fields)).toEqual([
      'Pet.owner',
      'Pet.owner.id',
      'Pet.tag',
      'PetCreate.name',
      'PetCreate.note',
    ]);
    expect(places(usage.fields['Pet.tag'])).toEqual(['pets.ts:5']);
  });

  it('lists the screens of each file', () => {
    expect(usage.screens['src/console/features/pets.ts']).toEqual(['/pets']);
    expect(usage.screens['src/console/ui/show.ts']).toEqual(['/', '/other', '/pets']);
    expect(usage.screens['src/console/app/shell.tsx']).toEqual(['every screen']);
  });

  it('is read again when a file changes', async () => {
    const path = 'src/console/features/other.ts';
    await writeFile(join(root, path), 'export {};\n');
    expect(
      (await consoleUsage(root, namedOperations(DOCUMENT))).operations.streamPet,
    ).toBeUndefined();
    await writeFile(join(root, path), FILES[path] ?? '');
  });
});

describe('a finding', () => {
  const finding = (more: Partial<Finding>): Finding => ({
    level: 'error',
    rule: 'field-removed',
    message: more.pointer ?? '',
    operation: 'GET /pet',
    side: 'response',
    fingerprint: '',
    ...more,
  });
  const judged = (findings: Finding[], errors: CompileError[] = []) => {
    const report: Report = { name: 'diff', title: '', summary: 'breaking.', findings };
    return judgeUsage(report, { usage, errors, documents: [DOCUMENT] });
  };
  const consoleOf = (report: Report) =>
    report.findings.map(({ details = [], data }) => [
      data?.console,
      ...details.map(({ text }) => text),
    ]);
  const tag = finding({ pointer: '/components/schemas/Pet/properties/tag' });

  it('in use without a type error, unused, or breaking the console', () => {
    const name = finding({ pointer: '/components/schemas/Pet/properties/name' });
    const error = {
      file: 'src/console/features/pets.ts',
      line: 5,
      code: 'TS2339',
      message: "Property 'tag' does not exist",
    };
    expect(consoleOf(judged([tag, name]))).toEqual([
      ['silent', 'uses it, without a type error: src/console/features/pets.ts:5', '/pets'],
      ['unused', 'does not use it'],
    ]);
    expect(consoleOf(judged([tag, name], [error]))[0]).toEqual([
      'breaks',
      "no longer compiles: src/console/features/pets.ts:5\nProperty 'tag' does not exist",
      '/pets',
    ]);
  });

  it('that requires something new affects every call', () => {
    const added = finding({
      rule: 'value-refused-required',
      side: 'request',
      operation: 'POST /pet',
      pointer: '/components/schemas/PetCreate',
      data: { path: ['color'] },
    });
    expect(consoleOf(judged([added]))[0]?.[1]).toContain('pets.ts:8');
  });

  it('of an operation that the console does not call is unused', () => {
    expect(consoleOf(judged([{ ...tag, operation: 'POST /run' }]))[0]?.[0]).toBe('unused');
  });

  it('includes errors that follow from it in the same file; others are reported separately', () => {
    const at = (file: string, line: number, message: string) => ({
      file,
      line,
      code: 'TS1',
      message,
    });
    const errors = [
      at('src/console/features/pets.ts', 5, "Property 'tag' does not exist"),
      at('src/console/features/pets.ts', 6, "Parameter 'x' implicitly has an 'any' type."),
      at('src/console/features/other.ts', 1, 'Something else.'),
    ];
    const report = judged([tag], errors);
    expect(consoleOf(report)[0]?.[1]).toContain('pets.ts:5, src/console/features/pets.ts:6');
    expect(report.findings[1]).toMatchObject({
      rule: 'console-does-not-compile',
      message: 'Something else.',
    });
    expect(report.summary).toContain('1 of these causes break it');
  });
});

describe('compiler errors', () => {
  it('are read with their continuation lines', () => {
    const printed =
      '../../tmp/x/src/console/a.tsx(3,5): error TS2339: One.\n  Two.\nsrc/console/b.ts(1,1): error TS1: Three.\n';
    expect(readErrors(printed)).toEqual([
      { file: 'src/console/a.tsx', line: 3, code: 'TS2339', message: 'One.\nTwo.' },
      { file: 'src/console/b.ts', line: 1, code: 'TS1', message: 'Three.' },
    ]);
  });
});

describe('our console', () => {
  it('lists tasks on the tasks page, and reads their names there', async () => {
    const project = join(import.meta.dirname, '../../..');
    const bundle = await readFile(join(project, 'generated/openapi.json'), 'utf8');
    const ours = await consoleUsage(project, namedOperations(JSON.parse(bundle)));
    const screens = ours.operations.listTasks?.flatMap(({ file }) => ours.screens[file] ?? []);
    expect(screens).toContain('/projects/:projectId/tasks');
    const readers = ours.fields['Task.name']?.flatMap(({ file }) => ours.screens[file] ?? []);
    expect(readers).toContain('/projects/:projectId/tasks');
    expect(ours.operations.streamTask).toHaveLength(1);
  }, 120_000);
});
