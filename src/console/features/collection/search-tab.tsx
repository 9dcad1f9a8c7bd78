import { EditButton } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { formatDuration } from '#console/ui/display/time.tsx';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { formatMicros } from '#core/billing/money.ts';
import { TOP_K_DEFAULT } from '#core/limits.ts';
import { useListCollectionIndexes } from '#generated/api/collection/collection.ts';
import type {
  Collection,
  Question,
  SearchResult as Result,
  SearchResponse,
} from '#generated/model/index.ts';
import { QuestionList } from './search/question-list.tsx';
import classes from './search/search.module.css';
import { SearchForm } from './search/search-form.tsx';
import { SearchResult } from './search/search-result.tsx';
import {
  isExpected,
  MODES,
  NEIGHBOURS_MAX,
  rankOf,
  type SearchSettings,
  searchableNote,
  TOP_K_MAX,
  toFilters,
  toRequest,
} from './search/search-rules.ts';
import { useQuestions } from './search/use-questions.ts';
import { useSearch } from './search/use-search.ts';
import { WhyNotFound } from './search/why-not-found.tsx';

/** Tries out searches of a collection, and measures them with saved questions. */
export function SearchTab({ collection }: { collection: Collection }) {
  const { orgId, projectId } = useActiveProject();
  const [question, setQuestion] = useQueryParam('q');
  const [savedId, setSavedId] = useQueryParam('question');
  const [expect, setExpect] = useQueryParam('expect');
  const { settings, set } = useSearchSettings();
  const saved = useQuestions(collection.id);
  const indexes = useListCollectionIndexes(orgId, projectId, collection.id, { page_limit: 20 });
  const request = question ? toRequest(question, settings) : null;
  const search = useSearch(collection.id, request);
  const chosen = saved.questions.find(({ id }) => id === savedId) ?? null;
  const note = searchableNote(collection);
  const missing = search.data?.search.note ?? collection.index.search.note;

  const ask = (text: string) => {
    if (text !== chosen?.question) setSavedId(null);
    if (text === question) void search.refetch();
    else setQuestion(text, { push: true });
  };
  const open = ({ id, question: text, filter }: Question) => {
    setQuestion(text, { push: true });
    setSavedId(id);
    set(toFilters(filter));
  };
  const save = async () => {
    const made = request && (await saved.save(request));
    if (made) setSavedId(made.id);
    return made;
  };
  const toggle = async (result: Result) => {
    const target = chosen ?? (await save());
    if (target) await saved.toggle(target, result);
  };

  return (
    <div className={classes.tab}>
      <QuestionList
        saved={saved}
        active={collection.index}
        indexes={indexes.data?.results ?? []}
        selectedId={savedId}
        topK={settings.topK}
        onSelect={open}
        onRemoved={({ id }) => id === savedId && setSavedId(null)}
      />
      <div className={classes.main}>
        <SearchForm
          collectionId={collection.id}
          search={collection.index.search}
          question={question ?? ''}
          settings={settings}
          isSearching={search.isFetching}
          onAsk={ask}
          onChange={set}
        />
        {note && (
          <p className={classes.note} role="status">
            {note}
          </p>
        )}
        {missing && <p className={classes.note}>{missing}</p>}
        {expect && (
          <WhyNotFound
            collection={collection}
            documentId={expect}
            request={request}
            results={search.isPlaceholderData || search.error ? undefined : search.data?.results}
            hasFailed={search.error !== null}
            onClose={() => setExpect(null)}
          />
        )}
        {request === null ? (
          <EmptyState
            title={collection.counts.ready === 0 ? 'Nothing to search yet' : 'Ask a question'}
          >
            {collection.counts.ready === 0
              ? 'Add documents first. They can be searched as soon as they are indexed.'
              : 'See which passages a task would get, and why.'}
          </EmptyState>
        ) : search.error ? (
          <ErrorState error={search.error} onRetry={() => search.refetch()} />
        ) : search.data ? (
          <>
            <div className={classes.summary}>
              <Summary response={search.data} question={chosen} />
              {!chosen && (
                <EditButton size="compact-sm" variant="default" onClick={save}>
                  Save question
                </EditButton>
              )}
            </div>
            {search.data.results.length === 0 ? (
              <EmptyState title="Nothing found">
                {request.threshold !== undefined
                  ? `No passage has a score of at least ${request.threshold}.`
                  : request.filter
                    ? 'No passage in the filtered documents matches this.'
                    : 'Try other words, or add a document that answers this.'}
              </EmptyState>
            ) : (
              <ol className={classes.results} data-stale={search.isPlaceholderData || undefined}>
                {search.data.results.map((result, at) => (
                  <SearchResult
                    key={result.chunk_id}
                    collectionId={collection.id}
                    result={result}
                    rank={at + 1}
                    expected={chosen !== null && isExpected(result, chosen.expected)}
                    onToggle={() => void toggle(result)}
                  />
                ))}
              </ol>
            )}
          </>
        ) : (
          <TextSkeleton lines={8} />
        )}
      </div>
    </div>
  );
}

/** The number of passages found, the time, the cost, and the rank of the expected passage. */
function Summary({ response, question }: { response: SearchResponse; question: Question | null }) {
  const { results, milliseconds, cost } = response;
  const rank = question && rankOf(results, question.expected);
  const hasExpected = question !== null && question.expected.length > 0;
  return (
    <p className={classes.aside} role="status">
      {results.length === 1 ? '1 passage' : `${results.length} passages`} in{' '}
      {formatDuration(milliseconds)}
      {cost === 0 ? '' : ` · ${formatMicros(cost)}`}
      {hasExpected &&
        (rank === null ? ' · expected passage not found' : ` · expected passage at rank ${rank}`)}
      {question && !hasExpected && ' · give a thumbs-up to the passage that you expect'}
    </p>
  );
}

/** The settings of the search, kept in the URL. */
function useSearchSettings() {
  const [mode, setMode] = useQueryParam('mode');
  const [top, setTop] = useQueryParam('k');
  const [neighbours, setNeighbours] = useQueryParam('neighbours');
  const [tags, setTags] = useQueryParam('tags');
  const [documents, setDocuments] = useQueryParam('documents');
  const [threshold, setThreshold] = useQueryParam('threshold');
  const [rerank, setRerank] = useQueryParam('rerank');
  const [from, setFrom] = useQueryParam('from');
  const [until, setUntil] = useQueryParam('until');
  const settings: SearchSettings = {
    mode: MODES.find(({ value }) => value === mode)?.value ?? 'hybrid',
    topK: readInteger(top, 1, TOP_K_MAX) ?? TOP_K_DEFAULT,
    neighbours: readInteger(neighbours, 0, NEIGHBOURS_MAX) ?? 0,
    threshold: readThreshold(threshold),
    rerank: rerank ?? '',
    tags: readList(tags),
    documents: readList(documents),
    from: readDate(from),
    until: readDate(until),
  };
  const set = (change: Partial<SearchSettings>) => {
    if (change.mode !== undefined) setMode(change.mode === 'hybrid' ? null : change.mode);
    if (change.topK !== undefined)
      setTop(change.topK === TOP_K_DEFAULT ? null : String(change.topK));
    if (change.neighbours !== undefined) setNeighbours(String(change.neighbours || ''));
    if (change.threshold !== undefined) setThreshold(String(change.threshold || ''));
    if (change.rerank !== undefined) setRerank(change.rerank);
    if (change.documents !== undefined) setDocuments(change.documents.join(','));
    if (change.tags !== undefined) setTags(change.tags.join(','));
    if (change.from !== undefined) setFrom(change.from);
    if (change.until !== undefined) setUntil(change.until);
  };
  return { settings, set };
}

function readInteger(text: string | null, least: number, most: number): number | null {
  const value = Number(text ?? Number.NaN);
  return Number.isSafeInteger(value) && value >= least && value <= most ? value : null;
}

function readThreshold(text: string | null): number {
  const value = Number(text ?? 0);
  return value > 0 && value <= 1 ? value : 0;
}

function readList(text: string | null): string[] {
  return text?.split(',').filter(Boolean) ?? [];
}

function readDate(text: string | null): string {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '';
}
