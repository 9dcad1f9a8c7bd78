import { Button, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { CodeBlock } from '#console/ui/code-block.tsx';
import { toast } from '#console/ui/toast.ts';
import { OUTPUT_FIELDS_MAX } from '#core/limits.ts';
import { outputSchema } from '#core/task/output-schema.ts';
import type { OutputField, OutputFormat } from '#generated/model/index.ts';
import { moved, rowId } from '../definition/row-ids.ts';
import { useDraft, useEditor, useProblem, useProblems } from './editor-context.tsx';
import { OutputFieldRow } from './output-field-row.tsx';
import classes from './output-section.module.css';
import rows from './rows.module.css';
import { Section } from './section.tsx';
import { useReorder } from './use-reorder.ts';

/** What the task answers: text, or an object with fields. */
export function OutputSection() {
  const { draft, readOnly } = useEditor();
  const format = useDraft((state) => state.definition.output_format);
  const [showSchema, setShowSchema] = useState(false);
  const problems = useProblems('/output_format');
  const empty = useProblem('/output_format/fields');
  const fields = format.fields ?? [];
  const locked = readOnly !== null;

  const set = (change: (format: OutputFormat) => OutputFormat) =>
    draft.edit((definition) => ({
      ...definition,
      output_format: change(definition.output_format),
    }));
  const setFields = (change: (fields: OutputField[]) => OutputField[]) =>
    set((now) => ({ ...now, fields: change(now.fields ?? []) }));
  const reorder = useReorder(fields.length, (from, to) => setFields((now) => moved(now, from, to)));

  const add = () => {
    const made: OutputField = {
      name: freeFieldName(fields),
      type: 'text',
      required: true,
      list: false,
    };
    setFields((now) => [...now, made]);
    const id = rowId(made);
    setTimeout(() => document.querySelector<HTMLInputElement>(`[data-name="${id}"]`)?.select());
  };
  const remove = (index: number) => {
    const removed = fields[index];
    if (!removed) return;
    setFields((now) => now.filter((_, i) => i !== index));
    toast.undo(`Removed the field ${removed.name}`, () =>
      setFields((now) => [...now.slice(0, index), removed, ...now.slice(index)]),
    );
  };

  return (
    <Section
      id="output"
      title="Output format"
      count={format.type === 'fields' ? fields.length : undefined}
      errors={problems.length}
      summary={format.type === 'text' ? 'Text' : undefined}
    >
      <div className={classes.choice}>
        <SegmentedControl
          aria-label="Output format"
          size="xs"
          data={[
            { value: 'text', label: 'Text' },
            { value: 'fields', label: 'Fields' },
          ]}
          value={format.type}
          disabled={locked}
          onChange={(type) => set((now) => ({ ...now, type: type as OutputFormat['type'] }))}
        />
        <span className={classes.explain}>
          {format.type === 'text'
            ? 'The answer is what the model writes.'
            : 'The answer is an object, checked against these fields.'}
        </span>
      </div>
      {format.type === 'fields' && (
        <>
          {fields.length > 0 && (
            <ol className={rows.list} aria-label="Output fields">
              {fields.map((field, index) => (
                <OutputFieldRow
                  key={rowId(field)}
                  id={rowId(field)}
                  index={index}
                  field={field}
                  row={reorder.row(index)}
                  grip={reorder.grip(index)}
                  onRemove={() => remove(index)}
                />
              ))}
            </ol>
          )}
          {fields.length === 0 && empty && (
            <p className={classes.problem} data-pointer="/output_format/fields">
              {empty}
            </p>
          )}
          <div className={classes.below}>
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconPlus size={16} stroke={1.5} />}
              disabled={locked || fields.length >= OUTPUT_FIELDS_MAX}
              data-pointer="/output_format/fields"
              onClick={add}
            >
              Add field
            </Button>
            {fields.length > 0 && (
              <Button
                variant="subtle"
                size="xs"
                aria-expanded={showSchema}
                onClick={() => setShowSchema(!showSchema)}
              >
                {showSchema ? 'Hide JSON Schema' : 'Show JSON Schema'}
              </Button>
            )}
          </div>
          {showSchema && fields.length > 0 && (
            <CodeBlock
              label="JSON Schema of the output"
              code={JSON.stringify(outputSchema(format), null, 2)}
              maxHeight={320}
            />
          )}
        </>
      )}
    </Section>
  );
}

/** `field`, `field_2`, `field_3` … */
function freeFieldName(fields: readonly OutputField[]): string {
  const taken = new Set(fields.map((field) => field.name));
  let name = 'field';
  for (let i = 2; taken.has(name); i++) name = `field_${i}`;
  return name;
}
