import { Checkbox, Input, ScrollArea, Stack } from '@mantine/core';
import { Segmented } from '#console/ui/form/segmented.tsx';
import type { OAuthRequest, OAuthResource, ResourceScope } from '#generated/model/index.ts';
import classes from './consent.module.css';

type ConsentResourcesProps = {
  request: OAuthRequest;
  /** Null for everything that the app is registered for. */
  value: ResourceScope | null;
  onChange: (value: ResourceScope | null) => void;
  error?: string | undefined;
};

/** The tasks and collections that a person allows an app. */
export function ConsentResources({ request, value, onChange, error }: ConsentResourcesProps) {
  const { tasks, collections, is_limited } = request;
  const all = is_limited ? 'All of these' : 'All, including future ones';
  const everything: ResourceScope = {
    task_ids: tasks.map(({ id }) => id),
    collection_ids: collections.map(({ id }) => id),
  };
  const toggle = (field: keyof ResourceScope, id: string) => {
    if (!value) return;
    const has = value[field].includes(id);
    const ids = has ? value[field].filter((one) => one !== id) : [...value[field], id];
    onChange({ ...value, [field]: ids });
  };
  const lists = [
    { title: 'Tasks', field: 'task_ids', items: tasks },
    { title: 'Collections', field: 'collection_ids', items: collections },
  ] as const;

  return (
    <Input.Wrapper label="Access to" labelElement="div" error={error}>
      <Stack gap="sm">
        <Segmented
          fullWidth
          label="Access to"
          items={[
            { value: 'all', label: all },
            { value: 'some', label: 'Selected' },
          ]}
          value={value ? 'some' : 'all'}
          onChange={(kind) => onChange(kind === 'all' ? null : everything)}
        />
        <ScrollArea.Autosize mah={240} className={classes.list} viewportProps={{ tabIndex: 0 }}>
          {lists.map(
            ({ title, field, items }) =>
              items.length > 0 && (
                <Items
                  key={field}
                  title={title}
                  items={items}
                  chosen={value?.[field] ?? null}
                  onToggle={(id) => toggle(field, id)}
                />
              ),
          )}
        </ScrollArea.Autosize>
      </Stack>
    </Input.Wrapper>
  );
}

type ItemsProps = {
  title: string;
  items: readonly OAuthResource[];
  /** Null if there is no choice. */
  chosen: readonly string[] | null;
  onToggle: (id: string) => void;
};

function Items({ title, items, chosen, onToggle }: ItemsProps) {
  return (
    <fieldset className={classes.items}>
      <legend>{title}</legend>
      {items.map(({ id, name }) =>
        chosen ? (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={() => onToggle(id)}
          />
        ) : (
          <div key={id} className="tl-truncate">
            {name}
          </div>
        ),
      )}
    </fieldset>
  );
}
