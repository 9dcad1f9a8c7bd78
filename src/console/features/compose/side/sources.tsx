import { IconFileText } from '@tabler/icons-react';
import { paths } from '#console/modules/paths.ts';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import { useArticleEditor, useSources, useText } from '../editor/article-context.tsx';
import classes from './side.module.css';

/** The passages that the article cites, by document. */
export function Sources() {
  const { address } = useArticleEditor();
  const collections = useText((text) => text.brief.collection_ids.length);
  const sources = useSources();
  return (
    <section className={classes.part}>
      <SectionTitle note={sources.length > 0 ? sources.length : undefined}>Sources</SectionTitle>
      {sources.length === 0 && (
        <p className={classes.note}>
          {collections === 0 ? (
            <>
              Choose collections in the{' '}
              <Link to={{ search: '?step=brief' }} className={classes.link}>
                brief
              </Link>{' '}
              to have sections cite your documents.
            </>
          ) : (
            'Passages that the sections cite appear here.'
          )}
        </p>
      )}
      <ol className={classes.sources}>
        {sources.map(({ passage, footnote }) => {
          const { collection_id, document_id, chunk_id, document_name, page } = passage;
          const { number, quote, supported } = footnote;
          const name = page === null ? document_name : `${document_name}, page ${page}`;
          return (
            <li key={number} className={classes.source}>
              <span className={classes.number}>{number}</span>
              <div className={classes.about}>
                {collection_id === null ? (
                  <span className={classes.name}>{name}</span>
                ) : (
                  <Link
                    className={classes.name}
                    to={paths.chunk(address.projectId, collection_id, document_id, chunk_id)}
                  >
                    <IconFileText aria-hidden />
                    {name}
                  </Link>
                )}
                <p className={classes.quote}>{quote ?? passage.text}</p>
                {!supported && <StatusBadge tone="warning">Claim not supported</StatusBadge>}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
