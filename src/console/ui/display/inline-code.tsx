import { Fragment } from 'react';

/** Text in which what stands between backticks is code. */
export function InlineCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a fixed text keep their places
      <code key={index} className="tl-mono">
        {part}
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a fixed text keep their places
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
