import { Input } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';

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
  const form = useForm({ initialValues: { overlap: '24' } });
  return (
    <Form
      form={form}
      label={`Rotate ${what}`}
      guard={false}
      onSubmit={({ overlap }) => onRotate(hasOld ? Number(overlap) : 0)}
    >
      {children}
      {hasOld && (
        <Input.Wrapper label={`Old ${what} expires`} labelElement="div">
          <Segmented
            fullWidth
            data-autofocus={focusChoice}
            label={`Old ${what} expires`}
            items={overlaps}
            value={form.values.overlap}
            onChange={(overlap) => form.setFieldValue('overlap', overlap)}
          />
        </Input.Wrapper>
      )}
      <SubmitBar label={`Rotate ${what}`} always />
    </Form>
  );
}
