import { formatBytes } from '#console/modules/upload/bytes.ts';
import { formatDateTime, RelativeTime } from '#console/ui/display/time.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import type { Document } from '#generated/model/index.ts';
import classes from './document.module.css';
import { KIND_LABELS } from './kind-labels.ts';

/** More tags than these would take the room of the text on a phone. */
const TAGS_SHOWN = 5;

/** A document's kind, size, origin and tags in one line. */
export function DocumentFacts({ document }: { document: Document }) {
  const { kind, size, pages, chunks, language, origin, tags, dated_at, updated_at } = document;
  return (
    <div className={classes.bar}>
      {kind && <span>{KIND_LABELS[kind]}</span>}
      <span>{formatBytes(size)}</span>
      {pages !== null && pages > 0 && <span>{pages === 1 ? '1 page' : `${pages} pages`}</span>}
      <span>{chunks === 1 ? '1 chunk' : `${chunks} chunks`}</span>
      {language && <span lang="en">Language: {language}</span>}
      <Tooltip label={`Date of the document: ${formatDateTime(dated_at)}`}>
        <span>
          Updated <RelativeTime value={updated_at} />
        </span>
      </Tooltip>
      {origin.url && /^https?:/i.test(origin.url) && (
        <a
          className={classes.link}
          href={origin.url}
          title={origin.url}
          target="_blank"
          rel="noopener noreferrer"
        >
          {origin.url}
        </a>
      )}
      {tags.length > 0 && (
        <span className={classes.tags}>
          {tags.slice(0, TAGS_SHOWN).map((tag) => (
            <span key={tag} className={classes.tag}>
              {tag}
            </span>
          ))}
          {tags.length > TAGS_SHOWN && (
            <Tooltip label={tags.slice(TAGS_SHOWN).join(', ')}>
              <span className={classes.tag}>+{tags.length - TAGS_SHOWN}</span>
            </Tooltip>
          )}
        </span>
      )}
    </div>
  );
}
