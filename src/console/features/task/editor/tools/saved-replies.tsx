import { Button, Input, Stack, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { IconButton } from '#console/ui/form/icon-button.tsx';
import { TOOL_REPLIES_MAX, TOOL_REPLY_MAX } from '#core/limits.ts';
import type { TaskTool, TaskToolReply } from '#generated/model/index.ts';
import { editRow, rowId } from '../../definition/row-ids.ts';
import { useProblem } from '../editor-context.tsx';
import rows from '../rows/rows.module.css';
import classes from './tools.module.css';

interface ToolRepliesProps {
  tool: TaskTool;
  pointer: string;
  locked: boolean;
  change: (values: Partial<TaskTool>) => void;
}

/** Saved replies for testing the task. */
export function SavedReplies({ tool, pointer, locked, change }: ToolRepliesProps) {
  const replies = tool.replies ?? [];
  const problem = useProblem(`${pointer}/replies`);
  const set = (next: TaskToolReply[]) => change({ replies: next.length > 0 ? next : undefined });
  return (
    <div className={rows.wide} data-pointer={`${pointer}/replies`}>
      <Input.Label labelElement="div">Saved replies</Input.Label>
      <Input.Description mb={6}>
        {tool.execution === 'mock'
          ? 'The model receives the first one'
          : 'For test runs without calling the tool'}
      </Input.Description>
      <Stack gap="sm">
        {replies.map((reply, index) => (
          <div key={rowId(reply)} className={classes.reply}>
            <div className={classes.replyHead}>
              <TextInput
                className={classes.replyName}
                aria-label={`Name of reply ${index + 1} of ${tool.name}`}
                data-pointer={`${pointer}/replies/${index}/name`}
                maxLength={120}
                readOnly={locked}
                value={reply.name}
                onChange={(event) => {
                  const name = event.currentTarget.value;
                  set(replies.map((one, i) => (i === index ? editRow(one, { name }) : one)));
                }}
              />
              <IconButton
                label={`Remove ${reply.name}`}
                tip="Remove"
                disabled={locked}
                onClick={() => set(replies.filter((_, i) => i !== index))}
              >
                <IconTrash />
              </IconButton>
            </div>
            <Textarea
              aria-label={`Content of ${reply.name}`}
              classNames={{ input: 'tl-mono' }}
              placeholder='{ "status": "shipped" }'
              autosize
              minRows={2}
              maxRows={10}
              maxLength={TOOL_REPLY_MAX}
              readOnly={locked}
              value={reply.reply}
              onChange={(event) => {
                const text = event.currentTarget.value;
                set(replies.map((one, i) => (i === index ? editRow(one, { reply: text }) : one)));
              }}
            />
          </div>
        ))}
      </Stack>
      {problem && <p className={classes.errors}>{problem}</p>}
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconPlus />}
        disabled={locked || replies.length >= TOOL_REPLIES_MAX}
        onClick={() => set([...replies, { name: freeName(replies), reply: '' }])}
      >
        Add reply
      </Button>
    </div>
  );
}

/** `Reply 1`, `Reply 2` … */
function freeName(replies: readonly TaskToolReply[]): string {
  const taken = new Set(replies.map(({ name }) => name));
  let index = 1;
  while (taken.has(`Reply ${index}`)) index++;
  return `Reply ${index}`;
}
