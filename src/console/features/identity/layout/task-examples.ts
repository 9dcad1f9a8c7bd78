export type Example = {
  name: string;
  revision: number;
  prompt: { text: string; variable?: boolean }[];
  input: { name: string; value: string };
  output: Record<string, unknown>;
  usage: string;
};

/** The product examples shown on the sign-in screens. */
export const examples: [Example, ...Example[]] = [
  {
    name: 'triage_ticket',
    revision: 4,
    prompt: [
      { text: 'Read the ticket and decide which team should reply, and how urgently. ' },
      { text: '{ticket}', variable: true },
    ],
    input: {
      name: 'ticket',
      value: 'I was charged twice this month. Please refund one of them before Friday.',
    },
    output: {
      team: 'billing',
      urgent: true,
      sentiment: 'frustrated',
      summary: 'Double charge, wants a refund by Friday.',
    },
    usage: '0.9 s · 214 tokens · $0.0004',
  },
  {
    name: 'extract_order',
    revision: 7,
    prompt: [
      { text: 'Extract the order from this message to ' },
      { text: '{shop}', variable: true },
      { text: '. Use SKUs. ' },
      { text: '{message}', variable: true },
    ],
    input: {
      name: 'message',
      value: 'Two of the blue mugs to Lyon, please. Not a gift this time.',
    },
    output: {
      sku: 'MUG-BLUE',
      quantity: 2,
      ship_to: 'Lyon, FR',
      gift: false,
    },
    usage: '1.2 s · 268 tokens · $0.0006',
  },
];

export type Token = { at: number; kind: 'key' | 'string' | 'number' | 'mark'; text: string };

const pattern =
  /"(?:[^"\\]|\\.)*"(?=\s*:)|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null|[^"\w-]+/g;

/** Splits a value into streaming tokens: keys, literals and punctuation; long texts by word. */
export function tokensOf(value: unknown): Token[] {
  const json = JSON.stringify(value, null, 2);
  return [...json.matchAll(pattern)].flatMap((match): Token[] => {
    const at = match.index;
    const [text] = match;
    const kind = kindOf(text, json.slice(at + text.length));
    if (kind !== 'string') return [{ at, kind, text }];
    return [...text.matchAll(/\S+\s*/g)].map((word) => ({
      at: at + word.index,
      kind,
      text: word[0],
    }));
  });
}

function kindOf(text: string, after: string): Token['kind'] {
  if (text.startsWith('"')) return /^\s*:/.test(after) ? 'key' : 'string';
  return /^(?:-?\d|true|false|null)/.test(text) ? 'number' : 'mark';
}
