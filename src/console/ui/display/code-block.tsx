import classes from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

type CodeBlockProps = {
  code: string;
  /** Names the content for the copy button and screen readers, e.g. `cURL`. */
  what: string;
  /** Maximum height in px; longer content scrolls. */
  maxHeight?: number;
  wrap?: boolean;
  /** Takes focus when its dialog opens. */
  'data-autofocus'?: boolean | undefined;
};

/** Code or machine output, to read and copy. */
export function CodeBlock(props: CodeBlockProps) {
  const { code, what, maxHeight, wrap, 'data-autofocus': autofocus } = props;
  return (
    <div className={classes.block}>
      <section
        className={classes.scroll}
        style={{ maxHeight }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        aria-label={what}
        data-autofocus={autofocus || undefined}
      >
        <pre className={classes.code} data-wrap={wrap || undefined}>
          {code}
        </pre>
      </section>
      <div className={classes.copy}>
        <CopyButton value={code} what={what} />
      </div>
    </div>
  );
}
