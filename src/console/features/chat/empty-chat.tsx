import { useQueries } from '@tanstack/react-query';
import { healthText } from '#console/modules/collection/collection-options.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import { getGetCollectionQueryOptions } from '#generated/api/collection/collection.ts';
import type { ChatConfig, Collection } from '#generated/model/index.ts';
import classes from './chat.module.css';

interface EmptyChatProps {
  config: ChatConfig;
  /** Sends a suggested question; absent if one may not write. */
  onAsk?: ((question: string) => void) | undefined;
  /** Files are still being attached, so nothing can be asked yet. */
  isBusy: boolean;
}

const SHOWN = 5;
const POLL_MS = 1500;

/** A chat without messages: its greeting, suggested questions, and what it can see. */
export function EmptyChat({ config, onAsk, isBusy }: EmptyChatProps) {
  const { greeting, suggestions = [], type, collection_ids = [] } = config;
  return (
    <div className={classes.empty}>
      <h2 className={classes.greeting}>
        {greeting || (type === 'task' ? 'Fill in the inputs below' : 'What do you want to know?')}
      </h2>
      {onAsk && suggestions.length > 0 && (
        <ul className={classes.suggestions} aria-label="Suggested questions">
          {suggestions.map((question) => (
            <li key={question}>
              <button
                type="button"
                className={classes.suggestion}
                disabled={isBusy}
                onClick={() => onAsk(question)}
              >
                {question}
              </button>
            </li>
          ))}
        </ul>
      )}
      {type === 'collections' && <Searched ids={collection_ids} />}
    </div>
  );
}

/** The collections that are searched, and how much of them is indexed. */
function Searched({ ids }: { ids: readonly string[] }) {
  const { at, projectId } = useActiveProject();
  const collections = useQueries({
    queries: ids.slice(0, SHOWN).map((id) =>
      getGetCollectionQueryOptions(...at, id, {
        query: {
          meta: { silent: true },
          refetchInterval: ({ state }) => (state.data && isIndexing(state.data) ? POLL_MS : false),
        },
      }),
    ),
  });
  const more = ids.length - SHOWN;
  return (
    <ul className={classes.searched} aria-label="Collections that are searched">
      {collections.map(({ data, error }, index) => (
        <li key={ids[index]}>
          {data && (
            <>
              <Link to={paths.collection(projectId, data.id)}>{data.name}</Link>{' '}
              <span>{healthText(data)}</span>
            </>
          )}
          {error && 'A collection that was deleted, or that you may not view'}
        </li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}

function isIndexing({ counts, is_paused }: Collection): boolean {
  return !is_paused && counts.waiting + counts.working > 0;
}
