import type { QueryClient } from '@tanstack/react-query';
import { preloadPage } from './pages.tsx';

/** Begins to load what the page at an address needs. */
export function prefetch(_client: QueryClient, path: string): void {
  preloadPage(path);
}
