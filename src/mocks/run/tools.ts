import { exampleOf } from '#core/json/example-value.ts';
import { TOOL_TIMEOUT_SECONDS } from '#core/limits.ts';
import type { RunStep, TaskTool } from '#generated/model/index.ts';
import type { LiveRun, Store } from '../store.ts';
import { beginStep, endStep } from './steps.ts';

/**
 * The mocks' model calls one tool, once. A tool by hand waits for its reply; nothing is called: a saved reply stands in
 * for webhooks and servers.
 * @returns whether the run goes on
 */
export async function callTool(
  store: Store,
  live: LiveRun,
  show: (step: RunStep) => void,
): Promise<boolean> {
  const { run, definition } = live.stored;
  const { tools = [], tool_choice: choice } = definition;
  const tool = tools.find(({ name }) => choice?.type !== 'one' || name === choice.tool);
  if (!tool || choice?.type === 'none') return true;
  const args = exampleOf(tool.parameters, { seed: run.input_preview });
  const begun = beginStep(run, 'tool', tool.name, { arguments: args, execution: tool.execution });
  show(begun);
  if (tool.execution !== 'manual') {
    show(endStep(begun, { status: 'succeeded', output: savedReply(tool) }));
    return true;
  }
  show({ ...begun, status: 'waiting' });
  const reply = await new Promise<string | null>((resolve) => {
    live.reply = { stepId: begun.id, give: resolve };
    const timer = setInterval(() => {
      if (!live.cancelled) return;
      clearInterval(timer);
      resolve(null);
    }, store.tokenMs + TOOL_TIMEOUT_SECONDS);
  });
  delete live.reply;
  show(
    endStep(
      begun,
      reply === null ? { status: 'cancelled' } : { status: 'succeeded', output: reply },
    ),
  );
  return reply !== null;
}

function savedReply({ name, replies = [] }: TaskTool): string {
  return replies[0]?.reply ?? `The mocks did not call ${name}; save a reply to see one here.`;
}
