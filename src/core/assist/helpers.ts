import type { Helper, HelperName } from './helper.ts';
import { describeTool } from './tasks/describe-tool.ts';
import { generateTask } from './tasks/generate-task.ts';
import { improvePrompt } from './tasks/improve-prompt.ts';
import { recommendModel } from './tasks/recommend-model.ts';
import { suggestNames } from './tasks/suggest-names.ts';

/** The helpers as every installation begins with them. */
export const HELPERS: Readonly<Record<HelperName, Helper>> = {
  generate_task: generateTask,
  improve_prompt: improvePrompt,
  describe_tool: describeTool,
  recommend_model: recommendModel,
  suggest_names: suggestNames,
};
