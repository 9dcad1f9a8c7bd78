import { PlainSelect } from '#console/ui/form/plain.tsx';
import { PlainField } from '#console/ui/form/plain-field.tsx';
import type { ReasoningEffort } from '#generated/model/index.ts';
import { useParameter } from './use-parameter.ts';

interface ReasoningInputProps {
  locked: boolean;
  /** Why the model doesn't support it; null when it does. */
  unsupported: string | null;
}

const LABELS: Record<ReasoningEffort, string> = {
  none: 'None',
  minimal: 'Minimal',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  xhigh: 'Very high',
  max: 'Maximum',
};

const EFFORTS = Object.keys(LABELS) as ReasoningEffort[];

/** How much the model reasons before it answers. */
export function ReasoningInput({ locked, unsupported }: ReasoningInputProps) {
  const { value, problem, set } = useParameter('reasoning_effort');
  return (
    <div data-pointer="/parameters/reasoning_effort">
      <PlainField
        label="Reasoning effort"
        description={unsupported ?? 'More effort takes more time'}
        error={problem}
      >
        {({ required: _required, ...control }) => (
          <PlainSelect
            {...control}
            value={value ?? ''}
            // Stays enabled while it is set, so that it can be cleared.
            disabled={locked || (unsupported !== null && value === undefined)}
            options={[
              { value: '', label: 'Provider default' },
              ...EFFORTS.map((one) => ({ value: one, label: LABELS[one] })),
            ]}
            onChange={(given) => set(EFFORTS.find((one) => one === given))}
          />
        )}
      </PlainField>
    </div>
  );
}
