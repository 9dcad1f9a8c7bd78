import { ContextWarning } from './context-warning.tsx';
import classes from './editor-pane.module.css';
import { ModelSection } from './model-section.tsx';
import { OutputSection } from './output-section.tsx';
import { editPaneId } from './pane-tabs.tsx';
import { PromptFields } from './prompt-fields.tsx';
import { RetrievalSection } from './retrieval-section.tsx';
import { ToolsSection } from './tools-section.tsx';
import { VariablesSection } from './variables-section.tsx';

/** The left pane: all that makes the task what it is. */
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
