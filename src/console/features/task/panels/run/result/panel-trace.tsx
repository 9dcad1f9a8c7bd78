import type { ComponentProps } from 'react';
import { Trace } from '#console/modules/run/trace/trace.tsx';

/** The trace in the narrow panel. Loaded with the first run, so that the editor opens without it. */
export function PanelTrace(props: Omit<ComponentProps<typeof Trace>, 'mini'>) {
  return <Trace {...props} mini />;
}
