import { PlainSelect } from '#console/ui/form/plain.tsx';
import { PlainField } from '#console/ui/form/plain-field.tsx';
import type { ReasoningEffort } from '#generated/model/index.ts';
import { useDraft, useEditor, useProblem } from '../editor-context.tsx';

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
  const { draft } = useEditor();
  const value = useDraft((state) => state.content.parameters.reasoning_effort);
  const problem = useProblem('/parameters/reasoning_effort');
  const set = (given: string) =>
    draft.edit((definition) => {
      const { reasoning_effort: _before, ...others } = definition.parameters;
      const effort = EFFORTS.find((one) => one === given);
      return {
        ...definition,
        parameters: effort ? { ...others, reasoning_effort: effort } : others,
      };
    });
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
            onChange={set}
          />
        )}
      </PlainField>
    </div>
  );
}
