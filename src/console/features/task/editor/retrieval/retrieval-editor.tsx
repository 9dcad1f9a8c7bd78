import { Select, Stack, Switch, TagsInput } from '@mantine/core';
import { CollectionPicker } from '#console/modules/collection/collection-picker.tsx';
import '@mantine/core/styles/Switch.css';
import { useShallow } from 'zustand/shallow';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { TOP_K_DEFAULT } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import { isFileType } from '#core/task/input/files.ts';
import type { TaskRetrieval } from '#generated/model/index.ts';
import { useDraft, useEditor, useProblem } from '../editor-context.tsx';
import rows from '../rows/rows.module.css';
import classes from './retrieval.module.css';

/** Retrieval settings: the collections, the query variable, and how many passages the model receives. */
export function RetrievalEditor() {
  const { draft, readOnly } = useEditor();
  const retrieval = useDraft((state) => state.content.retrieval);
  const names = useDraft(
    useShallow((state) =>
      state.content.variables.filter(({ type }) => !isFileType(type)).map(({ name }) => name),
    ),
  );
  const problem = useProblem('/retrieval');
  const collections = useProblem('/retrieval/collection_ids');
  const query = useProblem('/retrieval/query_variable');
  const locked = readOnly !== null;

  const set = (change: TaskRetrieval | undefined) =>
    draft.edit(({ retrieval: _old, ...definition }) => ({
      ...definition,
      ...(change && { retrieval: change }),
    }));
  const change = (part: Partial<TaskRetrieval>) => retrieval && set({ ...retrieval, ...part });
  /** A setting that applies only if it is set. */
  const optional = (name: 'threshold' | 'neighbours' | 'max_tokens') => ({
    'data-pointer': `/retrieval/${name}`,
    value: retrieval?.[name],
    readOnly: locked,
    onChange: (value: number | undefined) => {
      if (!retrieval) return;
      const { [name]: _old, ...rest } = retrieval;
      set(value === undefined ? rest : { ...rest, [name]: value });
    },
  });

  return (
    <Stack gap="sm" data-pointer="/retrieval">
      <Switch
        label="Search documents before calling the model"
        checked={retrieval !== undefined}
        disabled={locked}
        onChange={(event) =>
          set(
            event.currentTarget.checked
              ? { collection_ids: [], query_variable: names[0] ?? '', top_k: TOP_K_DEFAULT }
              : undefined,
          )
        }
      />
      {retrieval && names.length === 0 && (
        <p className={rows.problem}>{MESSAGES.task.retrievalNeedsParameter}</p>
      )}
      {retrieval && (
        <div className={classes.grid}>
          <CollectionPicker
            className={rows.wide}
            pointer="/retrieval/collection_ids"
            ids={retrieval.collection_ids}
            readOnly={locked}
            error={collections}
            onChange={(ids) => change({ collection_ids: ids })}
          />
          <Select
            label="Query variable"
            description="Its value is the search query"
            data-pointer="/retrieval/query_variable"
            placeholder="Select a variable"
            data={names}
            value={retrieval.query_variable || null}
            allowDeselect={false}
            disabled={locked}
            error={names.length === 0 ? problem !== undefined : query}
            onChange={(name) => name !== null && change({ query_variable: name })}
          />
          <NumberField
            label="Top K (1–50)"
            description="Maximum number of passages"
            data-pointer="/retrieval/top_k"
            min={1}
            max={50}
            value={retrieval.top_k}
            readOnly={locked}
            onChange={(value) => value !== undefined && change({ top_k: value })}
          />
          <NumberField
            label="Score threshold"
            description="Minimum score, 0 to 1"
            {...optional('threshold')}
            placeholder="None"
            min={0}
            max={1}
            step={0.05}
          />
          <NumberField
            label="Neighbours"
            description="Chunks joined on each side, 0 to 3"
            {...optional('neighbours')}
            placeholder="0"
            min={0}
            max={3}
          />
          <NumberField
            label="Max tokens"
            description="For all passages together"
            {...optional('max_tokens')}
            placeholder="No limit"
            min={50}
            max={100_000}
          />
          <TagsInput
            label="Only documents tagged"
            description="With at least one of these tags"
            data-pointer="/retrieval/filter"
            value={retrieval.filter?.tags ?? []}
            maxTags={20}
            readOnly={locked}
            onChange={(tags) => {
              const { filter: { tags: _old, ...others } = {}, ...rest } = retrieval;
              const filter = { ...others, ...(tags.length > 0 && { tags }) };
              set(Object.keys(filter).length > 0 ? { ...rest, filter } : rest);
            }}
          />
        </div>
      )}
    </Stack>
  );
}
