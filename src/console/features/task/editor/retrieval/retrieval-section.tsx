import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { useDraft, useProblemCount } from '../editor-context.tsx';
import { Section } from '../section.tsx';

const RetrievalEditor = lazyOf(() => import('./retrieval-editor.tsx'), 'RetrievalEditor');

/** Retrieval over documents before the model is called. */
export function RetrievalSection() {
  const retrieval = useDraft((state) => state.content.retrieval);
  const problems = useProblemCount('/retrieval');
  return (
    <Section
      id="retrieval"
      title="Retrieval"
      count={retrieval?.collection_ids.length}
      errors={problems}
      summary={retrieval ? undefined : 'Off'}
    >
      <Suspense fallback={<Skeleton height={retrieval ? 180 : 40} />}>
        <RetrievalEditor />
      </Suspense>
    </Section>
  );
}
