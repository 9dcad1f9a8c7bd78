import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Verdict } from '../../types.ts';

type Fragment = Record<string, unknown>;

/** As written in `contracts/*.yaml`. */
interface Written {
  name: string;
  /** Where the fragments are merged in; the operation by default. */
  at?: 'operation' | 'path' | 'document';
  base: Fragment;
  next: Fragment;
  /** What both documents also contain. */
  more?: Fragment;
  forward: Verdict | 'no change';
  backward: Verdict | 'no change';
  /** The operations that a break must name; the only one by default. */
  operations?: string[] | 'any';
}

export interface ContractCase {
  name: string;
  base: Fragment;
  next: Fragment;
  expected: Written['forward'];
  operations: Written['operations'];
}

/** Every pair, in both directions. */
export function readContractCases(file: string): ContractCase[] {
  const text = readFileSync(new URL(`contracts/${file}.yaml`, import.meta.url), 'utf8');
  return (parse(text) as Written[]).flatMap((written) => {
    const { name, forward, backward } = written;
    const [base, next] = [toContract(written, written.base), toContract(written, written.next)];
    const own = written.at === 'document' && 'paths' in written.base;
    const operations = written.operations ?? (own ? 'any' : ['POST /thing/{id}']);
    return [
      { name, base, next, expected: forward, operations },
      { name: `${name}, reversed`, base: next, next: base, expected: backward, operations },
    ];
  });
}

function toContract({ at = 'operation', more }: Written, fragment: Fragment): Fragment {
  const body = {
    description: 'Here',
    content: { 'application/json': { schema: { type: 'string' } } },
  };
  const operation = {
    responses: { 200: body },
    ...(at === 'operation' ? fragment : {}),
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Case', version: '1' },
    paths: { '/thing/{id}': { post: operation, ...(at === 'path' ? fragment : {}) } },
    ...more,
    ...(at === 'document' ? fragment : {}),
  };
}
