import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { createNamedTask } from '#console/modules/task/new-task.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { PROMPT_MAX } from '#core/limits.ts';
import { checkDefinition } from '#core/task/definition/definition.ts';
import type {
  AssistGeneratedTask,
  OutputField,
  TaskDefinition,
  TaskVariable,
} from '#generated/model/index.ts';
import { TaskCreate } from '#generated/model/taskCreate.zod.ts';
import { renameVariable } from '../definition/variables.ts';
import { GeneratedRows } from './generated-rows.tsx';
import classes from './new-task.module.css';

interface GeneratedTaskProps {
  generated: AssistGeneratedTask;
  onClose: () => void;
}

interface Values {
  name: string;
  description: string;
  system_prompt: string;
  user_prompt: string;
  variables: TaskVariable[];
  fields: OutputField[];
}

/** The generated task as a form. Everything can be edited before the task is created. */
export function GeneratedTask({ generated, onClose }: GeneratedTaskProps) {
  const place = useActiveProject();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { definition } = generated;
  const form = useForm(
    contractForm(TaskCreate, {
      initialValues: {
        name: generated.name,
        description: generated.description,
        system_prompt: definition.system_prompt,
        user_prompt: definition.user_prompt,
        variables: definition.variables,
        fields: definition.output_format.fields ?? [],
      } as Values,
      verbatim: ['definition'],
      body: ({ name, description, ...rest }) => ({
        name,
        description,
        definition: toDefinition(definition, rest),
      }),
      validate: (given) => promptErrors(toDefinition(definition, given)),
    }),
  );
  const { values } = form;
  const problems = Object.fromEntries(
    checkDefinition(toDefinition(definition, values)).map((one) => [one.pointer, one.message]),
  );

  const submit = async (body: TaskCreate) => {
    const created = await createNamedTask(queryClient, place, body, 'description');
    onClose();
    navigate(paths.task(created.project_id, created.id));
  };

  return (
    <Form form={form} onSubmit={submit} guard="always" label="Generated task" area="task.create">
      <TextInput label="Name" withAsterisk {...form.getInputProps('name')} />
      <Textarea
        label="Description"
        autosize
        minRows={1}
        maxRows={4}
        {...form.getInputProps('description')}
      />
      <Textarea
        label="System prompt"
        classNames={{ input: classes.prompt }}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={PROMPT_MAX}
        {...form.getInputProps('system_prompt')}
      />
      <Textarea
        label="User prompt"
        classNames={{ input: classes.prompt }}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={PROMPT_MAX}
        {...form.getInputProps('user_prompt')}
      />
      <GeneratedRows
        title="Variables"
        none="No inputs"
        types={['text', 'number', 'boolean', 'choice', 'list', 'json']}
        rows={values.variables}
        onChange={(variables) => form.setFieldValue('variables', variables)}
        onRename={(index, name) => {
          // Rename it in the prompts as well.
          const renamed = renameVariable(toDefinition(definition, values), index, name);
          const { system_prompt, user_prompt, variables } = renamed;
          form.setValues({ system_prompt, user_prompt, variables });
        }}
        errorOf={(index) => problems[`/variables/${index}/name`]}
      />
      <GeneratedRows
        title="Output"
        none="Returns text"
        types={['text', 'number', 'integer', 'boolean', 'choice', 'object']}
        rows={values.fields}
        onChange={(fields) => form.setFieldValue('fields', fields)}
        onRename={(index, name) => form.setFieldValue(`fields.${index}.name`, name)}
        errorOf={(index) => problems[`/output_format/fields/${index}/name`]}
      />
      <SubmitBar label="Create task" always />
    </Form>
  );
}

function toDefinition(
  before: TaskDefinition,
  values: Omit<Values, 'name' | 'description'>,
): TaskDefinition {
  const { system_prompt, user_prompt, variables, fields } = values;
  return {
    ...before,
    system_prompt,
    user_prompt,
    variables,
    output_format: fields.length > 0 ? { type: 'fields', fields } : { type: 'text' },
  };
}

/** Errors of the two prompts. Everything else is reported in the editor. */
function promptErrors(definition: TaskDefinition): Record<string, string> {
  const found = checkDefinition(definition).filter(({ pointer }) => /^\/\w+_prompt$/.test(pointer));
  return Object.fromEntries(found.map(({ pointer, message }) => [pointer.slice(1), message]));
}
