import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { counted } from '#console/ui/display/counted.ts';
import { useEditor, useEditorUi } from './editor-context.tsx';
import { type SectionId, setSection } from './editor-ui.ts';
import classes from './section.module.css';

interface SectionProps {
  id: SectionId;
  title: string;
  /** The number of items it contains. */
  count?: number;
  /** The number of problems in it. */
  errors: number;
  /** A short summary, shown while it is closed. */
  summary?: string;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A collapsible part of the editor, with a count and a dot when it contains a problem. */
export function Section({ id, title, count, errors, summary, actions, children }: SectionProps) {
  const { ui } = useEditor();
  const open = useEditorUi((state) => state.open[id]);
  const body = useId();
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.heading}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={open}
            aria-controls={body}
            onClick={() => setSection(ui, id, !open)}
          >
            <IconChevronRight className={classes.chevron} aria-hidden />
            {title}
            {count !== undefined && <span className={classes.count}>{count}</span>}
            {errors > 0 && (
              <span className={classes.errors}>
                <span className={classes.dot} aria-hidden />
                {counted(errors, 'problem')}
              </span>
            )}
            {!open && summary && <span className={classes.summary}>{summary}</span>}
          </button>
        </h2>
        {open && actions}
      </div>
      <div id={body} className={classes.body} hidden={!open}>
        {open && children}
      </div>
    </section>
  );
}
