import { Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { lookAlikes } from '#core/task/definition/look-alikes.ts';
import type { OutputFormat } from '#generated/model/index.ts';
import { useDraft, useEditor, useProblemCount } from '../editor-context.tsx';
import rows from '../rows/rows.module.css';
import { Section } from '../section.tsx';
import classes from './output-section.module.css';

const OutputFields = lazyOf(() => import('./output-fields.tsx'), 'OutputFields');

const SchemaEditor = lazyOf(() => import('./schema-editor.tsx'), 'SchemaEditor');

const KINDS = [
  { value: 'text', label: 'Text' },
  { value: 'fields', label: 'Fields' },
  { value: 'schema', label: 'JSON Schema' },
] as const;

/** The output format: text, or an object with fields. */
export function OutputSection() {
  const { draft, readOnly } = useEditor();
  const { type, fields = [] } = useDraft((state) => state.content.output_format);
  const problems = useProblemCount('/output_format');
  const [isSchema, setIsSchema] = useState(false);
  const choose = (to: string) => {
    setIsSchema(to === 'schema');
    const next: OutputFormat['type'] = to === 'text' ? 'text' : 'fields';
    if (next === type) return;
    draft.edit((definition) => ({
      ...definition,
      output_format: { ...definition.output_format, type: next },
    }));
  };

  return (
    <Section
      id="output"
      title="Output format"
      count={type === 'fields' ? fields.length : undefined}
      errors={problems}
      summary={type === 'text' ? 'Text' : undefined}
    >
      <div className={classes.choice}>
        <Segmented
          label="Output format"
          items={KINDS}
          value={type === 'fields' && isSchema ? 'schema' : type}
          disabled={readOnly !== null}
          onChange={choose}
        />
        <span className={classes.explain}>
          {type === 'text'
            ? 'Output is plain text.'
            : 'Output is an object validated against these fields.'}
        </span>
      </div>
      {type === 'fields' &&
        lookAlikes(fields).map((names) => (
          <p key={names.join()} className={rows.note} role="status">
            {listed(names)} differ only in case or punctuation. Some generated clients can't tell
            them apart.
          </p>
        ))}
      {type === 'fields' && (
        // The skeleton is as tall as the content, so that nothing below it moves.
        <Suspense fallback={<Skeleton height={38 + 46 * fields.length} />}>
          {isSchema ? <SchemaEditor /> : <OutputFields />}
        </Suspense>
      )}
    </Section>
  );
}

/** “a” and “b” */
function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `“${name}”`);
  return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}
