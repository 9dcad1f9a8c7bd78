import { defineConfig } from '@hey-api/openapi-ts';

/** Generates the types of every operation, and the SDK of benches, ecosystem and tests. */
export default defineConfig({
  input: './build/openapi.yaml',
  output: { path: './generated/sdk', module: { extension: '.ts' } },
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
});
