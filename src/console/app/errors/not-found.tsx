import { type ComponentProps, lazy, Suspense } from 'react';

const Content = lazy(() =>
  import('./not-found-content.tsx').then((module) => ({ default: module.NotFoundContent })),
);

/** Shown in place of a page or project that does not exist. Rarely needed, so its code loads on demand. */
export function NotFound(props: ComponentProps<typeof Content>) {
  return (
    <Suspense>
      <Content {...props} />
    </Suspense>
  );
}
