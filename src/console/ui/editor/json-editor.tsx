import { Suspense } from 'react';
import { lazyOf } from '#console/ui/on-demand.tsx';
import box from './editor-box.module.css';
import classes from './json-editor.module.css';
import type { JsonEditorProps } from './json-editor-view.tsx';

const View = lazyOf(() => import('./json-editor-view.tsx'), 'JsonView');

/** A field for JSON with syntax highlighting; the editor is loaded with the first field. */
export function JsonEditor({ minLines = 6, invalid = false, ...props }: JsonEditorProps) {
  return (
    <div
      className={`${box.box} ${classes.json}`}
      data-error={invalid || undefined}
      data-read-only={props.readOnly || undefined}
      style={{ ['--json-min-lines' as string]: minLines }}
    >
      <Suspense
        fallback={
          <pre className={classes.skeleton} aria-busy>
            {props.value.slice(0, 4000)}
          </pre>
        }
      >
        <View {...props} />
      </Suspense>
    </div>
  );
}
