import classes from './editor-pane.module.css';
import { ModelSection } from './model/model-section.tsx';
import { OutputSection } from './output/output-section.tsx';
import { editPaneId } from './pane-tabs.tsx';
import { ContextWarning } from './prompt/context-warning.tsx';
import { PromptFields } from './prompt/prompt-fields.tsx';
import { RetrievalSection } from './retrieval/retrieval-section.tsx';
import { ToolsSection } from './tools/tools-section.tsx';
import { VariablesSection } from './variables/variables-section.tsx';

/** The left pane: everything that defines the task. */
export function EditorPane() {
  return (
    <div className={classes.pane} id={editPaneId}>
      <div className={classes.prompts}>
        <PromptFields />
        <ContextWarning />
      </div>
      <VariablesSection />
      <OutputSection />
      <ModelSection />
      <ToolsSection />
      <RetrievalSection />
    </div>
  );
}
