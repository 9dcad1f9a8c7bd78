import { toast } from '#console/ui/feedback/toast.ts';
import type { TaskTool } from '#generated/model/index.ts';
import { useEditor } from '../editor/editor-context.tsx';
import { AskButton } from './ask-button.tsx';
import { AssistStatus } from './assist-status.tsx';
import { useAssist } from './use-assist.ts';

interface DescribeToolProps {
  tool: TaskTool;
  change: (values: Partial<TaskTool>) => void;
}

/** Writes a tool's description from its name, its parameters and the task. */
export function DescribeTool({ tool, change }: DescribeToolProps) {
  const { draft } = useEditor();
  const assist = useAssist();
  const write = async () => {
    const before = tool.description;
    const { content: definition } = draft.store.getState();
    const response = await assist.ask({
      helper: 'describe_tool',
      tool_name: tool.name,
      definition,
    });
    if (response?.result.helper !== 'describe_tool') return;
    change({ description: response.result.description });
    toast.undo('Description written', () => change({ description: before }));
  };

  return (
    <div>
      <AskButton
        assist={assist}
        variant="subtle"
        size="compact-xs"
        disabled={tool.name === ''}
        onAsk={() => void write()}
      >
        Write description
      </AskButton>
      <AssistStatus state={assist} />
    </div>
  );
}
