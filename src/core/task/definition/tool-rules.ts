import { checkObjectSchema } from '#core/json/object-schema.ts';
import { MESSAGES } from '#core/messages.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import type { FieldError, TaskDefinition, TaskTool, ToolChoice } from '#generated/model/index.ts';
import { isFileType } from '../input/files.ts';

const TOOL_NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** Whether models can call a tool with this name. */
export function isToolName(name: string): boolean {
  return TOOL_NAME.test(name);
}

/** Whether calls of a tool are requests to a server, with the project's credentials. */
export function callsServer({ execution }: Pick<TaskTool, 'execution'>): boolean {
  return execution === 'webhook' || execution === 'mcp';
}

/** Checks the tools of a revision. */
export function checkTools({ tools = [], tool_choice }: TaskDefinition): FieldError[] {
  return [
    ...tools.flatMap((tool, index) => checkTool(tool, `/tools/${index}`, tools.slice(0, index))),
    ...(tool_choice ? checkChoice(tool_choice, tools) : []),
  ];
}

/** Checks the retrieval settings of a revision. */
export function checkRetrieval({ retrieval, variables }: TaskDefinition): FieldError[] {
  if (!retrieval) return [];
  const at = '/retrieval';
  const { collection_ids: ids, query_variable: name } = retrieval;
  const errors: FieldError[] = [];
  if (ids.length === 0)
    errors.push({ pointer: `${at}/collection_ids`, message: TASK_VALIDATION.collectionsNeeded });
  for (const [index, id] of ids.entries()) {
    if (ids.indexOf(id) < index)
      errors.push({
        pointer: `${at}/collection_ids/${index}`,
        message: TASK_VALIDATION.collectionTwice,
      });
  }
  if (variables.length === 0)
    return [...errors, { pointer: at, message: MESSAGES.task.retrievalNeedsParameter }];
  const variable = variables.find((one) => one.name === name);
  if (!variable)
    errors.push({ pointer: `${at}/query_variable`, message: TASK_VALIDATION.queryVariable });
  else if (isFileType(variable.type))
    errors.push({
      pointer: `${at}/query_variable`,
      message: TASK_VALIDATION.queryVariableType(name),
    });
  return errors;
}

function checkTool(tool: TaskTool, at: string, before: readonly TaskTool[]): FieldError[] {
  const errors: FieldError[] = [];
  const wrong = (key: string, message: string) => errors.push({ pointer: `${at}/${key}`, message });
  if (!isToolName(tool.name)) wrong('name', TASK_VALIDATION.toolName);
  else if (before.some(({ name }) => name === tool.name)) wrong('name', TASK_VALIDATION.toolTwice);
  if (tool.description.trim() === '') wrong('description', TASK_VALIDATION.toolDescription);
  if (callsServer(tool)) {
    const mistake = urlMistake(tool.url ?? '');
    if (mistake) wrong('url', mistake);
  }
  const replies = tool.replies ?? [];
  if (tool.execution === 'mock' && replies.length === 0)
    wrong('replies', TASK_VALIDATION.toolReplyNeeded);
  for (const [index, { name }] of replies.entries()) {
    if (replies.findIndex((one) => one.name === name) < index)
      wrong(`replies/${index}/name`, TASK_VALIDATION.toolReplyTwice);
  }
  return [...errors, ...checkObjectSchema(tool.parameters, `${at}/parameters`)];
}

function checkChoice({ type, tool }: ToolChoice, tools: readonly TaskTool[]): FieldError[] {
  const at = '/tool_choice';
  if (type !== 'required' && type !== 'one') return [];
  if (tools.length === 0) return [{ pointer: at, message: TASK_VALIDATION.toolChoiceEmpty }];
  if (type === 'required') return [];
  if (!tool) return [{ pointer: `${at}/tool`, message: TASK_VALIDATION.toolChoiceNeeded }];
  if (tools.some(({ name }) => name === tool)) return [];
  return [{ pointer: `${at}/tool`, message: TASK_VALIDATION.toolChoiceUnknown(tool) }];
}

/** The target of the URL is checked when the tool is called, since a host name can change its address. */
function urlMistake(url: string): string | undefined {
  if (url.trim() === '') return TASK_VALIDATION.toolUrlNeeded;
  const parsed = URL.parse(url);
  const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:';
  return parsed && isWeb && parsed.username === '' ? undefined : TASK_VALIDATION.toolUrl;
}
