import { en } from 'zod/locales';
import { ANSWERS } from '#generated/operations/answers.ts';

const { localeError } = en();
const REPORTED = 3;

const loaded = new Map<string, ReturnType<(typeof ANSWERS)[number][5]>>();

/** What the contract says about a JSON response: its operation, and its schema with its name. */
export async function answerTo(method: string, url: string, status: number) {
  const [path = ''] = url.split('?');
  const found = ANSWERS.filter((one) => one[1] === method && one[3] === status);
  const fits = (template: string) =>
    new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path);
  // A literal path comes before one with parameters.
  const answer = found.find((one) => one[2] === path) ?? found.find((one) => fits(one[2]));
  if (!answer) return undefined;
  const [operation, , , , name, load] = answer;
  const schema = loaded.get(name) ?? load();
  loaded.set(name, schema);
  return { operation, name, schema: await schema };
}

/**
 * Compares a JSON response with the schema of its operation. One that doesn't match is an error in tests, and a warning
 * elsewhere. Production builds don't contain this.
 */
export async function checkResponse(
  method: string,
  url: string,
  status: number,
  body: unknown,
): Promise<void> {
  const answer = await answerTo(method, url, status);
  const issues = answer?.schema.safeParse(body, { error: localeError }).error?.issues;
  if (!issues) return;
  const wrong = issues
    .slice(0, REPORTED)
    .map(({ path, message }) => `${path.map((name) => `/${String(name)}`).join('')}: ${message}`);
  const text = `${answer?.operation}: the ${status} response doesn't match the contract. ${wrong.join('; ')}`;
  if (import.meta.env.MODE === 'test') throw new Error(text);
  console.warn(text);
}
