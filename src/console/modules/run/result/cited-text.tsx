import { createContext, Fragment, type ReactNode, use } from 'react';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import { readMarks } from '#core/collection/cite/marks.ts';
import type { Run, RunCitation } from '#generated/model/index.ts';
import { paths } from '../../paths.ts';
import classes from './citations.module.css';
import { LongText } from './long-text.tsx';

/** The run whose output is shown. */
export const CitedRun = createContext<Pick<Run, 'citations' | 'project_id'> | undefined>(undefined);

/** A text of the output, with its citations as superscript numbers. */
export function CitedText({ text, at }: { text: string; at: string }) {
  const run = use(CitedRun);
  const citations = run?.citations.filter(({ pointer }) => pointer === at) ?? [];
  if (!run || citations.length === 0) return <LongText text={text} />;
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { start, end, numbers } of readMarks(text, Number.POSITIVE_INFINITY).marks) {
    const cited = numbers.flatMap((number) => citationAt(citations, number, start) ?? []);
    if (cited.length === 0) continue;
    parts.push(
      <Fragment key={start}>
        {text.slice(from, start).trimEnd()}
        {cited.map((citation) => (
          <CitationNumber
            key={citation.number}
            citation={citation}
            to={pathTo(run.project_id, citation)}
          />
        ))}
      </Fragment>,
    );
    from = end;
  }
  return (
    <span className={classes.text}>
      {parts}
      {text.slice(from)}
    </span>
  );
}

/** The citation of a number at an offset: it belongs to the last claim that begins before it. */
function citationAt(citations: readonly RunCitation[], number: number, place: number) {
  const own = citations.filter((one) => one.number === number);
  return own.findLast(({ start }) => start <= place) ?? own[0];
}

function CitationNumber({ citation, to }: { citation: RunCitation; to: string }) {
  const { number, quote, supported } = citation;
  const label = [titleOf(citation), quote && `“${quote}”`, !supported && UNSUPPORTED]
    .filter(Boolean)
    .join(' — ');
  return (
    <Tooltip label={label}>
      <Link
        to={to}
        className={classes.number}
        data-supported={supported}
        aria-label={`Source ${number}: ${label}`}
      >
        {number}
      </Link>
    </Tooltip>
  );
}

const UNSUPPORTED = "the passage doesn't support this";

function titleOf({ document_name, page }: RunCitation): string {
  return page === null ? (document_name ?? '') : `${document_name}, page ${page}`;
}

function pathTo(projectId: string, { collection_id, document_id, chunk_id }: RunCitation): string {
  return paths.chunk(projectId, collection_id ?? '', document_id ?? '', chunk_id ?? '');
}

/** The claims of an output that no passage supports. */
export function UnsupportedClaims({ run }: { run: Run }) {
  const claims = run.citations.filter(({ supported }) => !supported);
  if (claims.length === 0) return null;
  const count = claims.length === 1 ? 'One citation isn' : `${claims.length} citations aren`;
  const removed = claims.some(({ number }) => number === null);
  return (
    <p className={classes.unsupported} role="note">
      {count}'t supported by the passages.
      {removed && ' Citations of unknown passages were removed.'}
    </p>
  );
}
