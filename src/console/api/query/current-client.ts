import { QueryClient } from '@tanstack/react-query';

let current: QueryClient | undefined;

/** The client of the console, for what runs outside of React. Tests may have none of their own. */
export function currentClient(): QueryClient {
  current ??= new QueryClient();
  return current;
}

export function setQueryClient(client: QueryClient): void {
  current = client;
}
