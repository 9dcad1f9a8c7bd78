import { NativeSelect, Stack, Switch } from '@mantine/core';
import { EditButton } from '#console/modules/people/edit-button.tsx';
import '@mantine/core/styles/Switch.css';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { formatMicros } from '#core/billing/money.ts';
import { useListEmbeddingModels } from '#generated/api/model/model.ts';
import type { CollectionIndex, IndexSettings } from '#generated/model/index.ts';
import {
  CHUNK_SIZE_MAX,
  CHUNK_SIZE_MIN,
  changedSettings,
  LANGUAGES,
  OVERLAP_MAX,
  reembeddingCost,
  settingsProblem,
} from './index-rules.ts';
import classes from './settings.module.css';

const WORDS_ONLY = 'none';

interface IndexFormProps {
  active: CollectionIndex;
  settings: IndexSettings;
  onChange: (change: Partial<IndexSettings>) => void;
  activate: boolean;
  onActivate: (activate: boolean) => void;
  onBuild: () => Promise<unknown>;
}

/** The settings of a new index. */
export function IndexForm(props: IndexFormProps) {
  const { active, settings, onChange, activate, onActivate, onBuild } = props;
  const { orgId } = useActiveProject();
  const models = useListEmbeddingModels(orgId);
  const all = models.data?.results ?? [];
  const model = all.find(({ id }) => id === settings.embedding_model);
  const known = all.some(({ id }) => id === settings.embedding_model);
  const problem = settingsProblem(settings);
  const isChanged = changedSettings(active.settings, settings) !== null;
  const cost = reembeddingCost({ chunks: active.chunks, settings: active.settings }, model);

  return (
    <section aria-label="Indexing">
      <SectionTitle>Indexing</SectionTitle>
      <Stack gap="md" mt="xs">
        <div className={classes.pair}>
          <NumberField
            label="Chunk size"
            description="In tokens"
            min={CHUNK_SIZE_MIN}
            max={CHUNK_SIZE_MAX}
            error={problem?.chunk_size}
            value={settings.chunk_size}
            onChange={(value) => value !== undefined && onChange({ chunk_size: value })}
          />
          <NumberField
            label="Overlap"
            description="Tokens repeated"
            min={0}
            max={OVERLAP_MAX}
            error={problem?.chunk_overlap}
            value={settings.chunk_overlap}
            onChange={(value) => value !== undefined && onChange({ chunk_overlap: value })}
          />
        </div>
        <NativeSelect
          label="Language"
          description="Also matches other forms of a word"
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
          value={settings.language}
          onChange={(event) =>
            onChange({ language: event.currentTarget.value as IndexSettings['language'] })
          }
        />
        <NativeSelect
          label="Embedding model"
          description={
            all.length === 0 && models.isSuccess
              ? 'None is configured on this server, so search matches words only.'
              : 'Adds search by meaning'
          }
          data={[
            { value: WORDS_ONLY, label: 'None (words only)' },
            ...all.map(({ id, price }) => ({
              value: id,
              label:
                price === null
                  ? id
                  : `${id} (${price === 0 ? 'free' : `${formatMicros(price)} per 1M tokens`})`,
            })),
            ...(settings.embedding_model !== null && !known
              ? [{ value: settings.embedding_model, label: settings.embedding_model }]
              : []),
          ]}
          value={settings.embedding_model ?? WORDS_ONLY}
          onChange={({ currentTarget: { value } }) =>
            onChange({ embedding_model: value === WORDS_ONLY ? null : value })
          }
        />
        {isChanged && (
          <Switch
            label="Activate when complete"
            description="Leave off to compare it with the current index first."
            checked={activate}
            onChange={(event) => onActivate(event.currentTarget.checked)}
          />
        )}
        <div className={classes.build}>
          <EditButton disabled={!isChanged || problem !== null} onClick={onBuild}>
            Build new index
          </EditButton>
          <span className={classes.aside}>
            {isChanged && cost && `Embedding costs at most ${cost}. `}
            Searches use the current index until the new one replaces it.
          </span>
        </div>
      </Stack>
    </section>
  );
}
