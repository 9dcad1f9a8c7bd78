import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { useShallow } from 'zustand/shallow';
import { useGuestReason } from '#console/modules/permission/use-thing-reason.ts';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { keysText } from '#console/ui/display/shortcut.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { onDemand } from '#console/ui/on-demand.tsx';
import { MESSAGES } from '#core/messages.ts';
import { namesInPrompts } from '#core/prompt/passages-place.ts';
import { addVariable } from '../../definition/variables.ts';
import { useDraft, useEditor, useEditorUi, useProblem } from '../editor-context.tsx';
import { PromptEditor } from '../prompt-editor/prompt-editor.tsx';

const ImprovePrompt = onDemand(() => import('../../assist/improve-prompt.tsx'), 'ImprovePrompt');

const prompts = [
  {
    field: 'system_prompt',
    label: 'System prompt',
    placeholder: 'Role and rules, e.g. You analyse product reviews.',
    minLines: 4,
  },
  {
    field: 'user_prompt',
    label: 'User prompt',
    placeholder: 'The request, with variables in braces, e.g. Review: {review}',
    minLines: 6,
  },
] as const;

/** Both prompts. Each has a thin wrapper, so that typing in one doesn't render the other. */
export function PromptFields() {
  const { readOnly } = useEditor();
  const isGuest = useGuestReason() !== null;
  const [improved, setImproved] = useState<Prompt['field'] | null>(null);
  useShortcut('mod+shift+I', 'Improve prompt', () => setImproved(promptInFocus()), {
    group: 'Task',
    enabled: readOnly === null && !isGuest,
  });
  return prompts.map((prompt) => (
    <PromptField
      key={prompt.field}
      prompt={prompt}
      improving={improved === prompt.field}
      onImprove={(shown) => setImproved(shown ? prompt.field : null)}
    />
  ));
}

type Prompt = (typeof prompts)[number];

/** The prompt that has focus, else the system prompt. */
function promptInFocus(): Prompt['field'] {
  const inUser = document.activeElement?.closest('[data-pointer="/user_prompt"]');
  return inUser ? 'user_prompt' : 'system_prompt';
}

interface PromptFieldProps {
  prompt: Prompt;
  improving: boolean;
  onImprove: (shown: boolean) => void;
}

function PromptField({ prompt, improving, onImprove }: PromptFieldProps) {
  const { field, label, placeholder, minLines } = prompt;
  const { draft, readOnly } = useEditor();
  // Assistants run in the project, at its expense.
  const isGuest = useGuestReason() !== null;
  const value = useDraft((state) => state.content[field]);
  const names = useDraft(useShallow((state) => namesInPrompts(state.content)));
  const problem = useProblem(`/${field}`);
  // The editor shows its own diagnostics; only errors it can't find come from here.
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
        aside={
          readOnly === null &&
          !isGuest && (
            <Tooltip label={`Improve with AI (${keysText('mod+shift+I')})`}>
              <Button
                variant="subtle"
                size="compact-xs"
                leftSection={<IconSparkles />}
                aria-label={`Improve ${label.toLowerCase()}`}
                aria-expanded={improving}
                onClick={() => onImprove(!improving)}
              >
                Improve
              </Button>
            </Tooltip>
          )
        }
        onChange={(text) => draft.edit((definition) => ({ ...definition, [field]: text }))}
        onAddVariable={(name) => draft.edit((definition) => addVariable(definition, name))}
      />
      {improving && <ImprovePrompt field={field} label={label} onClose={() => onImprove(false)} />}
    </div>
  );
}
