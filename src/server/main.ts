import { enableCompileCache } from 'node:module';

// Must come before the modules that it caches are loaded: everything else is behind this import.
enableCompileCache();
const { serve } = await import('./serve.ts');
await serve();
