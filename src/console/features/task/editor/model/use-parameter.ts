import type { ModelParameters } from '#generated/model/index.ts';
import { useDraft, useEditor, useProblem } from '../editor-context.tsx';

/** A parameter of the model request in the draft. Undefined means the provider's default. */
export function useParameter<Name extends keyof ModelParameters>(name: Name) {
  const { draft } = useEditor();
  const value = useDraft((state) => state.content.parameters[name]);
  const problem = useProblem(`/parameters/${name}`);
  const set = (next: ModelParameters[Name] | undefined) =>
    draft.edit((definition) => {
      const { [name]: _before, ...others } = definition.parameters;
      const parameters = next === undefined ? others : { ...others, [name]: next };
      return { ...definition, parameters };
    });
  return { value, problem, set };
}
