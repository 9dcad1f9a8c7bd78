import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { OutputFieldType, TaskVariableType } from '#generated/model/index.ts';
import { typeOptions } from '../definition/type-names.ts';
import { NameInput } from '../editor/rows/name-input.tsx';
import classes from './new-task.module.css';

type Type = TaskVariableType | OutputFieldType;

/** What variables and output fields have in common. */
interface Row<T extends Type> {
  name: string;
  type: T;
  description?: string | undefined;
  options?: string[] | undefined;
  list?: boolean | undefined;
  fields?: readonly { name: string }[] | undefined;
  required?: boolean | undefined;
}

interface GeneratedRowsProps<R extends Row<Type>> {
  title: string;
  /** Shown when there are no rows. */
  none: string;
  types: readonly R['type'][];
  rows: readonly R[];
  onChange: (rows: R[]) => void;
  onRename: (index: number, name: string) => void;
  /** The error for a row's name, if any. */
  errorOf: (index: number) => string | undefined;
}

/** Variables or fields with the basics editable: name, type, description, removal. The editor offers the rest. */
export function GeneratedRows<R extends Row<Type>>(props: GeneratedRowsProps<R>) {
  const { title, none, types, rows, onChange, onRename, errorOf } = props;
  const change = (index: number, values: Partial<Row<Type>>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...values } : row)));
  return (
    <section aria-label={title}>
      <h3 className={classes.rowsTitle}>{title}</h3>
      {rows.length === 0 && <p className={classes.templateText}>{none}</p>}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and their names change
        <div key={index} className={classes.generatedRow}>
          <div className={classes.rowName}>
            <NameInput
              id={`${title}-${index}`}
              label={`${title}: ${row.name}`}
              value={row.name}
              invalid={errorOf(index) ?? false}
              readOnly={false}
              taken={(name) => rows.some((other, at) => at !== index && other.name === name)}
              onCommit={(name) => onRename(index, name)}
            />
          </div>
          <NativeSelect
            aria-label={`Type of ${row.name}`}
            // A choice needs options, which only the editor can set.
            data={typeOptions(
              types.filter((type) => type === row.type || (type !== 'choice' && type !== 'object')),
            )}
            value={row.type}
            onChange={(event) => change(index, { type: event.currentTarget.value as Type })}
          />
          <TextInput
            className={classes.rowText}
            aria-label={`Description of ${row.name}`}
            placeholder="Description"
            maxLength={1000}
            value={row.description ?? ''}
            onChange={(event) => change(index, { description: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={`Remove ${row.name}`}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <IconX />
          </ActionIcon>
          {noteOf(row) && <p className={classes.rowNote}>{noteOf(row)}</p>}
        </div>
      ))}
    </section>
  );
}

/** Properties that have no control here; all of them can be edited in the editor. */
function noteOf({ list, fields = [], options = [], required }: Row<Type>): string {
  return [
    list && 'List',
    fields.length > 0 && `with ${fields.map(({ name }) => name).join(', ')}`,
    options.length > 0 && `one of ${options.join(', ')}`,
    required === false && 'optional',
  ]
    .filter(Boolean)
    .join(' · ');
}
