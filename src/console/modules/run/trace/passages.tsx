import { Link } from '#console/ui/navigation/link.tsx';
import { paths } from '../../paths.ts';
import classes from '../result/citations.module.css';
import { LongText } from '../result/long-text.tsx';

/** A passage, as recorded in the trace. */
interface TracedPassage {
  number: number;
  collection_id: string;
  document_id: string;
  document_name: string;
  chunk_id: string;
  page: number | null;
  heading_path: string[];
  score: number;
  word_rank: number | null;
  meaning_rank: number | null;
  text: string;
}

/** The passages in a step's output; undefined if there are none. */
export function passagesOf(output: unknown): TracedPassage[] | undefined {
  const { passages } = (output ?? {}) as { passages?: TracedPassage[] };
  const isKnown = Array.isArray(passages) && passages.every(({ chunk_id }) => chunk_id);
  return isKnown && passages.length > 0 ? passages : undefined;
}

interface PassagesProps {
  passages: readonly TracedPassage[];
  projectId: string | undefined;
}

/** Retrieved passages, with their sources and scores. */
export function Passages({ passages, projectId }: PassagesProps) {
  return (
    <ol className={classes.passages}>
      {passages.map((passage) => (
        <li key={passage.number} className={classes.passage}>
          <strong>[{passage.number}]</strong> <Source passage={passage} projectId={projectId} />
          {passage.heading_path.length > 0 && ` · ${passage.heading_path.join(' › ')}`}
          <div className="tl-tabular tl-faint">{figuresOf(passage)}</div>
          <div className={classes.passageText}>
            <LongText text={passage.text} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Source({ passage, projectId }: { passage: TracedPassage; projectId: string | undefined }) {
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
