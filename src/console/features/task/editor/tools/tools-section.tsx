import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { useDraft, useProblemCount } from '../editor-context.tsx';
import { Section } from '../section.tsx';

const ToolsEditor = lazyOf(() => import('./tools-editor.tsx'), 'ToolsEditor');

/** The tools the model may call. */
export function ToolsSection() {
  const count = useDraft((state) => state.content.tools?.length ?? 0);
  const problems = useProblemCount('/tools', '/tool_choice');
  return (
    <Section
      id="tools"
      title="Tools"
      count={count}
      errors={problems}
      summary={count === 0 ? 'None' : undefined}
    >
      <Suspense fallback={<Skeleton height={64 + 46 * count} />}>
        <ToolsEditor />
      </Suspense>
    </Section>
  );
}
