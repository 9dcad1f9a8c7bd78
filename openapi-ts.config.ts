import { defineConfig } from '@hey-api/openapi-ts';

const input = './build/openapi.yaml';

/** Generates the server's handler types, and the SDK used by tests, benchmarks and other clients. */
export default defineConfig([
  {
    input,
    output: { path: './generated/server', module: { extension: '.ts' } },
    plugins: ['@hey-api/typescript'],
  },
  {
    input,
    output: { path: './generated/sdk', module: { extension: '.ts' } },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  },
]);
