import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes a file below `generated/`. */
export async function writeGenerated(root: string, path: string, text: string): Promise<void> {
  const file = join(root, 'generated', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
