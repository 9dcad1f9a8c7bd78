import { Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { describeCheck } from '#console/modules/evaluation/check-labels.ts';
import { PrettyValue } from '#console/modules/run/result/pretty-value.tsx';
import { sampleName } from '#console/modules/template/sample-name.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import type { Template, TemplateSample } from '#generated/model/index.ts';
import classes from './template.module.css';

/** Sample runs of a template: a typical one and edge cases. */
export function SampleRun({ template }: { template: Template }) {
  const { sample, more_samples, origin } = template;
  const hasRetrieval = template.definition.retrieval !== undefined;
  const samples = sample ? [sample, ...more_samples] : [];
  const [shown, setShown] = useState('0');
  const current = samples[Number(shown)];
  if (!current) {
    return (
      <aside className={classes.sample}>
        <Text component="h2" fw={600}>
          Sample run
        </Text>
        <Text size="xs" c="dimmed">
          This template has no sample.
        </Text>
      </aside>
    );
  }
  return (
    <aside className={classes.sample} aria-label="Sample run">
      <div className={classes.sampleHead}>
        <Text component="h2" fw={600}>
          Sample run
        </Text>
        {current.output_valid ? (
          <StatusBadge tone="success" dot>
            Valid
          </StatusBadge>
        ) : (
          <StatusBadge tone="danger" dot>
            Invalid
          </StatusBadge>
        )}
      </div>
      {samples.length > 1 && (
        <Segmented
          label="Sample"
          value={shown}
          onChange={setShown}
          items={samples.map((_, at) => ({
            value: String(at),
            label: sampleName(at, samples.length),
          }))}
        />
      )}
      <section>
        <h3 className={classes.part}>Inputs</h3>
        <PrettyValue value={current.inputs} />
      </section>
      <section>
        <h3 className={classes.part}>Output</h3>
        <PrettyValue value={current.output} />
      </section>
      {current.checks.length > 0 && <Checks checks={current.checks} />}
      {origin === 'built_in' && (
        <Text size="xs" c="dimmed">
          {hasRetrieval
            ? 'Example output from a strong model, about the sample documents. If your task answers from them, these samples are added to it as a dataset.'
            : 'Example output from a strong model. These samples are added to your task as a dataset.'}
        </Text>
      )}
    </aside>
  );
}

function Checks({ checks }: Pick<TemplateSample, 'checks'>) {
  return (
    <section>
      <h3 className={classes.part}>Checks</h3>
      <ul className={classes.checks}>
        {checks.map(({ check, passed, message }) => (
          <li key={JSON.stringify(check)} data-failed={!passed || undefined}>
            {passed ? (
              <IconCheck role="img" aria-label="Passed" />
            ) : (
              <IconX role="img" aria-label="Failed" />
            )}
            <span>
              {describeCheck(check)}
              {message && `: ${message}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
