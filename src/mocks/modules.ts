import { type HttpHandler, http, passthrough } from 'msw';

/** Where Vite serves modules in development. */
const MODULES = /^https?:\/\/[^/]+\/(src|generated|openapi|node_modules|@[\w-]+)(\/|$|\?)/;

/** Lets modules through to Vite: some of them are in folders named like paths of the mocks, such as `identity`. */
export function passModules(): HttpHandler {
  return http.get(MODULES, () => passthrough());
}
