import { lazy, Suspense, useState } from 'react';
import { useAssistantStore } from '#console/modules/assistant/assistant-store.ts';

const AssistantDrawer = lazy(() =>
  import('./assistant-drawer.tsx').then((m) => ({ default: m.AssistantDrawer })),
);

/** Hosts the assistant, which is loaded when it is first opened. */
export function AssistantHost() {
  const opened = useAssistantStore((state) => state.opened);
  const [used, setUsed] = useState(opened);
  if (opened && !used) setUsed(true);
  return <Suspense>{used && <AssistantDrawer />}</Suspense>;
}
