import { TemplateDialog } from '#console/modules/template/template-dialog.tsx';
import type { Template } from '#generated/model/index.ts';

interface EditTemplateProps {
  orgId: string;
  template: Template;
  onClose: () => void;
}

/**
 * Edits the name, description and tags of an organisation's template. Its prompts are replaced from a task's editor.
 */
export function EditTemplate({ orgId, template, onClose }: EditTemplateProps) {
  const { id, name, description, tags, definition, sample } = template;
  const kept = {
    definition,
    ...(sample && { sample: { inputs: sample.inputs, output: sample.output } }),
  };
  return (
    <TemplateDialog
      orgId={orgId}
      title="Edit template"
      initial={{ name, description, tags }}
      complete={async (fields) => ({ data: { ...fields, ...kept }, replaces: id })}
      onClose={onClose}
    />
  );
}
