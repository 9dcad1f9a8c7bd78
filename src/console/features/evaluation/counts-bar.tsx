import { VERDICTS } from '#core/evaluation/verdict.ts';
import type { Evaluation } from '#generated/model/index.ts';
import classes from './evaluation.module.css';
import { describeCounts, verdictTone } from './labels.ts';

/** A bar with the number of cases per verdict. */
export function CountsBar({ evaluation }: { evaluation: Evaluation }) {
  const { cases, counts } = evaluation;
  return (
    <span className={classes.counts} role="img" aria-label={describeCounts(evaluation)}>
      {VERDICTS.filter((verdict) => counts[verdict] > 0).map((verdict) => (
        <span
          key={verdict}
          data-tone={verdictTone(verdict)}
          style={{ flexGrow: counts[verdict] / Math.max(1, cases) }}
        />
      ))}
    </span>
  );
}
