import { describe, expect, it } from 'vitest';
import {
  credentialScope,
  datasourcePlace,
  type EndpointAddress,
  endpointPlace,
  enterAgain,
  headerPlace,
  isSamePlace,
  isWithin,
  webhookPlace,
} from './secret-place.ts';

const endpoint = (more: Partial<EndpointAddress> = {}): EndpointAddress => ({
  kind: 'compatible',
  base_url: 'https://api.example.com/v1',
  region: null,
  access_key_id: null,
  ...more,
});
const bedrock = (more: Partial<EndpointAddress> = {}) =>
  endpoint({ kind: 'bedrock', base_url: null, region: 'us-east-1', ...more });
const same = (one: EndpointAddress, other: EndpointAddress) =>
  isSamePlace(endpointPlace(one), endpointPlace(other));

describe('the place of an endpoint', () => {
  it.each([
    'http://api.example.com/v1',
    'https://api.example.org/v1',
    'https://api.example.com.evil.com/v1',
    'https://api.example.com@evil.com/v1',
    'https://api.example.com:8443/v1',
    'https://api.example.com/v2',
    'https://api.example.com/v1/other',
    'https://api.example.com/V1',
    'https://api.example.com',
    null,
  ])('is another one at %s', (base_url) => {
    expect(same(endpoint(), endpoint({ base_url }))).toBe(false);
  });

  it.each([
    'HTTPS://API.example.com/v1',
    'https://api.example.com:443/v1',
    'https://api.example.com/v1/',
    'https://api.example.com/v0/../v1',
  ])('is the same at %s', (base_url) => {
    expect(same(endpoint(), endpoint({ base_url }))).toBe(true);
  });

  it("is the vendor's own address without another one", () => {
    const openai = endpoint({ kind: 'openai', base_url: null });
    expect(endpointPlace(openai).name).toBe('api.openai.com');
    expect(same(openai, { ...openai, base_url: 'https://api.openai.com/v1' })).toBe(true);
    expect(same(openai, { ...openai, kind: 'compatible', base_url: null })).toBe(false);
  });

  it('of Amazon Bedrock is a region and an access key', () => {
    expect(same(bedrock(), bedrock())).toBe(true);
    expect(same(bedrock(), bedrock({ region: 'eu-west-1' }))).toBe(false);
    expect(same(bedrock(), bedrock({ access_key_id: 'AKIA' }))).toBe(false);
    expect(same(bedrock(), bedrock({ base_url: 'https://evil.com' }))).toBe(false);
  });

  it('has another place for each of its headers', () => {
    const at = (name: string) => headerPlace(endpoint(), name);
    expect(isSamePlace(at('X-Team'), at('x-team'))).toBe(true);
    expect(isSamePlace(at('x-team'), at('x-other'))).toBe(false);
    expect(isSamePlace(at('x-team'), endpointPlace(endpoint()))).toBe(false);
  });
});

describe('the place of a data source', () => {
  const s3 = { kind: 's3', bucket: 'handbook' } as const;
  it.each([
    [s3, { ...s3, bucket: 'payroll' }, false],
    [s3, { ...s3, endpoint: 'https://s3.example.com' }, false],
    [s3, { ...s3, region: 'eu-west-1' }, false],
    [s3, { ...s3, region: 'us-east-1', prefix: 'a/', path_style: true }, true],
    [{ kind: 'github', repository: 'a/b' }, { kind: 'github', repository: 'a/c' }, false],
    [{ kind: 'github', repository: 'a/b' }, { kind: 'github', repository: 'A/B' }, true],
    [{ kind: 'notion' }, { kind: 'notion', pages: ['a'] }, true],
    [{ kind: 'google_drive' }, { kind: 'google_drive', roots: ['a'] }, true],
    [{ kind: 'notion' }, { kind: 'google_drive' }, false],
  ] as const)('%j and %j: %s', (one, other, isSame) => {
    const places = [one, other].map((config) => datasourcePlace(config as never));
    expect(isSamePlace(...(places as [never, never]))).toBe(isSame);
  });
});

it("a webhook's place is its scheme, host and port", () => {
  const same = (url: string) => isSamePlace(webhookPlace('https://a.com/x'), webhookPlace(url));
  expect(['https://A.com:443/y', 'https://a.com'].map(same)).toEqual([true, true]);
  expect(['http://a.com/x', 'https://b.com/x', 'https://a.com:1/x'].map(same)).toEqual([
    false,
    false,
    false,
  ]);
});

describe('the scope of a tool credential', () => {
  it.each([
    ['https://a.com/mcp', 'https://a.com/mcp', true],
    ['https://a.com/mcp/', 'https://a.com/mcp?x=1', true],
    ['https://a.com/mcp', 'https://A.com:443/mcp/orders', true],
    ['https://a.com', 'https://a.com/anything', true],
    ['https://a.com/mcp', 'https://a.com/mcpx', false],
    ['https://a.com/mcp', 'https://a.com/', false],
    ['https://a.com/mcp', 'http://a.com/mcp', false],
    ['https://a.com/mcp', 'https://a.com:444/mcp', false],
    ['https://a.com/mcp', 'https://b.com/mcp', false],
    ['https://a.com/mcp', 'https://a.com/mcp/../admin', false],
    ['https://a.com/mcp', 'https://a.com/mcp/%2E%2e/admin', false],
    ['https://a.com/mcp', 'https://a.com/mcp/..%2Fadmin', false],
    ['https://a.com/mcp', 'https://a.com/mcp/..%5cadmin', false],
    ['https://a.com/mcp', 'https://a.com/mcp/..;/admin', false],
    ['https://a.com/mcp', 'https://a.com/mcp\\..\\admin', false],
    ['https://a.com/mcp', 'file:///mcp', false],
    ['https://a.com/mcp', 'mcp', false],
  ])('%s covers %s: %s', (entered, url, covers) => {
    const scope = credentialScope(entered);
    expect(scope && isWithin(scope, url)).toBe(covers);
  });
});

it('says what to enter again, and what it was entered for', () => {
  const ask = (base_url: string) =>
    enterAgain('the key', endpointPlace(endpoint()), endpointPlace(endpoint({ base_url })));
  expect(ask('https://evil.com/v1')).toBe(
    'Enter the key again: it was entered for api.example.com.',
  );
  // The host alone wouldn't say what has changed.
  expect(ask('http://api.example.com/v1')).toBe(
    'Enter the key again: it was entered for https://api.example.com/v1.',
  );
});
