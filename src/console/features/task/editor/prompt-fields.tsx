import { useShallow } from 'zustand/shallow';
import { PromptEditor } from '#console/modules/prompt-editor/prompt-editor.tsx';
import { MESSAGES } from '#core/messages.ts';
import { addVariable } from '../definition/variables.ts';
import { useDraft, useEditor, useEditorUi, useProblem } from './editor-context.tsx';

const prompts = [
  {
    field: 'system_prompt',
    label: 'System prompt',
    placeholder:
      'Who the model is and what it must keep to, for example: You judge product reviews.',
    minLines: 4,
  },
  {
    field: 'user_prompt',
    label: 'User prompt',
    placeholder: 'What one call asks, with its inputs in braces, for example: Review: {review}',
    minLines: 6,
  },
] as const;

/** Both prompts. Typing in one renders only that one's thin wrapper. */
export function PromptFields() {
  return prompts.map((prompt) => <PromptField key={prompt.field} {...prompt} />);
}

function PromptField({ field, label, placeholder, minLines }: (typeof prompts)[number]) {
  const { draft, readOnly } = useEditor();
  const value = useDraft((state) => state.definition[field]);
  const names = useDraft(useShallow((state) => state.definition.variables.map((v) => v.name)));
  const problem = useProblem(`/${field}`);
  // What the editor finds by itself it shows where it is; only what it cannot know comes from here.
  const missing = value.trim() === '' && problem === MESSAGES.task.promptsNeeded;
  const refused = useEditorUi((ui) => ui.refused.some((error) => error.pointer === `/${field}`));
  return (
    <div data-pointer={`/${field}`}>
      <PromptEditor
        label={label}
        placeholder={placeholder}
        minLines={minLines}
        value={value}
        variables={names}
        readOnly={readOnly !== null}
        error={missing || refused ? problem : undefined}
        onChange={(text) => draft.edit((definition) => ({ ...definition, [field]: text }))}
        onAddVariable={(name) => draft.edit((definition) => addVariable(definition, name))}
      />
    </div>
  );
}
