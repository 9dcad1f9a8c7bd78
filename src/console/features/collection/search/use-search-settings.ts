import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { TOP_K_DEFAULT } from '#core/limits.ts';
import { MODES, NEIGHBOURS_MAX, type SearchSettings, TOP_K_MAX } from './search-rules.ts';

/** The settings of the search, kept in the URL. */
export function useSearchSettings() {
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
    topK: within(top, 1, TOP_K_MAX) ?? TOP_K_DEFAULT,
    neighbours: within(neighbours, 0, NEIGHBOURS_MAX) ?? 0,
    threshold: share(threshold),
    rerank: rerank ?? '',
    tags: list(tags),
    documents: list(documents),
    from: date(from),
    until: date(until),
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

function within(text: string | null, least: number, most: number): number | null {
  const value = Number(text ?? Number.NaN);
  return Number.isSafeInteger(value) && value >= least && value <= most ? value : null;
}

function share(text: string | null): number {
  const value = Number(text ?? 0);
  return value > 0 && value <= 1 ? value : 0;
}

function list(text: string | null): string[] {
  return text?.split(',').filter(Boolean) ?? [];
}

function date(text: string | null): string {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '';
}
