import { PGlite, type QueryOptions, type Transaction, types } from '@electric-sql/pglite';
import { pg_textsearch } from '@electric-sql/pglite-pg_textsearch';
import { vector } from '@electric-sql/pglite-pgvector';

/** By default, PGlite allocates 160 MB of buffers at start. Less is enough, because the file system caches too. */
const SETTINGS = [
  'shared_buffers = 32MB',
  // New words are merged into the BM25 index in small steps, because each step blocks other queries.
  'pg_textsearch.memtable_pages_threshold = 24',
  'pg_textsearch.segments_per_level = 16',
  // In MB. Larger segments of the index are not merged any more.
  'pg_textsearch.max_segment_size = 16',
];

/** Drizzle parses the texts of these types itself. */
const AS_TEXT = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE];

/** Creates a PGlite with our extensions: in memory without a folder, from a dump if one is given. */
export async function createClient(folder?: string, dump?: Blob): Promise<PGlite> {
  const client = await PGlite.create({
    ...(folder && { dataDir: folder }),
    ...(dump && { loadDataDir: dump }),
    extensions: { vector, pg_textsearch },
    postgresqlconf: SETTINGS,
    parsers: Object.fromEntries(AS_TEXT.map((type) => [type, (text: string) => text])),
  });
  return withoutParsers(client);
}

/**
 * Drizzle passes parsers with each query that return texts unchanged. PGlite would then copy its hundreds of parsers each
 * time, which takes as long as a short query.
 */
function withoutParsers(client: PGlite): PGlite {
  const transaction = client.transaction.bind(client);
  client.query = lean(client.query.bind(client));
  client.transaction = (work) =>
    transaction((tx) => work(Object.assign(Object.create(tx), { query: lean(tx.query) })));
  return client;
}

function lean(query: Transaction['query']): Transaction['query'] {
  return (sql, params, { parsers: _, ...options }: QueryOptions = {}) =>
    query(sql, params, options);
}
