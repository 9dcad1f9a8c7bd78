import { equal, field, input, template } from '../write-template.ts';

export const dataCleaning = template({
  id: 'data-cleaning',
  name: 'Clean an address record',
  description: 'Cleans a messy contact record and flags changes and doubts.',
  tags: ['Data', 'Extraction'],
  system: `You clean contact records before they are imported into a CRM. Records come from forms, business cards and old spreadsheets.

Rules:
- Split and normalise; never invent. Leave out anything that is not in the record.
- Use standard capitalisation for names and keep particles (van der Berg). Titles go into their own field.
- Email in lower case. If it is not valid, leave it out and report it.
- Phone in international format such as +31 20 555 0134, with the country code from the record or from the default country {country}.
- Country as ISO 3166-1 alpha-2, city without postcode, street with its number in the local format.
- List every change of content in one short line; do not list mere trimming.
- Set needs_review if two readings are possible or something had to be left out.`,
  user: `<record>
{record}
</record>`,
  variables: [
    input(
      'record',
      'The record, in any format',
      'DR. MARIA VAN DER BERG ;; m.vanderberg@@example.nl ; 020-5550134 ; Prinsengracht 12-2, 1015DV amsterdam',
    ),
    input('country', 'Default country of records', 'NL', {
      required: false,
      default: 'US',
    }),
  ],
  fields: [
    field('title', 'text', 'Dr., Prof. …', { required: false }),
    field('first_name', 'text', 'Given names', { required: false }),
    field('last_name', 'text', 'Family name with particles', { required: false }),
    field('email', 'text', 'In lower case', { required: false }),
    field('phone', 'text', 'In international format', { required: false }),
    field('street', 'text', 'With number', { required: false }),
    field('postcode', 'text', 'In the format of the country', { required: false }),
    field('city', 'text', 'Without postcode', { required: false }),
    field('country', 'text', 'ISO 3166-1 alpha-2', { required: false }),
    field('changes', 'text', 'What was changed', { list: true }),
    field('needs_review', 'boolean', 'Whether a person should review it'),
  ],
  temperature: 0,
  output: {
    title: 'Dr.',
    first_name: 'Maria',
    last_name: 'van der Berg',
    phone: '+31 20 555 0134',
    street: 'Prinsengracht 12-2',
    postcode: '1015 DV',
    city: 'Amsterdam',
    country: 'NL',
    changes: [
      'Standard capitalisation applied to the name, title separated',
      'Email left out: "m.vanderberg@@example.nl" contains two @',
      'Country code +31 added to the phone number',
      'Default country NL used',
    ],
    needs_review: true,
  },
  checks: equal('last_name', 'phone', 'country', 'needs_review'),
  more: [
    {
      inputs: { record: 'lee, CHEN / +44 (0)20 7946 0958 / Lee.Chen@Example.CO.UK', country: 'GB' },
      output: {
        first_name: 'Chen',
        last_name: 'Lee',
        email: 'lee.chen@example.co.uk',
        phone: '+44 20 7946 0958',
        country: 'GB',
        changes: [
          'Comma read as "family name, given name"',
          'Country GB taken from the phone number',
        ],
        needs_review: true,
      },
    },
  ],
});
