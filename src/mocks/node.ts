import { type SetupServer, setupServer } from 'msw/node';
import { mockHandlers } from './bind.ts';
import type { MockOptions } from './scenarios.ts';
import { seedWorld } from './seed/world.ts';
import { createStore, type Store } from './store.ts';

/** The mocks in a Node process: after `server.listen()`, they handle its `fetch` calls. */
export function createMockServer(options: MockOptions = {}): { server: SetupServer; store: Store } {
  const store = createStore(seedWorld(options), options.tokenMs ?? 0);
  const { requests, sockets } = mockHandlers(store);
  return { server: setupServer(...requests, ...sockets()), store };
}
