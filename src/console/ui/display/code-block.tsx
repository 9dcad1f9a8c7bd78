import classes from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

type CodeBlockProps = {
  code: string;
  /** What it is, for the copy button and screen readers: `cURL`. */
  label: string;
  /** px; it scrolls beyond. */
  maxHeight?: number;
  wrap?: boolean;
};

/** Code or text of a machine, to read and copy. */
export function CodeBlock({ code, label, maxHeight, wrap }: CodeBlockProps) {
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} style={{ maxHeight }} tabIndex={0} aria-label={label}>
        <pre className={classes.code} data-wrap={wrap || undefined}>
          {code}
        </pre>
      </section>
      <div className={classes.copy}>
        <CopyButton value={code} label={`Copy ${label}`} />
      </div>
    </div>
  );
}
