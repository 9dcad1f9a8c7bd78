import { Button } from '@mantine/core';
import { IconPlayerStopFilled, IconSparkles } from '@tabler/icons-react';
import { toast } from '#console/ui/feedback/toast.ts';
import type { TaskTool } from '#generated/model/index.ts';
import { useEditor } from '../editor/editor-context.tsx';
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
      {assist.status === 'running' ? (
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPlayerStopFilled />}
          onClick={assist.stop}
        >
          Stop
        </Button>
      ) : (
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconSparkles />}
          disabled={tool.name === ''}
          onClick={() => void write()}
        >
          Write description
        </Button>
      )}
      <AssistStatus state={assist} />
    </div>
  );
}
