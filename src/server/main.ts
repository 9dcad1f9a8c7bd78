import { enableCompileCache } from 'node:module';
import { loadLeanModules } from './lean-modules.ts';

// Both must run before the modules they affect are loaded, so everything else is imported dynamically.
enableCompileCache();
loadLeanModules();
const { serve } = await import('./serve.ts');
await serve();
