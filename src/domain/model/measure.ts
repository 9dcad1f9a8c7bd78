import { costOf } from '#core/billing/money.ts';
import type { Spent } from '../billing/spend.ts';
import type { AskableModel, ModelRequest, TokenReport } from './ask.ts';

/**
 * A model that notes the usage and duration of its calls.
 * @returns the model; its usage so far; and the longest duration of each kind
 * of request in milliseconds
 */
export function measure(model: AskableModel) {
  const { ask, info } = model;
  const tokens = { input_tokens: 0, output_tokens: 0 };
  const longest = new Map<string, number>();

  async function* measured(request: ModelRequest, call: NonNullable<typeof ask>) {
    const started = performance.now();
    let used: TokenReport | undefined;
    try {
      for await (const part of call(request)) {
        // Reported also for requests that fail afterwards.
        if (part.type === 'usage') used = part;
        yield part;
      }
    } finally {
      tokens.input_tokens += used?.input ?? 0;
      tokens.output_tokens += used?.output ?? 0;
      const kind = kindOf(request);
      const duration = Math.round(performance.now() - started);
      longest.set(kind, Math.max(longest.get(kind) ?? 0, duration));
    }
  }

  return {
    model: { ...model, ask: ask && ((request: ModelRequest) => measured(request, ask)) },
    spent: (): Spent => ({ ...tokens, cost: costOf(tokens, info) }),
    durations: (): ReadonlyMap<string, number> => longest,
  };
}

function kindOf({ tools, format, isStreamed }: ModelRequest): string {
  if (tools) return 'tools';
  if (format) return 'schema';
  return isStreamed ? 'stream' : 'answer';
}
