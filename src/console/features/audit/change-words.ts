import { formatDateTime } from '#console/ui/display/time.tsx';
import { formatMicros } from '#core/billing/money.ts';
import type { AuditChange, AuditEntry } from '#generated/model/index.ts';

/** Fields whose column says too little. */
const FIELDS: Readonly<Record<string, string>> = {
  '*': 'Other fields',
  all_tasks: 'Receives all tasks',
  archived_at: 'Archived',
  audience: 'Who can view it',
  authorization: 'Authorization header',
  config: 'Configuration',
  credentials_hint: 'Account',
  dated_at: 'Date',
  evaluation_required: 'Evaluation required to activate',
  expires_at: 'Expires',
  index_id: 'Active index',
  is_paused: 'Paused',
  old_secret_until: 'Old secret valid until',
  project_id: 'Project ID',
  retention_days: 'Days kept',
  run_retention_days: 'Days that runs are kept',
  default_model_id: 'Default model',
  allowed_origins: 'Allowed origins',
  deleted_at: 'Deleted',
  status: 'Status',
  url: 'URL',
  webhook_id: 'Webhook ID',
};
/** Fields whose values are micro-dollars. */
const MONEY: ReadonlySet<string> = new Set([
  'amount',
  'balance',
  'cost',
  'input_price',
  'monthly_cap',
  'output_price',
  'spend_limit',
  'threshold',
]);
/** How many changes a row of the list tells. */
const SHOWN = 2;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** `name` → `Name`, `environments.staging` → `Environments › staging` */
export function fieldLabel(field: string): string {
  const [column = '', ...path] = field.split('.');
  const label = FIELDS[column] ?? column.replaceAll('_', ' ');
  return [label.charAt(0).toUpperCase() + label.slice(1), ...path].join(' › ');
}

/** The value of a field as text, or a dash if it is empty. */
export function valueText(value: AuditChange['before'], field = ''): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(', ');
  if (typeof value === 'number')
    return MONEY.has(field) ? formatMicros(value) : value.toLocaleString('en-US');
  return TIME.test(value) ? formatDateTime(value) : value;
}

/** The changes of an entry as one line: `Name: Old → New, Tags changed`. Empty if it was created or deleted. */
export function changesLine({ action, changes }: AuditEntry): string {
  if (/^(create|delete|upload)/.test(action) && !/(Revision|SpendAlert)$/.test(action)) return '';
  const told = changes.slice(0, SHOWN).map(changeText);
  const more = changes.length - told.length;
  return [...told, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function changeText({ field, before, after, is_hidden }: AuditChange): string {
  const label = fieldLabel(field);
  return is_hidden
    ? `${label} changed`
    : `${label}: ${valueText(before, field)} → ${valueText(after, field)}`;
}
