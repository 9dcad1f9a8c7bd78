import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from './run-tool.ts';

/** The hooks, validators and mocks of the contract in `build/openapi.yaml`. */
export async function generateConsole(root: string): Promise<void> {
  await runTool(root, 'orval', ['--config', 'orval.config.ts']);
  await amend(join(root, 'generated/model'), '.zod.ts', nameInputs);
  await amend(join(root, 'generated'), '.faker.ts', leaveOutLocales);
}

/** Orval says of a schema that refers to itself what comes out, not what goes in: that would be `unknown`. */
function nameInputs(text: string): string {
  return text.replace(/zod\.ZodType<(\w+)>/g, 'zod.ZodType<$1, $1>');
}

/** Factories write examples, numbers and dates. Faker without its languages does, which are half a megabyte. */
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
