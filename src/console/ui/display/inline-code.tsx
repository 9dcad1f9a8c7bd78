import { Fragment } from 'react';

/** Text in which anything between backticks is shown as code. */
export function InlineCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text keep their positions
      <code key={index} className="tl-mono">
        {part}
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text keep their positions
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
