import { MultiSelect } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { PlainSelect } from '#console/ui/form/plain.tsx';
import { PlainField } from '#console/ui/form/plain-field.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import { PAGE_LIMIT_MAX } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import { useListCollections } from '#generated/api/collection/collection.ts';
import { useListModels } from '#generated/api/model/model.ts';
import classes from './widget.module.css';
import type { WidgetValues } from './widget-values.ts';

type Target = Pick<WidgetValues['config'], 'type' | 'model_id' | 'collection_ids'>;

const TYPES = [
  { value: 'collections', label: 'Collections' },
  { value: 'model', label: 'Model' },
] as const;
const ABOUT = {
  collections: 'Answers from your documents, with citations. Visitors see quotations from them.',
  model: 'Answers from what the model knows, and from the system prompt.',
};

interface TargetFieldsProps {
  target: Target;
  error: string | undefined;
  disabled?: boolean;
  onChange: (change: Partial<Target>) => void;
}

/** What a widget answers from. */
export function TargetFields({ target, error, disabled = false, onChange }: TargetFieldsProps) {
  const { orgId, projectId } = useActiveProject();
  const collections = useListCollections(orgId, projectId, { page_limit: 100, sort: 'name' });
  const models = useListModels(orgId, { page_limit: PAGE_LIMIT_MAX });
  const options = (collections.data?.results ?? []).map(({ id, name }) => ({
    value: id,
    label: name,
  }));
  const choices = (models.data?.results ?? []).map(({ id, name, available }) => ({
    value: id,
    label: name,
    disabled: !available,
  }));
  const isKnown = target.model_id === '' || choices.some(({ value }) => value === target.model_id);
  return (
    <>
      <div>
        <Segmented
          label="Answers from"
          items={TYPES}
          value={target.type}
          disabled={disabled}
          fullWidth
          onChange={(type) => onChange({ type })}
        />
        <p className={classes.about}>{ABOUT[target.type]}</p>
      </div>
      {target.type === 'collections' && (
        <MultiSelect
          label="Collections"
          description={
            collections.data?.results.length === 0 ? (
              <>
                {MESSAGES.chat.noCollections}{' '}
                <Link to={paths.newCollection(projectId)}>Create a collection</Link>
              </>
            ) : undefined
          }
          data={options}
          value={target.collection_ids}
          maxValues={20}
          searchable
          disabled={disabled}
          error={error}
          nothingFoundMessage="No matching collection"
          onChange={(collection_ids) => onChange({ collection_ids })}
        />
      )}
      <PlainField label="Model">
        {({ invalid: _, ...control }) => (
          <PlainSelect
            {...control}
            disabled={disabled}
            value={target.model_id}
            options={[
              { value: '', label: 'Default model' },
              ...choices,
              // It stays chosen when it is no longer offered.
              ...(isKnown ? [] : [{ value: target.model_id, label: target.model_id }]),
            ]}
            onChange={(model_id) => onChange({ model_id })}
          />
        )}
      </PlainField>
    </>
  );
}
