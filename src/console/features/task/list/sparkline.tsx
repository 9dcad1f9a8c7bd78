import classes from './list.module.css';

interface SparklineProps {
  /** One value per day; today is last. */
  values: readonly number[];
}

const bar = 6;
const gap = 2;
const height = 18;

/** Runs per day as small bars. The text beside it has the total, so the bars are decorative. */
export function Sparkline({ values }: SparklineProps) {
  const most = Math.max(1, ...values);
  const width = values.length * (bar + gap) - gap;
  return (
    <svg className={classes.sparkline} width={width} height={height} aria-hidden="true">
      {values.map((value, day) => {
        const tall = value === 0 ? 1 : Math.max(2, Math.round((value / most) * height));
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: days have no id and never move
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
