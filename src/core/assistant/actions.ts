import type { ChatAction } from '#generated/model/index.ts';
import { SCREENS } from './screens.ts';

/** Begins a line that offers an action. */
const MARK = '>>>';
const ACTION = /^>>> ?(open|create_task):[ \t]*(\S[^\n]*)$/;
const ACTIONS_MAX = 3;
const DESCRIPTION_MAX = 2000;

/** How the model offers actions. */
export const ACTION_RULES = `If a screen of the console helps, end with one line for it, alone and exactly in this form:
${MARK} open: <id of the screen>
If the user wants a new task, end with one line that says what it should do:
${MARK} create_task: <description>
The user decides whether that happens. Never say that you did it. Screens:
${SCREENS.map(({ id, title }) => `- ${id}: ${title}`).join('\n')}`;

/** What the assistant is told. */
export const ASSISTANT_PROMPT = `You are the assistant in the console of Taskloom, in which people build tasks: prompts with variables and a typed output, deployed as API endpoints. Answer questions about Taskloom from the passages of its documentation, in at most two short paragraphs. You can't see or change anything yourself.

${ACTION_RULES}`;

/** The text of an answer without the lines that offer actions, and the actions. Unknown ones are dropped. */
export function readActions(text: string): { text: string; actions: ChatAction[] } {
  const shown = withoutActions(text);
  const lines = text.slice(shown.length).split('\n');
  const actions = lines.flatMap((line) => toAction(line.trim()) ?? []);
  const known = new Map(actions.map((action) => [`${action.type} ${action.path}`, action]));
  return { text: shown.trimEnd(), actions: [...known.values()].slice(0, ACTIONS_MAX) };
}

/**
 * The part of an answer that can be shown while it is written: up to the first line that offers an action, or that may
 * become one. What it returns for a longer text begins with what it returned before.
 */
export function withoutActions(text: string): string {
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf('\n', start);
    const line = text.slice(start, next < 0 ? undefined : next);
    if (line.startsWith(MARK) || (next < 0 && line !== '' && MARK.startsWith(line)))
      return text.slice(0, start).trimEnd();
    if (next < 0) break;
    start = next + 1;
  }
  // White space at the end may precede such a line.
  return text.trimEnd();
}

function toAction(line: string): ChatAction | undefined {
  const [, type, value = ''] = ACTION.exec(line) ?? [];
  if (type === 'create_task') {
    const description = value.slice(0, DESCRIPTION_MAX).toWellFormed();
    return { type, label: 'Create this task', path: null, description };
  }
  const screen = type && SCREENS.find(({ id }) => id === value.trim());
  if (!screen) return undefined;
  return { type: 'open', label: `Open ${screen.title}`, path: screen.path, description: null };
}
