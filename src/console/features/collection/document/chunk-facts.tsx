import type { Chunk } from '#generated/model/index.ts';
import classes from './document.module.css';
import { placeText } from './place.ts';

type ChunkFactsProps = {
  chunk: Pick<Chunk, 'position' | 'page' | 'sheet' | 'slide' | 'heading_path' | 'tokens'>;
};

/** A chunk's number, place, headings and size in one line. */
export function ChunkFacts({ chunk }: ChunkFactsProps) {
  const place = placeText(chunk);
  return (
    <span className={classes.facts}>
      <span className={classes.number}>#{chunk.position + 1}</span>
      {place && <span>{place}</span>}
      {chunk.heading_path.length > 0 && (
        <span className={classes.path}>{chunk.heading_path.join(' › ')}</span>
      )}
      <span className={classes.tokens}>
        {chunk.tokens} {chunk.tokens === 1 ? 'token' : 'tokens'}
      </span>
    </span>
  );
}
