import { Input } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { WebhookRotation } from '#generated/model/webhookRotation.zod.ts';

type RotateFormProps = {
  /** Explains what happens. */
  children: ReactNode;
  /** Whether there is a secret that may be in use. */
  hasOld?: boolean;
  /** Whether the choice takes focus when the dialog opens. */
  focusChoice?: boolean;
  /** What is replaced: a secret, or a key. */
  what?: 'secret' | 'key';
  onRotate: (overlapHours: number) => Promise<unknown>;
};

const overlaps = [
  { value: '0', label: 'Immediately' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
];

/** Creates a new secret or key. For a while both are valid, so that nothing fails until everybody has switched. */
export function RotateForm(props: RotateFormProps) {
  const { children, hasOld = true, focusChoice = false, what = 'secret', onRotate } = props;
  const form = useForm(
    contractForm(WebhookRotation, {
      initialValues: { overlap_hours: '24' },
      body: ({ overlap_hours }) => ({ overlap_hours: hasOld ? Number(overlap_hours) : 0 }),
    }),
  );
  return (
    <Form
      form={form}
      label={`Rotate ${what}`}
      guard={false}
      onSubmit={({ overlap_hours }) => onRotate(overlap_hours)}
    >
      {children}
      {hasOld && (
        <Input.Wrapper label={`Old ${what} expires`} labelElement="div">
          <Segmented
            fullWidth
            data-autofocus={focusChoice}
            label={`Old ${what} expires`}
            items={overlaps}
            {...form.getInputProps('overlap_hours')}
          />
        </Input.Wrapper>
      )}
      <SubmitBar label={`Rotate ${what}`} always />
    </Form>
  );
}
