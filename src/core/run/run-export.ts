import type { Run, RunExportRow } from '#generated/model/index.ts';
import { toCsvCell } from '../csv.ts';

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

const COLUMNS: readonly (keyof RunExportRow)[] = [
  'id',
  'created_at',
  'status',
  'task_id',
  'task_name',
  'revision',
  'source',
  'caller_type',
  'caller_id',
  'caller_name',
  'model_id',
  'latency_ms',
  'first_token_ms',
  'input_tokens',
  'output_tokens',
  'cost',
  'output_valid',
  'error_code',
  'error_message',
  'inputs',
  'output',
];

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

function toRow(run: Run): RunExportRow {
  return {
    id: run.id,
    created_at: run.created_at,
    status: run.status,
    task_id: run.task_id,
    task_name: run.task_name,
    revision: run.revision,
    source: run.source,
    caller_type: run.caller.type,
    caller_id: run.caller.id,
    caller_name: run.caller.name,
    model_id: run.model_id,
    latency_ms: run.latency_ms,
    first_token_ms: run.first_token_ms,
    input_tokens: run.usage.input_tokens,
    output_tokens: run.usage.output_tokens,
    cost: run.usage.cost,
    output_valid: run.output_valid,
    error_code: run.error?.code ?? null,
    error_message: run.error?.message ?? null,
    inputs: run.inputs,
    output: run.output,
  };
}
