import type {
  CollectionIndex,
  EmbeddingModel,
  IndexSettings,
  IndexSettingsInput,
  RetrievalFigures,
} from '#generated/model/index.ts';
import { embeddingCost } from '../document/place.ts';

export const LANGUAGES: Record<IndexSettings['language'], string> = {
  auto: 'Detect per document',
  ar: 'Arabic',
  da: 'Danish',
  de: 'German',
  el: 'Greek',
  en: 'English',
  es: 'Spanish',
  fi: 'Finnish',
  fr: 'French',
  hu: 'Hungarian',
  it: 'Italian',
  ja: 'Japanese',
  ko: 'Korean',
  nl: 'Dutch',
  no: 'Norwegian',
  pt: 'Portuguese',
  ro: 'Romanian',
  ru: 'Russian',
  sv: 'Swedish',
  tr: 'Turkish',
  zh: 'Chinese',
  other: 'Other (exact words only)',
};

/** The settings that differ from the active index; null if there are none. */
export function changedSettings(
  before: IndexSettings,
  after: IndexSettings,
): IndexSettingsInput | null {
  const changed = Object.fromEntries(
    (Object.keys(after) as (keyof IndexSettings)[])
      .filter((name) => after[name] !== before[name])
      .map((name) => [name, after[name]]),
  );
  return Object.keys(changed).length > 0 ? changed : null;
}

// The contract's limits, in tokens.
export const CHUNK_SIZE_MIN = 50;
export const CHUNK_SIZE_MAX = 2000;
export const OVERLAP_MAX = 1000;

/** Validation errors by field; null if the settings are valid. */
export function settingsProblem({
  chunk_size,
  chunk_overlap,
}: IndexSettings): { chunk_size?: string; chunk_overlap?: string } | null {
  if (chunk_size < CHUNK_SIZE_MIN || chunk_size > CHUNK_SIZE_MAX)
    return { chunk_size: `From ${CHUNK_SIZE_MIN} to ${CHUNK_SIZE_MAX}` };
  if (chunk_overlap < 0 || chunk_overlap > Math.min(OVERLAP_MAX, chunk_size / 2))
    return { chunk_overlap: 'At most half of the chunk size' };
  return null;
}

/** An index's settings in one line: `300 tokens, overlap 40 · Detect per document · words only`. */
export function settingsText(settings: IndexSettings): string {
  const { chunk_size, chunk_overlap, language, embedding_model } = settings;
  return [
    `${chunk_size} tokens, overlap ${chunk_overlap}`,
    language === 'auto' ? 'language detected' : LANGUAGES[language],
    embedding_model ?? 'words only',
  ].join(' · ');
}

/** The maximum cost of re-embedding all documents; null if it is unknown or nothing is embedded. */
export function reembeddingCost(
  { chunks, settings }: Pick<CollectionIndex, 'chunks' | 'settings'>,
  model: EmbeddingModel | undefined,
): string | null {
  return model ? embeddingCost(chunks * settings.chunk_size, model.price) : null;
}

/** The build progress of an index, in percent. */
export function buildingPercent({
  documents_done,
  documents_total,
}: Pick<CollectionIndex, 'documents_done' | 'documents_total'>): number {
  return documents_total === 0 ? 100 : Math.floor((documents_done / documents_total) * 100);
}

/**
 * The difference of a metric from the active index: `+0.04`, `−0.10`, `±0`. Null if they aren't comparable: either is
 * missing, or they were computed with other questions or another k.
 */
export function figureChange(
  figures: RetrievalFigures | null,
  active: RetrievalFigures | null,
  name: 'recall' | 'mrr' | 'ndcg',
): string | null {
  if (!figures || !active) return null;
  if (figures.k !== active.k || figures.questions !== active.questions) return null;
  const hundredths = Math.round((figures[name] - active[name]) * 100);
  if (hundredths === 0) return '±0';
  return `${hundredths > 0 ? '+' : '−'}${(Math.abs(hundredths) / 100).toFixed(2)}`;
}
