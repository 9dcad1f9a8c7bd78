import { newId } from '#core/ids.ts';
import type { EndedRow } from '#domain/run/run.tables.ts';

/** The end of the run, which costs 50 micro-dollars. */
export function endedRow(id: string, status: EndedRow['status']): EndedRow {
  return {
    id,
    status,
    output: null,
    output_text: 'ok',
    citations: null,
    resets: 0,
    output_valid: true,
    input_tokens: 10,
    output_tokens: 20,
    cost: 50,
    billed: 50,
    latency_ms: 5,
    first_token_ms: 1,
    error: null,
    ended_at: new Date().toISOString(),
    entry_id: newId('entry'),
    steps: [],
  };
}
