import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from './run-tool.ts';

/** The hooks, validators and mocks of the contract in `build/openapi.yaml`. */
export async function generateConsole(root: string): Promise<void> {
  await runTool(root, 'orval', ['--config', 'orval.config.ts']);
  await nameInputs(join(root, 'generated/model'));
}

/** Orval says of a schema that refers to itself what comes out, not what goes in: that would be `unknown`. */
async function nameInputs(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.zod.ts'));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const text = await readFile(path, 'utf8');
      const named = text.replace(/zod\.ZodType<(\w+)>/g, 'zod.ZodType<$1, $1>');
      if (named !== text) await writeFile(path, named);
    }),
  );
}
