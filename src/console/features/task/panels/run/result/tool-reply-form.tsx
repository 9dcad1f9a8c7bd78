import { Button, Textarea } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { submits } from '#console/ui/form/submits.ts';
import { TOOL_REPLY_MAX } from '#core/limits.ts';
import { sendToolReply } from '#generated/api/run/run.ts';
import type { RunStep, TaskTool } from '#generated/model/index.ts';
import classes from './tool-reply-form.module.css';

interface ToolReplyProps {
  address: TaskAddress;
  runId: string;
  step: RunStep;
  /** The tool's definition with its saved replies; undefined when unknown. */
  tool: TaskTool | undefined;
}

/** A tool call that waits for a person: shows its arguments and asks for the reply. */
export function ToolReplyForm({ address, runId, step, tool }: ToolReplyProps) {
  const [text, setText] = useState('');
  const [sending, setSending] = useState(false);
  const replies = tool?.replies ?? [];
  const send = async () => {
    setSending(true);
    const { orgId, projectId } = address;
    const reply = () => mutate(sendToolReply, orgId, projectId, runId, step.id, { reply: text });
    if (!(await attempt(reply, 'task.run'))) setSending(false);
  };
  return (
    <form className={classes.box} aria-label={`Reply as ${step.name}`} onSubmit={submits(send)}>
      <p className={classes.title}>
        <IconHandStop aria-hidden />
        <span>
          Reply as <code className="tl-mono">{step.name}</code>
        </span>
      </p>
      <CodeBlock
        what={`arguments of ${step.name}`}
        code={JSON.stringify(argumentsOf(step.input), null, 2)}
        maxHeight={160}
      />
      {replies.length > 0 && (
        <div className={classes.replies}>
          {replies.map((reply) => (
            <Button
              key={reply.name}
              size="compact-xs"
              variant="default"
              onClick={() => setText(reply.reply)}
            >
              {reply.name}
            </Button>
          ))}
        </div>
      )}
      <Textarea
        aria-label="Reply"
        data-autofocus
        autosize
        minRows={3}
        maxRows={12}
        maxLength={TOOL_REPLY_MAX}
        classNames={{ input: 'tl-mono' }}
        placeholder='{ "status": "shipped" }'
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
          // Otherwise ⌘⏎ would run the task again.
          event.preventDefault();
          event.stopPropagation();
          void send();
        }}
      />
      <div className={classes.buttons}>
        <Button type="submit" size="xs" loading={sending}>
          Send reply
        </Button>
      </div>
    </form>
  );
}

function argumentsOf(input: unknown): unknown {
  const isObject = typeof input === 'object' && input !== null && 'arguments' in input;
  return isObject ? input.arguments : input;
}
