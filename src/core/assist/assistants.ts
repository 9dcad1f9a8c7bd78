import type { Assistant, AssistantName } from './assistant.ts';
import { describeTool } from './assistants/describe-tool.ts';
import { generateTask } from './assistants/generate-task.ts';
import { improvePrompt } from './assistants/improve-prompt.ts';
import { recommendModel } from './assistants/recommend-model.ts';
import { suggestNames } from './assistants/suggest-names.ts';

/** The assistants that every installation starts with. */
export const ASSISTANTS: Readonly<Record<AssistantName, Assistant>> = {
  generate_task: generateTask,
  improve_prompt: improvePrompt,
  describe_tool: describeTool,
  recommend_model: recommendModel,
  suggest_names: suggestNames,
};
