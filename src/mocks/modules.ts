import { type HttpHandler, http, passthrough } from 'msw';

/** The paths at which Vite serves modules in development. */
const MODULES = /^https?:\/\/[^/]+\/(src|generated|openapi|node_modules|@[\w-]+)(\/|$|\?)/;

/**
 * Passes module requests through to Vite, because some modules are in folders with the same names as mocked paths, such
 * as `identity`.
 */
export function passModules(): HttpHandler {
  return http.get(MODULES, () => passthrough());
}
