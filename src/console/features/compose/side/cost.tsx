import { Fact, Facts } from '#console/ui/display/facts.tsx';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { formatMicros } from '#core/billing/money.ts';
import { useSavedArticle, useWriter } from '../editor/article-context.tsx';
import classes from './side.module.css';

const STEP_NAMES = {
  titles: 'Titles',
  outline: 'Outline',
  sections: 'Section',
  rewrite: 'Rewrite',
  seo: 'Search and social',
} as const;

/** The cost of the article, and details of its last step. */
export function Cost() {
  const { cost } = useSavedArticle();
  const last = useWriter((state) => state.last);
  return (
    <section className={classes.part}>
      <SectionTitle>Cost</SectionTitle>
      <Facts>
        <Fact label="Article">{formatMicros(cost)}</Fact>
        {last && (
          <Fact label={`Last: ${STEP_NAMES[last.step].toLowerCase()}`}>
            {formatMicros(last.usage.cost)}
          </Fact>
        )}
      </Facts>
      {last && (
        <p className={classes.note}>
          {/* Without its endpoint, which may be an ID. */}
          <span className="tl-mono" title={last.model_id}>
            {last.model_id.slice(last.model_id.indexOf('/') + 1)}
          </span>{' '}
          · {last.usage.input_tokens.toLocaleString('en-GB')} tokens in,{' '}
          {last.usage.output_tokens.toLocaleString('en-GB')} out
        </p>
      )}
      {last?.is_sample && (
        <p className={classes.note}>
          This is a rule-based sample, not model output. Connect a model to write articles.
        </p>
      )}
    </section>
  );
}
