import { useEffect, useRef, useState } from 'react';
import { JsonEditor } from '#console/ui/json-editor/json-editor.tsx';
import { type FormatOfSchema, outputFormatOfText } from '#core/task/output/output-from-schema.ts';
import { outputSchema } from '#core/task/output/output-schema.ts';
import type { OutputFormat } from '#generated/model/index.ts';
import { same } from '../draft/canonical.ts';
import { useDraft, useEditor } from '../editor-context.tsx';
import classes from './output-section.module.css';

const PAUSE_MS = 250;

/**
 * The answer's JSON Schema, to be read, written and pasted. What can be expressed becomes the fields; what cannot
 * is listed, and the text stays as it was written.
 */
export function SchemaEditor() {
  const { draft, readOnly } = useEditor();
  const format = useDraft((state) => state.definition.output_format);
  const [text, setText] = useState(() => textOf(format));
  const [found, setFound] = useState<FormatOfSchema | null>(null);
  /** The format that the text stands for: any other came from elsewhere. */
  const known = useRef(format);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (same(format, known.current)) return;
    known.current = format;
    setText(textOf(format));
    setFound(null);
  }, [format]);

  const read = (written: string) => {
    const result = outputFormatOfText(written);
    setFound(result);
    if (!result.ok || same(result.format, known.current)) return;
    // An answer stays an object while its schema is being edited.
    if (result.format.type !== 'fields') return;
    known.current = result.format;
    draft.edit((definition) => ({ ...definition, output_format: result.format }));
  };
  const latest = useRef({ text, read });
  useEffect(() => {
    latest.current = { text, read };
  });
  // What was typed last must not be lost by leaving the tab.
  useEffect(
    () => () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      latest.current.read(latest.current.text);
    },
    [],
  );

  const change = (written: string) => {
    setText(written);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      read(written);
    }, PAUSE_MS);
  };
  const problems = found === null ? [] : found.ok ? found.lost : found.errors;
  const isText = found?.ok && found.format.type === 'text';

  return (
    <>
      <JsonEditor
        label="JSON Schema of the output"
        value={text}
        onChange={change}
        readOnly={readOnly !== null}
        invalid={found !== null && !found.ok}
        minLines={10}
      />
      <div
        aria-live="polite"
        className={classes.schemaNotes}
        data-bad={found?.ok === false || undefined}
      >
        {isText && <p>This describes a text: choose Text above to answer with one.</p>}
        {problems.length > 0 && (
          <>
            <p>
              {found?.ok
                ? 'The fields hold all of it but this:'
                : 'The fields stay as they were, because of this:'}
            </p>
            <ul>
              {problems.map(({ pointer, message }) => (
                <li key={`${pointer} ${message}`}>
                  {pointer !== '' && <code className="tl-mono">{pointer}</code>} {message}
                </li>
              ))}
            </ul>
          </>
        )}
        {found?.ok && problems.length === 0 && !isText && <p>The fields hold all of it.</p>}
      </div>
    </>
  );
}

function textOf(format: OutputFormat): string {
  return JSON.stringify(outputSchema({ ...format, type: 'fields' }), null, 2);
}
