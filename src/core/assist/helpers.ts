import type { Helper, HelperName } from './helper.ts';
import { describeTool } from './helpers/describe-tool.ts';
import { generateTask } from './helpers/generate-task.ts';
import { improvePrompt } from './helpers/improve-prompt.ts';
import { recommendModel } from './helpers/recommend-model.ts';
import { suggestNames } from './helpers/suggest-names.ts';

/** The helpers with which every installation starts. */
export const HELPERS: Readonly<Record<HelperName, Helper>> = {
  generate_task: generateTask,
  improve_prompt: improvePrompt,
  describe_tool: describeTool,
  recommend_model: recommendModel,
  suggest_names: suggestNames,
};
