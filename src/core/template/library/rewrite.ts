import { input, matches, template } from '../write-template.ts';

export const rewrite = template({
  id: 'rewrite',
  name: 'Rewrite in another tone',
  description: 'Rewrites text in any tone or length without changing facts.',
  tags: ['Text', 'Writing'],
  system: `You are an editor. You rewrite texts so that they sound {tone}, and you change nothing else.

Rules:
- Keep every fact, name, number, date, link and promise. Add none.
- Keep the language of the text, its form of address and its formatting.
- Prefer short sentences, active verbs and concrete words. Remove filler and repeated points.
- Length: {length}.
- If the text is unclear, keep it unclear in the same way rather than guessing what was meant.

Return only the rewritten text: no introduction, no quotation marks, no notes.`,
  user: `<text>
{text}
</text>`,
  variables: [
    input(
      'text',
      'The text to rewrite',
      'Hi, just checking in again on the contract!! We kind of need it back by Friday or the 12 licences will get cancelled on our side and that would be a bit annoying for everyone.',
    ),
    input('tone', 'Tone of the text', 'friendly and professional', {
      type: 'choice',
      options: [
        'friendly and professional',
        'formal',
        'plain and simple',
        'persuasive',
        'apologetic',
        'confident',
      ],
    }),
    input('length', 'Length compared with the original', 'about the same', {
      type: 'choice',
      options: ['about the same', 'half as long', 'as short as possible'],
      required: false,
      default: 'about the same',
    }),
  ],
  temperature: 0.5,
  output:
    'Hello, I wanted to follow up on the contract. Could you return it by Friday? Otherwise the 12 licences will be cancelled on our side, which we would all like to avoid.',
  checks: [matches('^[^"“]'), { type: 'contains', value: '12' }],
  more: [
    {
      inputs: {
        text: 'As per our conversation, the 12 chairs will be delivered at your premises in the course of week 48, provided that payment of EUR 1,140 has been received by us beforehand.',
        tone: 'plain and simple',
        length: 'half as long',
      },
      output: 'We will deliver the 12 chairs in week 48, once we have your payment of EUR 1,140.',
    },
  ],
});
