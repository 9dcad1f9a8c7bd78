import { Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Messages } from '#console/modules/run/trace/messages.tsx';
import { compilePrompt } from '#core/prompt/compile.ts';
import { checkInputs } from '#core/task/input/inputs.ts';
import { renderInputs } from '#core/task/input/render.ts';
import type { RunInputs, TaskDefinition } from '#generated/model/index.ts';
import classes from './run-panel.module.css';

interface PreviewMessagesProps {
  definition: TaskDefinition;
  /** Called only while open, because compiling large inputs takes time. */
  inputs: () => RunInputs;
}

/** The prompts with the inputs filled in, as the model receives them. */
export function PreviewMessages(props: PreviewMessagesProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <UnstyledButton
        className={classes.disclosure}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <IconChevronRight aria-hidden />
        Preview messages
      </UnstyledButton>
      <Collapse expanded={open} id={id} transitionDuration={120}>
        {open && (
          <div className={classes.preview}>
            <Messages messages={messagesFor(props)} />
          </div>
        )}
      </Collapse>
    </div>
  );
}

function messagesFor({ definition, inputs }: PreviewMessagesProps) {
  const { variables } = definition;
  const values = renderInputs(checkInputs(variables, inputs()).values, variables);
  return [
    { role: 'system', content: compilePrompt(definition.system_prompt, values) },
    { role: 'user', content: compilePrompt(definition.user_prompt, values) },
  ];
}
