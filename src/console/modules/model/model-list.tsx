import { Combobox, useCombobox } from '@mantine/core';
import { type ComponentProps, memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import { PlainInput } from '#console/ui/form/plain.tsx';
import type { Model } from '#generated/model/index.ts';
import { groupModels } from './model-groups.ts';
import classes from './model-picker.module.css';
import { contextText, priceText } from './model-text.ts';

export interface ModelPickerProps {
  orgId: string;
  /** The ID of the selected model; empty if none is. */
  modelId: string;
  onChange: (modelId: string) => void;
  /** By default, “Model”. */
  label?: string;
  /** The IDs of the field's control and texts, if it is in one. */
  id?: string | undefined;
  describedBy?: string | undefined;
  /** What no model means, such as “Default model”. Without it, a model has to be selected. */
  none?: string;
  placeholder?: string;
  disabled?: boolean | undefined;
  /** Explains why it is disabled. */
  title?: string | undefined;
  error?: string | undefined;
  /** Whether models that can't be called now can be selected. */
  allowUnusable?: boolean;
}

interface ModelListProps extends ModelPickerProps {
  control: ComponentProps<typeof PlainInput>;
  models: readonly Model[];
  /** What the field shows while nothing is typed. */
  shown: string;
  /** What was typed before this component loaded. */
  typedBefore: string | null;
  onClosed: () => void;
}

/**
 * The field and the list of models by endpoint. It takes focus when it mounts. The rows are plain elements, and those out
 * of view aren't laid out, so hundreds of them open at once.
 */
export function ModelList(props: ModelListProps) {
  const { control, models, modelId, shown, none, allowUnusable = false, onChange } = props;
  const [typed, setTyped] = useState(props.typedBefore);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const combobox = useCombobox({
    defaultOpened: true,
    onDropdownClose() {
      setTyped(null);
      props.onClosed();
    },
  });
  const { dropdownOpened, selectActiveOption, selectFirstOption } = combobox;
  const search = typed ?? '';
  const groups = useMemo(() => groupModels(models, search), [models, search]);
  const isUnlisted = modelId !== '' && !models.some(({ id }) => id === modelId);
  const hasNone = none !== undefined && search.trim() === '';

  useEffect(() => input.current?.focus(), []);
  // Brings the chosen model, or else the best match, into view. The options must be rendered first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: also whenever the options change
  useEffect(() => {
    if (!dropdownOpened) return;
    const frame = requestAnimationFrame(() => {
      const id = search.trim() === '' ? selectActiveOption() : selectFirstOption();
      if (id) input.current?.setAttribute('aria-activedescendant', id);
    });
    return () => cancelAnimationFrame(frame);
  }, [dropdownOpened, search, groups.length > 0]);

  const choose = (id: string) => {
    onChange(id);
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target withExpandedAttribute>
        <PlainInput
          {...control}
          ref={input}
          role="combobox"
          value={typed ?? shown}
          onFocus={(event) => event.currentTarget.select()}
          onClick={(event) => {
            if (typed === null) event.currentTarget.select();
            combobox.openDropdown();
          }}
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown}>
        <Combobox.Options className={classes.list} aria-label={control['aria-label']}>
          {hasNone && (
            <Row id={`${listId}-none`} chosen={modelId === ''} onChoose={() => choose('')}>
              <span>{none}</span>
            </Row>
          )}
          {isUnlisted && (
            <Row id={`${listId}-chosen`} chosen onChoose={() => choose(modelId)}>
              <span className="tl-truncate">{modelId}</span>
            </Row>
          )}
          {groups.map(({ key, label, reason, models: some }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
            <div key={key} role="group" aria-label={label}>
              <div className={classes.group} aria-hidden>
                <span>{label}</span>
                {reason !== null && <span className={classes.reason}>{reason}</span>}
              </div>
              <ModelRows
                listId={listId}
                models={some}
                chosen={some.some(({ id }) => id === modelId) ? modelId : ''}
                disabled={reason !== null && !allowUnusable}
                isDim={reason !== null}
                onChoose={choose}
              />
            </div>
          ))}
          {groups.length === 0 && <div className={classes.empty}>No matching model</div>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface ModelRowsProps {
  listId: string;
  models: readonly Model[];
  chosen: string;
  disabled: boolean;
  isDim: boolean;
  onChoose: (id: string) => void;
}

function ModelRows({ listId, models, chosen, disabled, isDim, onChoose }: ModelRowsProps) {
  return models.map((model) => (
    <ModelRow
      key={model.id}
      id={`${listId}-${model.id}`}
      model={model}
      chosen={model.id === chosen}
      disabled={disabled}
      isDim={isDim}
      onChoose={onChoose}
    />
  ));
}

interface ModelRowProps extends Omit<ModelRowsProps, 'listId' | 'models' | 'chosen'> {
  id: string;
  model: Model;
  chosen: boolean;
}

const ModelRow = memo(function ModelRow({ model, onChoose, ...row }: ModelRowProps) {
  const context = contextText(model);
  return (
    <Row {...row} onChoose={() => onChoose(model.id)}>
      <span className="tl-truncate">{model.name}</span>
      <span className={classes.facts}>
        {priceText(model)}
        {context && ` · ${context} context`}
      </span>
    </Row>
  );
}, isSameRow);

/** The handler is new with each keystroke, but does the same. */
function isSameRow(before: ModelRowProps, after: ModelRowProps): boolean {
  return (
    before.model === after.model &&
    before.chosen === after.chosen &&
    before.disabled === after.disabled &&
    before.isDim === after.isDim
  );
}

interface RowProps {
  id: string;
  chosen: boolean;
  disabled?: boolean;
  isDim?: boolean;
  onChoose: () => void;
  children: React.ReactNode;
}

/** Has the attributes by which Mantine's combobox finds its options. */
function Row({ id, chosen, disabled = false, isDim = false, onChoose, children }: RowProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox clicks the option that the keyboard selected
    <div
      id={id}
      role="option"
      className={classes.option}
      aria-selected={chosen}
      aria-disabled={disabled || undefined}
      data-combobox-option
      data-combobox-active={chosen || undefined}
      data-combobox-disabled={disabled || undefined}
      data-dim={isDim || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={disabled ? undefined : onChoose}
    >
      {children}
    </div>
  );
}
