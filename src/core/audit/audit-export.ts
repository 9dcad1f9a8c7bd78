import type { AuditChange, AuditEntry } from '#generated/model/index.ts';
import { toCsvCell } from '../csv.ts';
import type { ExportFormat } from '../run/run-export.ts';

const COLUMNS: Readonly<Record<string, (entry: AuditEntry) => unknown>> = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  outcome: ({ outcome }) => outcome,
  action: ({ action }) => action,
  actor_type: ({ actor }) => actor.type,
  actor_id: ({ actor }) => actor.id,
  actor_name: ({ actor }) => actor.name,
  person_id: ({ actor }) => actor.person?.id,
  person_name: ({ actor }) => actor.person?.name,
  target_type: ({ target }) => target.type,
  target_id: ({ target }) => target.id,
  target_name: ({ target }) => target.name,
  project_id: ({ project_id }) => project_id,
  changes: ({ changes }) => changes.map(changeText).join('; '),
  count: ({ count }) => count,
  last_at: ({ last_at }) => last_at,
  reason: ({ reason }) => reason,
  network: ({ network }) => network,
  request_id: ({ request_id }) => request_id,
};

/** The beginning of an export file. */
export function auditExportHead(format: ExportFormat): string {
  return format === 'csv' ? `${Object.keys(COLUMNS).join(',')}\r\n` : '';
}

/** An entry as a line of the file, including the line break. */
export function auditExportLine(entry: AuditEntry, format: ExportFormat): string {
  if (format === 'jsonl') return `${JSON.stringify(entry)}\n`;
  return `${Object.values(COLUMNS)
    .map((cell) => toCsvCell(cell(entry)))
    .join(',')}\r\n`;
}

/** `name: "Old" → "New"` */
function changeText({ field, before, after, is_hidden }: AuditChange): string {
  if (is_hidden) return `${field}: changed`;
  return `${field}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`;
}
