import type { ModelSupport } from '#generated/model/index.ts';

/** How an output format reaches a model: enforced as a schema, as any JSON, or only described in the prompt. */
export type FormatStep = 'json_schema' | 'json_object' | 'prompt';

/** What a model at an endpoint can do. */
export interface Capabilities {
  streaming: boolean;
  /** The strongest way in which it takes an output format. */
  format: FormatStep;
  tools: boolean;
  /**
   * How it is told that it must call a tool: any (`required`), a certain one (`named`), or in both ways (`all`). With
   * `auto` it can't be told, only asked in the prompt.
   */
  tool_choice: 'all' | 'required' | 'named' | 'auto';
  /** Whether it still calls tools when it is given an output format too. The grammar of some servers rules them out. */
  tools_with_format: boolean;
  /** Whether it writes down its reasoning. */
  reasoning: boolean;
}

/** The weaker ways, for a request that a stronger one doesn't suit. */
export const NEXT_STEP: Readonly<Record<FormatStep, FormatStep | undefined>> = {
  json_schema: 'json_object',
  json_object: 'prompt',
  prompt: undefined,
};

/** What a model is assumed to do as long as it hasn't been probed, and what a vendor's model does. */
export function assumedCapabilities(supports?: ModelSupport): Capabilities {
  return {
    streaming: true,
    format: supports?.structured_output === false ? 'prompt' : 'json_schema',
    tools: supports?.tools ?? true,
    tool_choice: 'all',
    tools_with_format: true,
    reasoning: false,
  };
}
