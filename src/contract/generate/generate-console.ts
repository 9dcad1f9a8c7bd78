import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from './run-tool.ts';

/** Generates the hooks, validators and mocks of the contract in `build/openapi.yaml`. */
export async function generateConsole(root: string): Promise<void> {
  await runTool(root, 'orval', ['--config', 'orval.config.ts']);
  await amend(join(root, 'generated/model'), '.zod.ts', nameInputs);
  await amend(join(root, 'generated'), '.faker.ts', leaveOutLocales);
}

/** For a recursive schema, orval declares the output type but leaves the input type `unknown`. */
function nameInputs(text: string): string {
  return text.replace(/zod\.ZodType<(\w+)>/g, 'zod.ZodType<$1, $1>');
}

/**
 * The factories only need examples, numbers and dates, so faker without its locales, which are half a megabyte, is
 * enough.
 */
function leaveOutLocales(text: string): string {
  return text.replace(
    /\bfaker\n\} from '@faker-js\/faker';/,
    "simpleFaker as faker\n} from '@faker-js/faker';",
  );
}

async function amend(folder: string, extension: string, change: (text: string) => string) {
  const paths = await readdir(folder, { recursive: true });
  await Promise.all(
    paths
      .filter((path) => path.endsWith(extension))
      .map(async (name) => {
        const path = join(folder, name);
        const text = await readFile(path, 'utf8');
        const changed = change(text);
        if (changed !== text) await writeFile(path, changed);
      }),
  );
}
