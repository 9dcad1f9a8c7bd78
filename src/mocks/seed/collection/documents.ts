import type { DocumentRow } from '#domain/collection/collection.tables.ts';

/** A seeded document: its original and its text. */
export interface SeedDocument
  extends Pick<DocumentRow, 'name' | 'kind' | 'media_type' | 'state' | 'tags'> {
  title: string;
  original: string;
  /** Empty unless it is ready. */
  sections: readonly { heading: string | null; paragraphs: readonly string[] }[];
  url?: string;
  /** The data source that it is from. */
  datasource_id?: string;
  warnings?: DocumentRow['warnings'];
  error?: { code: NonNullable<DocumentRow['error_code']>; detail: string };
}

type Sections = SeedDocument['sections'];

function markdown(name: string, title: string, tags: string[], sections: Sections): SeedDocument {
  const original = [
    `# ${title}`,
    ...sections.flatMap(({ heading, paragraphs }) => [
      ...(heading === null ? [] : [`## ${heading}`]),
      ...paragraphs,
    ]),
  ].join('\n\n');
  const media_type = 'text/markdown';
  return { name, title, tags, sections, original, kind: 'markdown', media_type, state: 'ready' };
}

/** A web page. */
export function page(url: string, title: string, tags: string[], sections: Sections): SeedDocument {
  const body = sections.flatMap(({ heading, paragraphs }) => [
    ...(heading === null ? [] : [`<h2>${heading}</h2>`]),
    ...paragraphs.map((text) => `<p>${text}</p>`),
  ]);
  return {
    name: url,
    url,
    title,
    tags,
    sections,
    original: `<!doctype html><title>${title}</title><h1>${title}</h1>${body.join('')}`,
    kind: 'html',
    media_type: 'text/html',
    state: 'ready',
  };
}

/** A support team's handbook, with one failed and one cancelled document. */
export const HANDBOOK_DOCUMENTS: readonly SeedDocument[] = [
  markdown(
    'Refunds and returns.md',
    'Refunds and returns',
    ['policy'],
    [
      {
        heading: 'Who can return what',
        paragraphs: [
          'Customers can return unused goods within 30 days of delivery. Lamps that were mounted count as used unless they arrived damaged.',
          'Custom-made shades and opened light bulbs are excluded, and the order confirmation says so.',
        ],
      },
      {
        heading: 'How refunds are paid',
        paragraphs: [
          'We refund to the original payment method within five working days after the parcel has been checked.',
          'Up to 25 euros, agents may refund without a return. Above that, ask the team lead on duty.',
        ],
      },
      {
        heading: 'Damaged on arrival',
        paragraphs: [
          'Ask for one photo of the damage and one of the box. Offer a replacement first, then a refund. The customer never pays for the return.',
        ],
      },
    ],
  ),
  markdown(
    'Shipping.md',
    'Shipping',
    ['policy', 'logistics'],
    [
      {
        heading: 'Delivery times',
        paragraphs: [
          'Parcels within Germany take one to two working days, to other EU countries three to six, and to Switzerland up to eight because of customs.',
        ],
      },
      {
        heading: 'Lost parcels',
        paragraphs: [
          'A parcel counts as lost when its tracking has not changed for seven days. Open a search with the carrier, and send a replacement at once if the order is worth less than 150 euros.',
        ],
      },
    ],
  ),
  page(
    'https://help.example.com/tone',
    'How we write',
    ['style'],
    [
      {
        heading: null,
        paragraphs: [
          'We answer within one working day, in the customer’s language, and begin with the solution.',
        ],
      },
      {
        heading: 'Apologies',
        paragraphs: [
          'Apologise once, for what happened, and say what happens next. Never blame the carrier or another team.',
        ],
      },
    ],
  ),
  {
    name: 'escalations.txt',
    title: 'Escalations',
    kind: 'text',
    media_type: 'text/plain',
    state: 'ready',
    tags: [],
    original:
      'Escalations\n\nLevel 1 answers within one day. Level 2 takes over threats of legal action, press enquiries and any injury. On weekends, call the duty phone, extension 4417.',
    sections: [
      {
        heading: null,
        paragraphs: [
          'Level 1 answers within one day. Level 2 takes over threats of legal action, press enquiries and any injury. On weekends, call the duty phone, extension 4417.',
        ],
      },
    ],
    warnings: [{ message: '1 character could not be decoded.', page: null }],
  },
  {
    name: 'Carrier contract 2026.pdf',
    title: 'Carrier contract 2026',
    kind: 'pdf',
    media_type: 'application/pdf',
    state: 'failed',
    tags: ['logistics'],
    original:
      '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Encrypt 2 0 R >>\n%%EOF\n',
    sections: [],
    error: {
      code: 'encrypted',
      detail: 'The PDF is protected by a password. Remove the password and upload it again.',
    },
  },
  {
    name: 'Macros export.json',
    title: 'Macros export',
    kind: null,
    media_type: null,
    state: 'cancelled',
    tags: [],
    original: '{"macros":[{"name":"Where is my parcel?","text":"Your parcel is on its way."}]}',
    sections: [],
  },
];

/** A shop's product catalogue. */
export const PRODUCT_DOCUMENTS: readonly SeedDocument[] = [
  markdown(
    'Lamps.md',
    'Lamps',
    ['catalogue'],
    [
      {
        heading: 'Aurora desk lamp',
        paragraphs: [
          'Article AU-210, 89 euros. Dimmable from 5 to 100 percent, 2700 to 5000 kelvin, USB-C port with 20 watts. Weighs 1.4 kg.',
        ],
      },
      {
        heading: 'Halo floor lamp',
        paragraphs: [
          'Article HA-115, 219 euros. 160 cm high, light upwards and downwards can be switched separately. The bulb is an E27 LED and can be replaced.',
        ],
      },
    ],
  ),
  {
    name: 'prices.csv',
    title: 'prices',
    kind: 'csv',
    media_type: 'text/csv',
    state: 'ready',
    tags: ['catalogue', 'prices'],
    original:
      'article,name,price\nAU-210,Aurora desk lamp,89\nHA-115,Halo floor lamp,219\nCH-042,Linden chair,149\n',
    sections: [
      {
        heading: null,
        paragraphs: [
          'article: AU-210, name: Aurora desk lamp, price: 89',
          'article: HA-115, name: Halo floor lamp, price: 219',
          'article: CH-042, name: Linden chair, price: 149',
        ],
      },
    ],
  },
];

const QUESTIONS = [
  ['The lamp flickers', 'A new driver was sent; the old one was from a batch with a fault.'],
  ['The parcel is late', 'The carrier found it in another depot. It arrived two days later.'],
  ['The invoice has no VAT number', 'The invoice was issued again with the number.'],
  ['The chair wobbles', 'The feet are adjustable. A picture showed how.'],
] as const;

/** A solved ticket, for lists of thousands. */
export function ticketDocument(number: number): SeedDocument {
  const [question, answer] = QUESTIONS[number % QUESTIONS.length] ?? QUESTIONS[0];
  const title = `Ticket ${number}: ${question}`;
  const paragraphs = [`${question}, wrote customer ${number}.`, answer];
  return markdown(`ticket-${number}.md`, title, ['ticket'], [{ heading: null, paragraphs }]);
}
