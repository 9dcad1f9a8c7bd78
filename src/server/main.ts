import { enableCompileCache } from 'node:module';
import { loadLeanModules } from './lean-modules.ts';

// Both must come before the modules that they are about: everything else is behind the import.
enableCompileCache();
loadLeanModules();
const { serve } = await import('./serve.ts');
await serve();
