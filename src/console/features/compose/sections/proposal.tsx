import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { useArticleEditor, useEdit } from '../editor/article-context.tsx';
import type { Proposed } from '../step/writer.ts';
import classes from './sections.module.css';

const WordDiff = lazyOf(() => import('#console/ui/editor/word-diff.tsx'), 'WordDiff');

interface ProposalProps {
  /** The section's text. */
  before: string;
  proposal: Proposed;
}

/** A proposed version of a section, compared with the current one, to accept or reject. */
export function Proposal({ before, proposal }: ProposalProps) {
  const { section_id: id, markdown, runId } = proposal;
  const { accepted, writer } = useArticleEditor();
  const edit = useEdit('sections');
  const accept = useRef<HTMLButtonElement>(null);
  const proposed = useRef<HTMLDivElement>(null);
  useEffect(() => accept.current?.focus({ preventScroll: true }), []);
  useLayoutEffect(() => {
    const shown = proposed.current;
    return () => {
      const section = shown?.closest('article');
      // After the decision, the section's own buttons return.
      if (shown?.contains(document.activeElement))
        setTimeout(() => section?.querySelector<HTMLElement>('footer button')?.focus());
    };
  }, []);
  return (
    <div ref={proposed} className={classes.proposal}>
      <Suspense fallback={<TextSkeleton lines={4} />}>
        <WordDiff
          before={`${before.trimEnd()}\n`}
          after={`${markdown.trimEnd()}\n`}
          label="Changes to the section"
        />
      </Suspense>
      <div className={classes.tools}>
        <Button
          ref={accept}
          size="xs"
          leftSection={<IconCheck />}
          onClick={() => {
            accepted.set(id, { markdown, runId });
            edit((text) => ({ ...text, sections: { ...text.sections, [id]: markdown } }));
            writer.takeProposal(id, 'Accepted.');
          }}
        >
          Accept
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconX />}
          onClick={() => writer.takeProposal(id, 'Rejected.')}
        >
          Reject
        </Button>
      </div>
    </div>
  );
}
