import type { Run, RunExportRow } from '#generated/model/index.ts';
import { toCsvCell } from '../csv.ts';

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

/** The columns of an export, in order. */
const CELLS: { [Column in keyof RunExportRow]: (run: Run) => RunExportRow[Column] } = {
  id: (run) => run.id,
  created_at: (run) => run.created_at,
  status: (run) => run.status,
  task_id: (run) => run.task_id,
  task_name: (run) => run.task_name,
  revision: (run) => run.revision,
  source: (run) => run.source,
  caller_type: (run) => run.caller.type,
  caller_id: (run) => run.caller.id,
  caller_name: (run) => run.caller.name,
  model_id: (run) => run.model_id,
  latency_ms: (run) => run.latency_ms,
  first_token_ms: (run) => run.first_token_ms,
  input_tokens: (run) => run.usage.input_tokens,
  output_tokens: (run) => run.usage.output_tokens,
  cost: (run) => run.usage.cost,
  output_valid: (run) => run.output_valid,
  error_code: (run) => run.error?.code ?? null,
  error_message: (run) => run.error?.message ?? null,
  inputs: (run) => run.inputs,
  output: (run) => run.output,
};
const COLUMNS = Object.keys(CELLS) as (keyof RunExportRow)[];

/** The beginning of an export file. */
export function exportHead(format: ExportFormat): string {
  return format === 'csv' ? `${COLUMNS.join(',')}\r\n` : '';
}

/** A run as a line of the file, including the line break. */
export function exportLine(run: Run, format: ExportFormat): string {
  const row = toRow(run);
  if (format === 'jsonl') return `${JSON.stringify(row)}\n`;
  return `${COLUMNS.map((name) => toCsvCell(row[name])).join(',')}\r\n`;
}

function toRow(run: Run) {
  return Object.fromEntries(
    COLUMNS.map((name) => [name, CELLS[name](run)]),
  ) as unknown as RunExportRow;
}
