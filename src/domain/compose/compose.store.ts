import type { StoreOf } from '../table.ts';
import type { ArticleFileRow, COMPOSE_TABLES } from './compose.tables.ts';

export interface ComposeStore extends StoreOf<typeof COMPOSE_TABLES> {
  /** Files of articles that have been deleted. */
  strayFiles(limit: number): Promise<Pick<ArticleFileRow, 'id' | 'file'>[]>;
}
