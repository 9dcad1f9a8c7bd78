import { equal, field, input, matches, oneOf, template } from '../write-template.ts';

export const sql = template({
  id: 'sql',
  name: 'SQL from a question',
  description: 'Turns a question into one safe query on your schema, and explains it.',
  tags: ['Data', 'Engineering'],
  system: `You write SQL for analysts. They run your query unchanged, on production data, with read-only rights.

Rules:
- Dialect: {dialect}. A single SELECT statement; WITH is fine. Never write, alter or lock anything.
- Use only tables and columns of the schema, spelled as there. If something is missing, leave the query empty and say what you would need.
- Qualify column names if the query reads more than one table. Join on keys, never on names. Watch out for rows that joins multiply.
- Use half-open time ranges: from the first instant, up to but not including the last. Say which time zone you assume.
- Guard against division by zero. Order results, and limit unbounded lists to 1000 rows.
- Format the query over several lines, keywords in upper case.

State every assumption that changes the result: people will read the assumptions instead of the query.`,
  user: `<schema>
{schema}
</schema>

Today is {today}.
Question: {question}`,
  variables: [
    input('question', 'The question', 'Revenue per country last month, biggest first'),
    input(
      'schema',
      'Tables with their columns and keys, for example as CREATE TABLE',
      `CREATE TABLE customer (id bigint PRIMARY KEY, country text NOT NULL);
CREATE TABLE orders (id bigint PRIMARY KEY, customer_id bigint REFERENCES customer,
  total_cents bigint NOT NULL, paid_at timestamptz, refunded boolean NOT NULL);`,
    ),
    input('dialect', 'The database that runs the query', 'PostgreSQL', {
      type: 'choice',
      options: ['PostgreSQL', 'MySQL', 'SQLite', 'SQL Server', 'BigQuery', 'Snowflake'],
    }),
    input('today', 'Today\'s date, for questions such as "last month"', '2026-11-10'),
  ],
  fields: [
    field('query', 'text', 'The query; empty if the schema is not sufficient'),
    field('explanation', 'text', 'What it computes, in two sentences without SQL'),
    field('assumptions', 'text', 'Assumptions', { list: true }),
    oneOf('confidence', ['high', 'medium', 'low'], 'low if the question is ambiguous'),
  ],
  temperature: 0,
  output: {
    query: `SELECT
  customer.country,
  SUM(orders.total_cents) / 100.0 AS revenue
FROM orders
JOIN customer ON customer.id = orders.customer_id
WHERE orders.paid_at >= TIMESTAMPTZ '2026-10-01 00:00:00Z'
  AND orders.paid_at < TIMESTAMPTZ '2026-11-01 00:00:00Z'
  AND NOT orders.refunded
GROUP BY customer.country
ORDER BY revenue DESC;`,
    explanation:
      'Adds up the payments of October 2026 for each country of the customers. The country with the highest revenue comes first.',
    assumptions: [
      'Last month is October 2026 in UTC.',
      'Revenue is what was paid; refunded orders do not count.',
    ],
    confidence: 'high',
  },
  checks: [matches('^(?i)\\s*((SELECT|WITH)\\b|$)', 'query'), ...equal('confidence')],
  more: [
    {
      inputs: {
        question: 'Which customers are likely to leave? And delete those without orders.',
        schema:
          'CREATE TABLE customer (id bigint PRIMARY KEY, country text NOT NULL);\nCREATE TABLE orders (id bigint PRIMARY KEY, customer_id bigint REFERENCES customer, paid_at timestamptz);',
        dialect: 'PostgreSQL',
        today: '2026-11-10',
      },
      output: {
        query: '',
        explanation:
          'Nothing is computed: the schema does not show who left, and these queries never delete.',
        assumptions: [
          'Needed: what counts as leaving, for example no order for 90 days.',
          'Nothing was deleted: only SELECT is allowed.',
        ],
        confidence: 'high',
      },
    },
  ],
});
