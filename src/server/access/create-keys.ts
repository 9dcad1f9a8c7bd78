import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';

/** `npm run identity-keys -- FOLDER`: the key that Kratos signs tokens with, and the public one that verifies them. */
const ALGORITHM = 'ES256';
const [folder = 'identity'] = process.argv.slice(2);
const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true });
const publicJwk = await exportJWK(publicKey);
const facts = { kid: await calculateJwkThumbprint(publicJwk), alg: ALGORITHM, use: 'sig' };

mkdirSync(folder, { recursive: true });
save('tokenizer.jwks.json', { ...(await exportJWK(privateKey)), ...facts }, 0o600);
save('public.jwks.json', { ...publicJwk, ...facts }, 0o644);

/** Keys that are in use are never overwritten. */
function save(name: string, key: object, mode: number): void {
  const path = join(folder, name);
  try {
    writeFileSync(path, `${JSON.stringify({ keys: [key] }, null, 2)}\n`, { flag: 'wx', mode });
    console.log(`Created ${path}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    console.error(`${path} already exists. Delete it first, or choose another folder.`);
    process.exit(1);
  }
}
