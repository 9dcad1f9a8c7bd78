import { type ComponentProps, lazy, Suspense } from 'react';

const Trace = lazy(() =>
  import('#console/modules/run/trace/trace.tsx').then((m) => ({ default: m.Trace })),
);

/** The trace in the narrow panel. Loaded with the first run, so that the editor opens without it. */
export function PanelTrace(props: Omit<ComponentProps<typeof Trace>, 'mini'>) {
  return (
    <Suspense>
      <Trace {...props} mini />
    </Suspense>
  );
}
