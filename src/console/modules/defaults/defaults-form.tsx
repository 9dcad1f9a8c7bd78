import { Checkbox, Input, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { counted } from '#console/ui/display/counted.ts';
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

/** What is set for new tasks, runs and websites. Null is inherited, or unlimited where nothing is above. */
export interface Defaults {
  default_model_id: string | null;
  run_retention_days: number | null;
  allowed_origins: readonly string[] | null;
}

interface DefaultsValues {
  default_model_id: string;
  run_retention_days: string;
  /** Whether the organisation's origins apply. */
  inherits_origins: boolean;
  allowed_origins: string[];
}

const MAX_DAYS = 3650;

function toValues(set: Defaults): DefaultsValues {
  return {
    default_model_id: set.default_model_id ?? '',
    run_retention_days: set.run_retention_days === null ? '' : String(set.run_retention_days),
    inherits_origins: set.allowed_origins === null,
    allowed_origins: [...(set.allowed_origins ?? [])],
  };
}

function toDefaults(values: DefaultsValues) {
  const days = values.run_retention_days.trim();
  return {
    default_model_id: values.default_model_id || null,
    run_retention_days: days === '' ? null : Number(days),
    allowed_origins: values.inherits_origins ? null : values.allowed_origins,
  };
}

/** What is wrong with the fields. */
const rules = {
  run_retention_days: (text: string) => {
    if (text.trim() === '') return null;
    const days = Number(text);
    const isValid = Number.isInteger(days) && days >= 1 && days <= MAX_DAYS;
    return isValid ? null : `Enter 1 to ${MAX_DAYS} days, or leave the field empty`;
  },
  // Each line shows its own error.
  allowed_origins: (origins: string[], { inherits_origins }: DefaultsValues) => {
    if (inherits_origins) return null;
    const isFine = origins.every(
      (one, at) => secureOriginProblem(one) === null && origins.indexOf(one) === at,
    );
    return isFine && origins.length <= ORIGINS_MAX ? null : '';
  },
};

/** `1 day`, `30 days` or `forever`. */
function span(days: number | null): string {
  if (days === null) return 'forever';
  return counted(days, 'day');
}

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
