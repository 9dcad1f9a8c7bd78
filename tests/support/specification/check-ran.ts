import { type RanTest, readRanTests } from './ran-tests.ts';
import { type NamedTest, readSpecification } from './read-specification.ts';

/** The last step of `npm test`: whether each test that `tests/specification.md` names ran and passed. */
const ran = [...required('unit'), ...required('stories')];
const titles = Map.groupBy(ran, ({ file }) => file);

const statements = readSpecification();
const failures = statements.flatMap(({ line, tests }) =>
  tests.flatMap((test) => missing(test).map((what) => `tests/specification.md:${line}: ${what}`)),
);
for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exit(1);
console.info(`All tests of the specification's ${statements.length} statements passed.`);

/** Where a named test should have passed, but did not. */
function missing({ file, title }: NamedTest): string[] {
  const pattern = new RegExp(`^${escaped(title)}$`, 's');
  const places = file.startsWith('tests/contract/suite/')
    ? ['tests/contract/mocks.test.ts', 'tests/contract/server.test.ts']
    : [file];
  return places
    .filter((place) => !titles.get(place)?.some((test) => pattern.test(test.title)))
    .map((place) => `did not pass in ${place}: ${title}`);
}

/** A title as a pattern: `%s`, `$name` and `${…}` stand for anything. */
function escaped(title: string): string {
  return title
    .split(/%[sdifjo#]|\$\{[^}]*\}|\$\w+/)
    .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('.*');
}

function required(kind: 'unit' | 'stories'): RanTest[] {
  const tests = readRanTests(kind);
  if (tests) return tests;
  console.error(`No record of the ${kind}: run \`npm test\` as a whole.`);
  process.exit(1);
}
