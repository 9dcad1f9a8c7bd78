import type { LedgerEntry } from '#generated/model/index.ts';
import { toCsvCell } from '../csv.ts';
import { MICROS } from './money.ts';

/** One line of a usage export. */
export interface UsageLine {
  day: string;
  kind: string;
  project_id: string;
  project_name: string;
  task_id: string;
  task_name: string;
  model_id: string;
  caller_type: string | null;
  caller_id: string;
  caller_name: string;
  calls: number;
  unpriced: number;
  input_tokens: number;
  output_tokens: number;
  cost: number;
  own: number;
}

type Columns<Row> = Readonly<Record<string, (row: Row) => unknown>>;

const USAGE: Columns<UsageLine> = {
  day: ({ day }) => day,
  kind: ({ kind }) => kind,
  project_id: ({ project_id }) => project_id,
  project_name: ({ project_name }) => project_name,
  task_id: ({ task_id }) => task_id,
  task_name: ({ task_name }) => task_name,
  model_id: ({ model_id }) => model_id,
  caller_type: ({ caller_type }) => caller_type,
  caller_id: ({ caller_id }) => caller_id,
  caller_name: ({ caller_name }) => caller_name,
  calls: ({ calls }) => calls,
  calls_without_price: ({ unpriced }) => unpriced,
  input_tokens: ({ input_tokens }) => input_tokens,
  output_tokens: ({ output_tokens }) => output_tokens,
  cost_usd: ({ cost }) => dollars(cost),
  cost_on_own_keys_usd: ({ own }) => dollars(own),
};

const LEDGER: Columns<LedgerEntry> = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  kind: ({ kind }) => kind,
  amount_usd: ({ amount }) => dollars(amount),
  balance_usd: ({ balance }) => (balance === null ? '' : dollars(balance)),
  project_id: ({ project_id }) => project_id,
  project_name: ({ project_name }) => project_name,
  task_id: ({ task_id }) => task_id,
  task_name: ({ task_name }) => task_name,
  run_id: ({ run_id }) => run_id,
  note: ({ note }) => note,
};

/** CSV files of ledgers and usage. Amounts are in dollars with six decimals, so that sums are exact. */
export const LEDGER_FILE = fileOf(LEDGER);
export const USAGE_FILE = fileOf(USAGE);

function fileOf<Row>(columns: Columns<Row>) {
  return {
    head: `${Object.keys(columns).join(',')}\r\n`,
    line: (row: Row) =>
      `${Object.values(columns)
        .map((cell) => toCsvCell(cell(row)))
        .join(',')}\r\n`,
  };
}

/** Numbers, because spreadsheets take text that starts with a minus for a formula. */
function dollars(micros: number): number {
  return micros / MICROS;
}
