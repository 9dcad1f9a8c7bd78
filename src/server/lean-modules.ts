import { registerHooks } from 'node:module';

/**
 * Loads Drizzle and PGlite from their CommonJS builds. Their ES modules are hundreds of files that re-export each other
 * in circles, which costs 0.9 s and 160 MB at start; the CommonJS builds cost 0.1 s and 10 MB. Both must use the same
 * kind of module, because Drizzle's driver loads PGlite itself.
 */
export function loadLeanModules(): void {
  const conditions = ['node', 'require', 'default'];
  registerHooks({
    resolve: (specifier, context, next) =>
      /^(drizzle-orm|@electric-sql\/pglite)(\/|$)/.test(specifier)
        ? next(specifier, { ...context, conditions })
        : next(specifier, context),
  });
}
