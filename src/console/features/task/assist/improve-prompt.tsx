import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '#console/ui/feedback/toast.ts';
import { onDemand } from '#console/ui/on-demand.tsx';
import type { AssistPromptField } from '#generated/model/index.ts';
import { variableChanges } from '../definition/variables.ts';
import { useDraft, useEditor } from '../editor/editor-context.tsx';
import { AskButton } from './ask-button.tsx';
import { AssistModel } from './assist-model.tsx';
import classes from './assist-panel.module.css';
import { AssistStatus } from './assist-status.tsx';
import { useAssist } from './use-assist.ts';

const WordDiff = onDemand(() => import('#console/ui/editor/word-diff.tsx'), 'WordDiff');

interface ImprovePromptProps {
  field: AssistPromptField;
  label: string;
  onClose: () => void;
}

/**
 * Takes an instruction and shows the improved prompt as a diff to apply or discard. The prompt stays editable
 * throughout.
 */
export function ImprovePrompt({ field, label, onClose }: ImprovePromptProps) {
  const { draft } = useEditor();
  const now = useDraft((state) => state.content[field]);
  const [instruction, setInstruction] = useState('');
  const assist = useAssist();
  const { status, response } = assist;
  const result = response?.result.helper === 'improve_prompt' ? response.result.prompt : null;

  const ask = () => {
    if (instruction.trim() === '' || status === 'running') return;
    const { content: definition } = draft.store.getState();
    void assist.ask({ helper: 'improve_prompt', field, wish: instruction.trim(), definition });
  };
  const write = (text: string) => draft.edit((definition) => ({ ...definition, [field]: text }));
  const apply = (text: string) => {
    const before = draft.store.getState().content[field];
    write(text);
    onClose();
    toast.undo(`${label} improved`, () => write(before));
  };

  return (
    <section className={classes.panel} aria-label={`Improve ${label.toLowerCase()}`}>
      <Group gap="sm">
        <TextInput
          className={classes.instruction}
          autoFocus
          aria-label="What should change?"
          placeholder="What should change? e.g. make it shorter and add an example"
          maxLength={4000}
          value={instruction}
          onChange={(event) => setInstruction(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') ask();
            if (event.key === 'Escape') onClose();
          }}
        />
        <AskButton
          assist={assist}
          variant={result === null ? 'filled' : 'default'}
          disabled={instruction.trim() === ''}
          onAsk={ask}
        >
          {result === null ? 'Improve prompt' : 'Try again'}
        </AskButton>
        <ActionIcon aria-label="Close" onClick={onClose}>
          <IconX />
        </ActionIcon>
      </Group>
      {result !== null && (
        <WordDiff
          before={`${now}\n`}
          after={`${result}\n`}
          label={`Changes to the ${label.toLowerCase()}`}
        />
      )}
      {result !== null && <VariableChanges before={now} after={result} />}
      <AssistStatus state={assist} />
      <Group gap="sm">
        {result !== null && (
          <>
            <Button onClick={() => apply(result)}>Apply</Button>
            <Button variant="subtle" onClick={onClose}>
              Discard
            </Button>
          </>
        )}
        <div className={classes.push}>
          <AssistModel />
        </div>
      </Group>
    </section>
  );
}

/** Models sometimes drop variables or invent new ones. A diff of a long prompt hides that, so it is spelt out. */
function VariableChanges({ before, after }: { before: string; after: string }) {
  const known = useDraft((state) => state.content.variables);
  const { gone, unknown } = variableChanges(before, after, known);
  if (gone.length === 0 && unknown.length === 0) return null;
  return (
    <p className={classes.changes}>
      {gone.length > 0 && `No longer uses ${named(gone)}. `}
      {unknown.length > 0 &&
        `Uses ${named(unknown)}, which ${unknown.length === 1 ? "isn't" : "aren't"} defined yet.`}
    </p>
  );
}

const named = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ');
