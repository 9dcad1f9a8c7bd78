import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** Shown while it is loading. */
  skeleton: ReactNode;
  /** A further action beside Retry. */
  action?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The data of a query, or what is shown until it is there or if it can't be loaded. */
export function Loaded<Data>({ query, skeleton, action, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  return error ? <ErrorState error={error} onRetry={() => refetch()} action={action} /> : skeleton;
}
