import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeGenerated } from './write-generated.ts';

const HEADER = `// Generated from openapi/. Do not edit: run \`npm run generate\`.
import type { ProblemCode } from '../model/index.ts';
`;

/** An error as the contract describes it beside its code. */
interface RawProblem {
  status: number;
  title: string;
  help: string;
}

/** What the contract says about each error, by its code. */
export function problemsIn(contract: string): [code: string, problem: RawProblem][] {
  const { components } = JSON.parse(contract) as {
    components: {
      schemas: { ProblemCode: { enum: string[]; 'x-problems': Record<string, RawProblem> } };
    };
  };
  const { enum: codes, 'x-problems': problems } = components.schemas.ProblemCode;
  const unknown = Object.keys(problems).find((code) => !codes.includes(code));
  if (unknown) throw new Error(`ProblemCode has no ${unknown}, which x-problems describes`);
  return Object.entries(problems);
}

/**
 * Writes the status and title of each error, and apart from these its help, which the console loads only where it is
 * shown. A code without them doesn't compile.
 */
export async function generateProblems(root: string): Promise<void> {
  const problems = problemsIn(await readFile(join(root, 'build/openapi.json'), 'utf8'));
  const titles = problems.map(
    ([code, { status, title }]) => `  ${code}: [${status}, ${JSON.stringify(title)}],\n`,
  );
  const help = problems.map(([code, problem]) => `  ${code}: ${JSON.stringify(problem.help)},\n`);
  await writeGenerated(
    root,
    'problems/problems.ts',
    `${HEADER}
/** Status and title of each problem code. */
export const PROBLEMS: Readonly<Record<ProblemCode, readonly [status: number, title: string]>> = {
${titles.join('')}};
`,
  );
  await writeGenerated(
    root,
    'problems/problem-help.ts',
    `${HEADER}
/** What each problem means and how to resolve it. */
export const PROBLEM_HELP: Readonly<Record<ProblemCode, string>> = {
${help.join('')}};
`,
  );
}
