import {
  type Answer,
  type AskableModel,
  type ModelRequest,
  newAnswer,
  type Part,
  type TokenReport,
  type ToolCall,
  wholeAnswer,
} from './ask.ts';

export const text = (written: string): Part => ({ type: 'text', text: written });
export const calls = (call: ToolCall): Part => ({ type: 'call', call });

/** Reasoning, which models write before their text. */
export const reasons = (written: string): Part => ({ type: 'reasoning', text: written });

/** The end of an answer, after its usage. */
export function ending(
  usage: TokenReport = { input: 1, output: 1 },
  { isCutOff = false } = {},
): Part[] {
  return [
    { type: 'usage', ...usage },
    { type: 'end', isCutOff },
  ];
}

/** Asks a model, and returns all that arrives. @param answer keeps what has arrived if that fails */
export async function answerOf(
  model: AskableModel | undefined,
  request: Partial<ModelRequest> = {},
  answer: Answer = newAnswer(),
) {
  if (!model?.ask) throw new Error('There is no such model');
  const usual: ModelRequest = {
    messages: [{ role: 'user', content: 'x' }],
    parameters: {},
    isStreamed: false,
    signal: AbortSignal.timeout(10_000),
  };
  const { usage, isCutOff, ...got } = await wholeAnswer(
    model.ask({ ...usual, ...request }),
    answer,
  );
  return { ...got, reported: { ...usage, isCutOff } };
}
