import { HANDBOOK, RELEASES, RETURNS, SECURITY, TRAVEL } from './texts.ts';

/** Short documents of an invented company, for trying search and answers. */
interface SampleCollection {
  name: string;
  description: string;
  tags: string[];
  documents: { name: string; tags: string[]; dated_at: string; text: string }[];
  /** Example questions, some in words that no document uses. */
  questions: string[];
}

const PRICES = [
  'Article,Product,Category,Price in euros,Available',
  'LB-100,Larkfield City,City bike,890,yes',
  'LB-140,Larkfield City Plus,City bike,1090,yes',
  'LB-210,Larkfield Tour,Touring bike,1450,yes',
  'LB-330,Larkfield Cargo,Cargo bike,3290,from March',
  'LB-900,Rain cover for Cargo,Accessory,149,yes',
  'LB-910,Spare key,Accessory,12,yes',
  'LB-920,Bell,Accessory,18,no',
].join('\n');

const BRANCHES = JSON.stringify(
  {
    branches: [
      {
        city: 'Bremen',
        street: 'Am Wall 12',
        phone: '+49 421 555 0142',
        hours: 'Monday to Saturday, 9:00 to 18:00',
        services: ['sales', 'repairs', 'test rides'],
      },
      {
        city: 'Utrecht',
        street: 'Oudegracht 88',
        phone: '+31 30 555 0177',
        hours: 'Tuesday to Saturday, 10:00 to 18:30',
        services: ['sales', 'test rides'],
      },
      {
        city: 'Bristol',
        street: '5 Gas Ferry Road',
        phone: '+44 117 555 0110',
        hours: 'Every day, 10:00 to 17:00',
        services: ['sales', 'repairs'],
      },
    ],
  },
  null,
  2,
);

export const SAMPLE_COLLECTION: SampleCollection = {
  name: 'Larkfield Bicycles (sample)',
  description: 'Documents of an invented company, for trying search and tasks that answer.',
  tags: ['sample'],
  documents: [
    { name: 'Handbook.md', tags: ['people'], dated_at: '2026-01-12T09:00:00Z', text: HANDBOOK },
    {
      name: 'Travel policy.md',
      tags: ['people', 'travel'],
      dated_at: '2026-02-02T09:00:00Z',
      text: TRAVEL,
    },
    {
      name: 'Returns and warranty.md',
      tags: ['customers'],
      dated_at: '2026-03-16T09:00:00Z',
      text: RETURNS,
    },
    {
      name: 'Security.md',
      tags: ['people', 'it'],
      dated_at: '2026-04-20T09:00:00Z',
      text: SECURITY,
    },
    {
      name: 'Release notes.md',
      tags: ['it', 'customers'],
      dated_at: '2026-09-28T09:00:00Z',
      text: RELEASES,
    },
    { name: 'Prices.csv', tags: ['customers'], dated_at: '2026-06-01T09:00:00Z', text: PRICES },
    {
      name: 'Branches.json',
      tags: ['customers'],
      dated_at: '2026-05-04T09:00:00Z',
      text: BRANCHES,
    },
  ],
  questions: [
    'How many days of holiday do I have?',
    'What may a hotel cost?',
    'Can I give a bicycle back after three weeks?',
    'My laptop was stolen. What do I do?',
    'How much is LB-330?',
    'Where can I have my bicycle repaired on a Sunday?',
  ],
};
