import { IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react';
import { highlightParts } from '#console/modules/collection/highlight-parts.ts';
import { paths } from '#console/modules/paths.ts';
import { useEditPermission } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { IconButton } from '#console/ui/form/icon-button.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import type { SearchResult as Result } from '#generated/model/index.ts';
import { placeText } from '../document/place.ts';
import classes from './search.module.css';
import { figureText } from './search-rules.ts';

interface SearchResultProps {
  collectionId: string;
  result: Result;
  rank: number;
  /** Whether it is an expected passage of the saved question. */
  expected?: boolean;
  onToggle?: () => void;
}

/** A result of a search, with its ranks. */
export function SearchResult({
  collectionId,
  result,
  rank,
  expected,
  onToggle,
}: SearchResultProps) {
  const { projectId } = useActiveProject();
  const { reason } = useEditPermission();
  const { document_id, document_name, chunk_id, heading_path, text, highlights } = result;
  const place = placeText(result);
  const to = paths.chunk(projectId, collectionId, document_id, chunk_id);
  const label = expected ? 'Remove from the expected passages' : 'Expected passage';
  return (
    <li className={classes.result} data-expected={expected || undefined}>
      <div className={classes.resultHead}>
        <span className={classes.rank}>{rank}</span>
        <Link to={to} className={classes.document}>
          <span className="tl-truncate" title={document_name}>
            {document_name}
          </span>
          {place && <span className={classes.place}>{place}</span>}
        </Link>
        {onToggle && (
          <IconButton
            label={label}
            tip={reason ?? label}
            variant="subtle"
            color={expected ? 'green' : 'gray'}
            aria-pressed={expected ?? false}
            data-disabled={reason !== null || undefined}
            aria-disabled={reason !== null || undefined}
            onClick={() => reason === null && onToggle()}
          >
            {expected ? <IconThumbUpFilled /> : <IconThumbUp />}
          </IconButton>
        )}
      </div>
      {heading_path.length > 0 && <p className={classes.path}>{heading_path.join(' › ')}</p>}
      <p className={classes.passage}>
        {highlightParts(text, highlights).map((part) =>
          part.isMarked ? <mark key={part.start}>{part.text}</mark> : part.text,
        )}
      </p>
      <dl className={classes.ranks}>
        <Rank label="Words" value={result.word_rank} />
        <Rank label="Meaning" value={result.meaning_rank} />
        {result.rerank_rank !== null && <Rank label="Reranked" value={result.rerank_rank} />}
        <div>
          <dt>Fused</dt>
          <dd>{figureText(result.score)}</dd>
        </div>
      </dl>
    </li>
  );
}

function Rank({ label, value }: { label: string; value: number | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value === null ? '–' : `#${value}`}</dd>
    </div>
  );
}
