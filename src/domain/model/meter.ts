import { costOf } from '#core/billing/money.ts';
import type { Spent } from '../billing/spend.ts';
import type { AskableModel, ModelRequest } from '../run/execution/ask-model.ts';

/**
 * A model that notes what calls of it use and how long they take.
 * @returns the model; what was used so far; and the longest duration of each kind
 * of request in milliseconds
 */
export function meter(model: AskableModel) {
  const { ask, info } = model;
  const tokens = { input_tokens: 0, output_tokens: 0 };
  const longest = new Map<string, number>();

  async function metered(request: ModelRequest) {
    const started = performance.now();
    const used = { input: 0, output: 0 };
    try {
      return await (ask as NonNullable<typeof ask>)({
        ...request,
        // Reported also for requests that fail afterwards.
        onUsage(usage) {
          used.input = usage.input ?? 0;
          used.output = usage.output ?? 0;
          request.onUsage?.(usage);
        },
      });
    } finally {
      tokens.input_tokens += used.input;
      tokens.output_tokens += used.output;
      const kind = kindOf(request);
      const duration = Math.round(performance.now() - started);
      longest.set(kind, Math.max(longest.get(kind) ?? 0, duration));
    }
  }

  return {
    model: { ...model, ask: ask && metered },
    spent: (): Spent => ({ ...tokens, cost: costOf(tokens, info) }),
    durations: (): ReadonlyMap<string, number> => longest,
  };
}

function kindOf({ tools, format, isStreamed }: ModelRequest): string {
  if (tools) return 'tools';
  if (format) return 'schema';
  return isStreamed ? 'stream' : 'answer';
}
