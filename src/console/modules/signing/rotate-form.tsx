import { Input, SegmentedControl } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';

type RotateFormProps = {
  /** What happens. */
  children: ReactNode;
  /** Whether there is a secret that somebody may use. */
  hasOld?: boolean;
  onRotate: (overlapHours: number) => Promise<unknown>;
};

const overlaps = [
  { value: '0', label: 'At once' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
];

/** Makes a new secret; for a while both sign, so that the receiver can change over without losing anything. */
export function RotateForm({ children, hasOld = true, onRotate }: RotateFormProps) {
  const form = useForm({ initialValues: { overlap: '24' } });
  return (
    <Form
      form={form}
      label="New secret"
      guard={false}
      onSubmit={({ overlap }) => onRotate(hasOld ? Number(overlap) : 0)}
    >
      {children}
      {hasOld && (
        <Input.Wrapper label="The old secret ends" labelElement="div">
          <SegmentedControl
            mt={4}
            fullWidth
            aria-label="The old secret ends"
            data={overlaps}
            {...form.getInputProps('overlap')}
          />
        </Input.Wrapper>
      )}
      <SubmitBar label="Make a new secret" always />
    </Form>
  );
}
