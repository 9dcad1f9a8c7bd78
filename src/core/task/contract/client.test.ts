import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutputField, TaskVariable } from '#generated/model/index.ts';
import { compileErrors, syntaxErrors } from '../../../../tests/support/compile.ts';
import { aContract, clientOf, JUDGE, NASTY, TRIAGE } from './testing.ts';

const text = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 30 }));
const variables: fc.Arbitrary<TaskVariable[]> = fc.uniqueArray(
  fc.record({
    name: text,
    type: fc.constantFrom('text', 'number', 'boolean', 'choice', 'list', 'json', 'image', 'file'),
    required: fc.boolean(),
    description: text,
    example: text,
    default: text,
    options: fc.array(text, { maxLength: 3 }),
  }),
  { selector: ({ name }) => name, maxLength: 4 },
);
const fields: fc.Arbitrary<OutputField[]> = fc.letrec<{ fields: OutputField[] }>((tie) => ({
  fields: fc.uniqueArray(
    fc.record(
      {
        name: text,
        type: fc.constantFrom('text', 'number', 'integer', 'boolean', 'choice', 'object'),
        required: fc.boolean(),
        list: fc.boolean(),
        description: text,
        options: fc.array(text, { maxLength: 3 }),
        fields: fc.oneof({ depthSize: 'small' }, fc.constant([]), tie('fields')),
      },
      { requiredKeys: ['name', 'type', 'required', 'list'] },
    ) as fc.Arbitrary<OutputField>,
    { selector: ({ name }) => name, maxLength: 3 },
  ),
})).fields;
const contracts = fc
  .record({ taskName: text, variables, fields, isText: fc.boolean() })
  .map(({ taskName, variables: taken, fields: given, isText }) =>
    aContract(
      {
        variables: taken,
        output_format: isText ? { type: 'text' } : { type: 'fields', fields: given },
      },
      { taskName, baseUrl: `https://api.taskloom.test/'${taskName}` },
    ),
  );

/** For a compiler on a busy machine. */
const PATIENCE_MS = 120_000;

describe('the client of a task', () => {
  it(
    'is TypeScript, whatever its names and texts hold',
    () => {
      fc.assert(
        fc.property(contracts, (contract) => {
          expect(syntaxErrors(clientOf(contract))).toEqual([]);
        }),
        { numRuns: 40 },
      );
    },
    PATIENCE_MS,
  );

  it(
    'compiles under the strictest settings',
    async () => {
      const some = [
        ...fc.sample(contracts, { numRuns: 20, seed: 7 }),
        aContract(JUDGE),
        aContract(TRIAGE),
      ];
      const files = Object.fromEntries(some.map((task, index) => [`c${index}.ts`, clientOf(task)]));
      expect(await compileErrors(files, 'browser')).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'refuses at compile time what the task does not take or answer',
    async () => {
      const programs = {
        good: `const { output } = await client.run({ review: 'x' });
const mood: 'good' | 'bad' = output.sentiment;
for await (const event of client.stream({ review: 'x' })) {
  if (event.type === 'run.delta') console.log(event.text, mood);
  if (event.type === 'run.succeeded') console.log(event.run.output?.score.toFixed());
}`,
        name: `await client.run({ reviews: 'x' });`,
        type: `await client.run({ review: 3 });`,
        output: `console.log((await client.run({ review: 'x' })).output.mood);`,
      };
      const files = Object.entries(programs).map(([name, code]) => [
        `${name}.ts`,
        `import { createClient } from './task.ts';
const client = createClient({ apiKey: 'tlk_x' });
${code}\n`,
      ]);
      const task = { 'task.ts': clientOf(aContract(JUDGE)) };
      const errors = await compileErrors({ ...task, ...Object.fromEntries(files) }, 'node');
      expect(errors.map((line) => line.split('(')[0]).sort()).toEqual([
        'name.ts',
        'output.ts',
        'type.ts',
      ]);
    },
    PATIENCE_MS,
  );

  it('says of what it was made, and how it is used', () => {
    const code = clientOf(aContract(TRIAGE, { taskName: 'Ticket triage' }));
    expect(code.split('\n')[0]).toBe(
      '// “Ticket triage”, revision 3: a typed client, made by Taskloom.',
    );
    expect(code).toContain('//     ticket: "I cannot log in.",');
    expect(code).toContain("plan: 'free' | 'paid';");
    expect(code).toContain('teams?: Array<string> | undefined;');
    expect(code).not.toContain('#generated');
  });
});
