import { field, input, matches, template } from '../write-template.ts';

export const releaseNotes = template({
  id: 'release-notes',
  name: 'Release notes from commits',
  description: 'Turns commit messages into notes that users understand, breaking changes first.',
  tags: ['Engineering', 'Writing'],
  system: `You write release notes for the users of {product}. They want to know what is new for them, and what they have to do.

Rules:
- Say what changes for users, not how it was built: "Exports finish in seconds" instead of "batch queries".
- Put every entry in exactly one list. Merge commits that belong together. Leave out refactoring, tests, chores and dependencies unless users notice them.
- Breaking changes say what to do, in the imperative.
- One sentence per entry, at most 20 words, present tense, no ticket numbers, no names of people.
- Do not promise what the commits do not show. If you cannot tell whether users will notice, leave it out.
- The title has at most 60 characters and names the most useful change.`,
  user: `Version {version}

<commits>
{commits}
</commits>`,
  variables: [
    input(
      'commits',
      'Commit messages since the last release, one per line',
      'feat(export): stream CSV in batches, 40x faster\nfix: dark mode flash on reload (#812)\nfeat!: drop API v1 endpoints\nchore: bump vite\nfix(export): umlauts in file names\nrefactor: split scheduler',
      { type: 'list' },
    ),
    input('version', 'Version of this release', '4.0.0'),
    input('product', 'Name of the product', 'Ledgerly'),
  ],
  fields: [
    field('title', 'text', 'At most 60 characters'),
    field('breaking', 'text', 'What users must do', { list: true }),
    field('added', 'text', 'What is new or better', { list: true }),
    field('fixed', 'text', 'What was fixed', { list: true }),
  ],
  temperature: 0.3,
  output: {
    title: 'Ledgerly 4.0: exports in seconds',
    breaking: ['Move calls from API v1 to v2: the v1 endpoints no longer exist.'],
    added: ['Large CSV exports are about 40 times faster.'],
    fixed: [
      'Reloading in dark mode no longer flashes white.',
      'Exported files keep umlauts in their names.',
    ],
  },
  checks: [matches('^.{1,60}$', 'title'), { type: 'schema_valid' }],
  more: [
    {
      inputs: {
        commits: ['chore: bump deps', 'test: flaky scheduler', 'refactor: rename Invoice to Bill'],
        version: '4.0.1',
        product: 'Ledgerly',
      },
      output: { title: 'Ledgerly 4.0.1: maintenance', breaking: [], added: [], fixed: [] },
    },
  ],
});
