import { useEffect, useRef, useState } from 'react';
import { same } from '#console/modules/draft/canonical.ts';
import { JsonEditor } from '#console/ui/editor/json-editor.tsx';
import { useLatest } from '#console/ui/use-latest.ts';
import { type FormatOfSchema, outputFormatOfText } from '#core/task/output/output-from-schema.ts';
import { outputSchema } from '#core/task/output/output-schema.ts';
import type { OutputFormat } from '#generated/model/index.ts';
import { useDraft, useEditor } from '../editor-context.tsx';
import classes from './output-section.module.css';

const PAUSE_MS = 250;

/**
 * The output's JSON Schema, to read, edit or paste. Whatever can be represented becomes fields; the rest is listed, and
 * the text stays as written.
 */
export function SchemaEditor() {
  const { draft, readOnly } = useEditor();
  const format = useDraft((state) => state.content.output_format);
  const [text, setText] = useState(() => textOf(format));
  const [found, setFound] = useState<FormatOfSchema | null>(null);
  /** The format that the text was last converted to; any other format came from elsewhere. */
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
    // The output type stays `fields` while its schema is being edited.
    if (result.format.type !== 'fields') return;
    known.current = result.format;
    draft.edit((definition) => ({ ...definition, output_format: result.format }));
  };
  const latest = useLatest({ text, read });
  // Applies pending edits when the tab is left.
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
        label="Output JSON Schema"
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
        {isText && <p>This schema describes plain text. Choose Text above to return text.</p>}
        {problems.length > 0 && (
          <>
            <p>{found?.ok ? 'Not representable as fields:' : 'Fields not updated:'}</p>
            <ul>
              {problems.map(({ pointer, message }) => (
                <li key={`${pointer} ${message}`}>
                  {pointer !== '' && <code className="tl-mono">{pointer}</code>} {message}
                </li>
              ))}
            </ul>
          </>
        )}
        {found?.ok && problems.length === 0 && !isText && <p>Fully represented as fields.</p>}
      </div>
    </>
  );
}

function textOf(format: OutputFormat): string {
  return JSON.stringify(outputSchema({ ...format, type: 'fields' }), null, 2);
}
