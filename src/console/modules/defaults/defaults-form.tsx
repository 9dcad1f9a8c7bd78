import { Checkbox, Input, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { contractForm } from '#console/ui/form/contract-form.ts';
import type { MessageArea } from '#core/messages.ts';
import { ORIGINS_MAX, secureOriginProblem } from '#core/settings/origin.ts';
import { ProjectUpdate } from '#generated/model/projectUpdate.zod.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { Form, FormSection, SubmitBar } from '../../ui/form/form.tsx';
import { useConfirm } from '../../ui/modal/use-confirm.ts';
import { ModelPicker } from '../model/model-picker.tsx';
import { useModels } from '../model/use-models.ts';
import { OriginsField } from '../origin/origins-field.tsx';
import { type Defaults, rules, span, toDefaults, toValues } from './defaults-values.ts';

type Change = ReturnType<typeof toDefaults>;

interface DefaultsFormProps {
  orgId: string;
  set: Defaults;
  /** What applies where nothing is set; undefined for the organisation, which has nothing above it. */
  inherited?: Defaults | undefined;
  /** Why it can't be changed. */
  disabledReason: string | null;
  /** What the person is doing, for messages. */
  area: MessageArea;
  onSave: (change: Change) => Promise<unknown>;
}

/** The default model of new tasks, how long runs are kept, and the websites that may call tasks. */
export function DefaultsForm(props: DefaultsFormProps) {
  const { orgId, set, inherited, disabledReason, area, onSave } = props;
  const confirm = useConfirm();
  const { models } = useModels(orgId);
  const disabled = disabledReason !== null;
  const form = useForm(
    contractForm(ProjectUpdate, {
      initialValues: toValues(set),
      body: toDefaults,
      validate: rules,
    }),
  );
  const { values } = form;
  const model = form.getInputProps('default_model_id');
  const nameOf = (id: string | null) => models.find((one) => one.id === id)?.name ?? id;

  const submit = async (change: Change) => {
    const before = set.run_retention_days ?? inherited?.run_retention_days ?? null;
    const after = change.run_retention_days ?? inherited?.run_retention_days ?? null;
    const isShorter = after !== null && (before === null || after < before);
    if (isShorter && !(await confirm(shortening(after, inherited === undefined)))) {
      form.setFieldValue('run_retention_days', toValues(set).run_retention_days);
      return;
    }
    await onSave(change);
    toast.success('Defaults saved');
  };

  return (
    <Form form={form} onSubmit={submit} area={area} label="Defaults">
      <FormSection
        title="Defaults"
        description={
          inherited
            ? "What is left empty comes from the organisation's settings."
            : 'They apply to all projects that set nothing else.'
        }
      >
        <Input.Wrapper
          label="Default model"
          description="The model that new tasks start with."
          error={model.error}
        >
          <ModelPicker
            orgId={orgId}
            label="Default model"
            modelId={values.default_model_id}
            none={
              inherited?.default_model_id
                ? `${nameOf(inherited.default_model_id)} (organisation)`
                : 'Chosen automatically'
            }
            disabled={disabled}
            allowUnusable
            onChange={(id) => form.setFieldValue('default_model_id', id)}
          />
        </Input.Wrapper>
        <TextInput
          label="Keep runs for"
          description="Older runs and traces are deleted hourly. Costs stay in billing."
          placeholder={
            inherited?.run_retention_days
              ? `${inherited.run_retention_days} (organisation)`
              : 'Forever'
          }
          inputMode="numeric"
          maxLength={4}
          readOnly={disabled}
          rightSection="days"
          rightSectionWidth={56}
          {...form.getInputProps('run_retention_days')}
        />
        {inherited && (
          <Checkbox
            label="Use the organisation's allowed origins"
            description={inherited.allowed_origins?.join(', ') || 'There are none.'}
            disabled={disabled}
            {...form.getInputProps('inherits_origins', { type: 'checkbox' })}
          />
        )}
        {!values.inherits_origins && (
          <OriginsField
            origins={values.allowed_origins}
            about="Websites whose pages may call tasks from the browser with an API key or access token, and show widgets, such as https://shop.example.com."
            max={ORIGINS_MAX}
            problemOf={secureOriginProblem}
            errorAt={(index) => form.errors[`allowed_origins.${index}`] as string | undefined}
            disabled={disabled}
            onChange={(next) => form.setFieldValue('allowed_origins', next)}
          />
        )}
      </FormSection>
      <SubmitBar label="Save" disabledReason={disabledReason} />
    </Form>
  );
}

function shortening(days: number, isOrg: boolean) {
  return {
    title: 'Delete older runs?',
    body: `Runs older than ${span(days)}${isOrg ? ', in projects without a retention of their own,' : ''} will be deleted within an hour, and other runs once they are that old. If you need them, export them first.`,
    confirmLabel: 'Delete older runs',
    danger: true,
  };
}
