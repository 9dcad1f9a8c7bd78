import classes from './list.module.css';

interface SparklineProps {
  /** One number a day, today last. */
  values: readonly number[];
}

const bar = 6;
const gap = 2;
const height = 18;

/** Runs of the last days as small bars; what they say is also in the text beside. */
export function Sparkline({ values }: SparklineProps) {
  const most = Math.max(1, ...values);
  const width = values.length * (bar + gap) - gap;
  return (
    <svg className={classes.sparkline} width={width} height={height} aria-hidden="true">
      {values.map((value, day) => {
        const tall = value === 0 ? 1 : Math.max(2, Math.round((value / most) * height));
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a day has no other name than its place
            key={day}
            x={day * (bar + gap)}
            y={height - tall}
            width={bar}
            height={tall}
            rx={1}
            data-none={value === 0 || undefined}
          />
        );
      })}
    </svg>
  );
}
