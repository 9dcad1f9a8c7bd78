import { describe, expect, it } from 'vitest';
import { behaviourFaults } from './conform/testing/behaviour-faults.ts';
import { checkFaults } from './conform/testing/check-faults.ts';
import { notesContract } from './conform/testing/notes-contract.ts';
import { type Fault, startNotes } from './conform/testing/notes-server.ts';
import { responseFaults } from './conform/testing/response-faults.ts';
import { type ConformOptions, conform } from './conform.ts';
import type { Report } from './report/finding.ts';

const contract = () => structuredClone(notesContract);

async function run(fault: Fault, options: Partial<ConformOptions> = {}): Promise<Report> {
  const server = await startNotes(fault);
  try {
    return await conform(contract(), {
      url: server.url,
      auth: 'right',
      otherAuth: 'other',
      timeoutMs: 3000,
      runs: 4,
      ...options,
    });
  } finally {
    await server.close();
  }
}

const faults = [...responseFaults, ...checkFaults, ...behaviourFaults];

describe('conform', () => {
  it('finds nothing on a conforming server', async () => {
    const report = await run({}, { runs: 30 });
    expect(report.findings).toEqual([]);
    expect(report.passed).toHaveLength(8);
    expect(report.data?.never).toEqual([]);
  });

  it('ends in time although the server stalls, and blames nobody for that', async () => {
    let count = 0;
    const stalling: Fault = {
      before: () => {
        count += 1;
        return count > 20 ? { status: 200, hangs: true } : undefined;
      },
    };
    // Waiting for a response would take longer than this test may.
    const report = await run(stalling, { budgetMs: 1000, timeoutMs: 600_000 });
    expect(report.findings.filter(({ rule }) => rule === 'no-response')).toEqual([]);
    expect(report.data?.ranOut).toBe(true);
  });

  it.each(faults)('finds %s', async (_name, rule, operation, fault) => {
    const hangs = rule === 'no-response';
    const { findings } = await run(fault, {
      include: [operation.replace(/^\w+ /, '* ')],
      ...(hangs && { timeoutMs: 200 }),
    });
    const reported = findings.map((one) => `${one.rule} ${one.operation}`);
    expect(reported).toContain(`${rule} ${operation}`);
  });
});
