import { UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBraces,
  IconCheckbox,
  IconChevronRight,
  IconFileSearch,
  IconFold,
  IconPencil,
  IconPlugConnected,
  IconQuote,
  IconSparkles,
  IconTool,
  IconVector,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatDuration } from '#console/ui/display/time.tsx';
import { formatMicros } from '#core/billing/money.ts';
import type { RunStep } from '#generated/model/index.ts';
import { StepDetail, type StepSource } from './step-detail.tsx';
import classes from './trace.module.css';

const kinds = {
  summarise: { label: 'Summarise', Icon: IconFold },
  rewrite: { label: 'Rewrite question', Icon: IconPencil },
  retrieve: { label: 'Retrieve', Icon: IconFileSearch },
  embed: { label: 'Embed', Icon: IconVector },
  compile: { label: 'Compile', Icon: IconBraces },
  model: { label: 'Model', Icon: IconSparkles },
  tool: { label: 'Tool', Icon: IconPlugConnected },
  validate: { label: 'Validate', Icon: IconCheckbox },
  repair: { label: 'Repair', Icon: IconTool },
  cite: { label: 'Cite', Icon: IconQuote },
} as const;

interface TraceStepProps {
  step: RunStep;
  totalMs: number;
  mini: boolean;
  /** Where to load the input and output from, if the step came without them. */
  source: StepSource | undefined;
}

/** One step: name, bar and figures. Its input and output load when it is expanded. */
export function TraceStep({ step, totalMs, mini, source }: TraceStepProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { label, Icon } = kinds[step.kind];
  const duration = step.duration_ms ?? Math.max(0, totalMs - step.offset_ms);
  const running = step.ended_at === null;
  const bar = {
    // Steps of zero duration stay visible, even at the very end.
    left: `min(${(step.offset_ms / totalMs) * 100}%, 100% - 2px)`,
    width: `${(duration / totalMs) * 100}%`,
  };
  return (
    <li className={classes.item}>
      <UnstyledButton
        className={classes.row}
        onClick={() => setOpen(!open)}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-step
      >
        <IconChevronRight className={classes.chevron} aria-hidden />
        <span className={classes.name}>
          <Icon aria-hidden />
          {label}
          {step.name && step.name !== step.kind && (
            <span className={classes.detailName}>{step.name}</span>
          )}
          {step.status === 'failed' && (
            <IconAlertTriangle className={classes.failed} aria-label="failed" />
          )}
        </span>
        <span className={classes.track} aria-hidden>
          <span
            className={classes.bar}
            style={bar}
            data-kind={step.kind}
            data-status={step.status}
          />
        </span>
        <span className={classes.figure}>{running ? 'running' : formatMs(duration)}</span>
        {!mini && (
          <>
            <span className={classes.figure}>{tokensOf(step)}</span>
            <span className={classes.figure}>
              {step.usage ? formatMicros(step.usage.cost) : ''}
            </span>
          </>
        )}
      </UnstyledButton>
      {open && (
        <div id={id} className={classes.detail}>
          <StepDetail step={step} source={source} />
        </div>
      )}
    </li>
  );
}

function tokensOf({ usage }: RunStep): string {
  if (!usage) return '';
  return `${usage.input_tokens.toLocaleString('en-US')} → ${usage.output_tokens.toLocaleString('en-US')}`;
}

/** Steps shorter than 10 ms show tenths. */
function formatMs(ms: number): string {
  return ms < 10 && ms >= 0.05 ? `${ms.toFixed(1)} ms` : formatDuration(ms);
}
