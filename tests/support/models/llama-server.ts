import type { ChatRequest, Reply } from './openai-replies.ts';

type Tool = { function: { name: string } };

/**
 * How llama.cpp's server replies: the grammar of an output format rules out tools, even required ones, a `tool_choice`
 * that isn't a text is ignored, and grammars support only some schemas. Compared with llama.cpp 0.5.0.
 * @param output what a model that is held to a schema writes; by default it fits the schema of a probe
 */
export function llamaReply(
  chat: ChatRequest,
  output: object = { colour: 'teal' },
  args: object = { city: 'Paris' },
): Reply {
  const { messages, response_format: format, tool_choice: choice } = chat;
  const tools = (chat.tools ?? []) as Tool[];
  const question = String(messages.findLast(({ role }) => role === 'user')?.content);
  const isReplied = messages.some(({ role }) => role === 'tool');
  if (format) {
    const schema = JSON.stringify(format.json_schema?.schema ?? {});
    if (schema.includes('unsupported')) return grammarFailure;
    return { kind: 'text', text: JSON.stringify(output) };
  }
  const [tool] = tools;
  const wants = choice === 'required' || /weather|tool|order/i.test(question);
  if (tool && choice !== 'none' && wants && !isReplied)
    return { kind: 'tools', calls: [{ name: tool.function.name, arguments: args }] };
  return { kind: 'text', text: 'Hello' };
}

const grammarFailure: Reply = {
  kind: 'status',
  status: 400,
  body: JSON.stringify({
    error: {
      code: 400,
      message:
        'Unable to generate parser for this template. Automatic parser generation failed: JSON schema error at #/properties/mood: unsupported',
      type: 'invalid_request_error',
    },
  }),
};
