import { Group, Select, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Model } from '#generated/model/index.ts';
import classes from './model-section.module.css';
import { contextText, priceText, providerNames } from './model-text.ts';

export interface ModelPickerProps {
  models: readonly Model[];
  modelId: string;
  placeholder: string;
  disabled: boolean;
  error: string | undefined;
  onChange: (id: string) => void;
}

interface ModelSelectProps extends ModelPickerProps {
  /** What was typed before this component loaded. */
  typed: string | null;
}

/** The model select with prices and context sizes. It takes focus when it mounts. */
export function ModelSelect(props: ModelSelectProps) {
  const { models, modelId, placeholder, disabled, error, onChange, typed } = props;
  const chosen = models.find((one) => one.id === modelId);
  const [search, setSearch] = useState(chosen?.name ?? modelId);
  // Runs after the select's own effect, which fills in the selected model's name.
  useEffect(() => {
    if (typed !== null) setSearch(typed);
  }, [typed]);
  return (
    <Select
      autoFocus
      aria-label="Model"
      placeholder={placeholder}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      defaultDropdownOpened
      allowDeselect={false}
      maxDropdownHeight={360}
      nothingFoundMessage="No matching model"
      data={options(models, modelId)}
      value={modelId === '' ? null : modelId}
      disabled={disabled}
      error={error}
      rightSection={<IconChevronDown aria-hidden />}
      rightSectionPointerEvents="none"
      renderOption={({ option }) => (
        <ModelOption model={models.find((one) => one.id === option.value)} id={option.value} />
      )}
      onChange={(id) => id !== null && onChange(id)}
    />
  );
}

function options(models: readonly Model[], chosen: string) {
  const groups = new Map<string, { value: string; label: string }[]>();
  for (const { id, name, provider } of models) {
    const group = providerNames[provider];
    groups.set(group, [...(groups.get(group) ?? []), { value: id, label: name }]);
  }
  // The selected model stays listed while the list loads and when it is no longer offered.
  if (chosen !== '' && !models.some((model) => model.id === chosen))
    groups.set('Selected', [{ value: chosen, label: chosen }]);
  return [...groups].map(([group, items]) => ({ group, items }));
}

function ModelOption({ model, id }: { model: Model | undefined; id: string }) {
  if (!model) return <Text size="md">{id}</Text>;
  const context = contextText(model);
  return (
    <div className={classes.option} data-unavailable={!model.available || undefined}>
      <Group gap="sm" justify="space-between" wrap="nowrap">
        <span className="tl-truncate">{model.name}</span>
        <span className={classes.facts}>
          {priceText(model)}
          {context && ` · ${context} context`}
        </span>
      </Group>
      {!model.available && <span className={classes.reason}>{model.unavailable_reason}</span>}
    </div>
  );
}
