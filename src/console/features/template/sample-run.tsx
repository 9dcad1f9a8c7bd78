import { PrettyValue } from '#console/modules/run/pretty-value.tsx';
import { StatusBadge } from '#console/ui/status-badge.tsx';
import type { Template } from '#generated/model/index.ts';
import classes from './template.module.css';

/** What a template made of some inputs. */
export function SampleRun({ template: { sample, origin } }: { template: Template }) {
  if (!sample) {
    return (
      <aside className={classes.sample}>
        <h2 className={classes.sampleTitle}>Sample run</h2>
        <p className={classes.note}>It was saved without one.</p>
      </aside>
    );
  }
  return (
    <aside className={classes.sample} aria-label="Sample run">
      <div className={classes.sampleHead}>
        <h2 className={classes.sampleTitle}>Sample run</h2>
        {sample.output_valid ? (
          <StatusBadge tone="success" dot>
            Fits the output format
          </StatusBadge>
        ) : (
          <StatusBadge tone="danger" dot>
            Does not fit
          </StatusBadge>
        )}
      </div>
      <section>
        <h3 className={classes.part}>Inputs</h3>
        <PrettyValue value={sample.inputs} />
      </section>
      <section>
        <h3 className={classes.part}>Output</h3>
        <PrettyValue value={sample.output} />
      </section>
      {origin === 'built_in' && (
        <p className={classes.note}>
          An answer as a good model gives it. Yours may differ: use the template and run it on these
          inputs.
        </p>
      )}
    </aside>
  );
}
