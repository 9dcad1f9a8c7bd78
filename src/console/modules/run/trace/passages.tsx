import { useId } from 'react';
import { Link } from '#console/ui/navigation/link.tsx';
import { paths } from '../../paths.ts';
import classes from '../result/citations.module.css';
import { LongText } from '../result/long-text.tsx';

/** A passage, as recorded in the trace. */
interface TracedPassage {
  collection_id: string;
  document_id: string;
  document_name: string;
  chunk_id: string;
  page: number | null;
  heading_path: string[];
  score: number;
  word_rank: number | null;
  meaning_rank: number | null;
}

interface UsedPassage extends TracedPassage {
  number: number;
  text: string;
}

interface CutPassage extends TracedPassage {
  tokens: number;
}

/** The result of a retrieval: the passages in the prompt, and those that didn't fit. */
interface Found {
  passages: UsedPassage[];
  left_out?: CutPassage[];
}

/** Parses the output of a retrieval step; undefined for other steps. */
export function foundIn(output: unknown): Found | undefined {
  const found = (output ?? {}) as Partial<Found>;
  const { passages, left_out = [] } = found;
  if (!Array.isArray(passages) || !Array.isArray(left_out)) return undefined;
  const isKnown = [...passages, ...left_out].every(({ chunk_id }) => chunk_id);
  return isKnown ? { passages, left_out } : undefined;
}

interface PassagesProps {
  found: Found;
  projectId: string | undefined;
}

/** Retrieved passages, with their sources and scores, and those that the token budget left out. */
export function Passages({ found: { passages, left_out = [] }, projectId }: PassagesProps) {
  if (passages.length + left_out.length === 0)
    return (
      <p className="tl-faint">
        No passage was found, or none reached the score threshold. The model was told so.
      </p>
    );
  return (
    <>
      <ol className={classes.passages}>
        {passages.map((passage) => (
          <li key={passage.number} className={classes.passage}>
            <strong>[{passage.number}]</strong> <Source passage={passage} projectId={projectId} />
            <div className="tl-tabular tl-faint">{figuresOf(passage)}</div>
            <div className={classes.passageText}>
              <LongText text={passage.text} />
            </div>
          </li>
        ))}
      </ol>
      {left_out.length > 0 && <LeftOut passages={left_out} projectId={projectId} />}
    </>
  );
}

interface LeftOutProps {
  passages: readonly CutPassage[];
  projectId: string | undefined;
}

function LeftOut({ passages, projectId }: LeftOutProps) {
  const id = useId();
  return (
    <>
      <p className={classes.leftOut} id={id}>
        Left out, because they exceed the token budget:
      </p>
      <ul className={classes.passages} aria-labelledby={id}>
        {passages.map((passage) => (
          <li key={passage.chunk_id} className={classes.passage} data-cut>
            <Source passage={passage} projectId={projectId} />
            <div className="tl-tabular tl-faint">
              {figuresOf(passage)} · {passage.tokens.toLocaleString('en-GB')} tokens
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Source({ passage, projectId }: { passage: TracedPassage; projectId: string | undefined }) {
  return (
    <>
      <DocumentLink passage={passage} projectId={projectId} />
      {passage.heading_path.length > 0 && ` · ${passage.heading_path.join(' › ')}`}
    </>
  );
}

function DocumentLink({ passage, projectId }: Parameters<typeof Source>[0]) {
  const { collection_id, document_id, document_name, chunk_id, page } = passage;
  const name = page === null ? document_name : `${document_name}, page ${page}`;
  if (projectId === undefined) return name;
  return <Link to={paths.chunk(projectId, collection_id, document_id, chunk_id)}>{name}</Link>;
}

function figuresOf({ score, word_rank, meaning_rank }: TracedPassage): string {
  return [
    `Score ${score.toFixed(2)}`,
    word_rank !== null && `rank ${word_rank} by words`,
    meaning_rank !== null && `rank ${meaning_rank} by meaning`,
  ]
    .filter(Boolean)
    .join(' · ');
}
