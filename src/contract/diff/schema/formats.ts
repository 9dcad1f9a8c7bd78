import { fullFormats } from 'ajv-formats/dist/formats.js';

const formats = fullFormats as Record<string, unknown>;

/** Whether values of a format can be checked; other formats are compared by name only. */
export function isCheckedFormat(format: string): boolean {
  return Object.hasOwn(formats, format) && formats[format] !== true;
}

/** Whether a value matches a format according to ajv-formats; unknown formats allow everything. */
export function checkFormat(format: string, value: unknown): boolean {
  if (!Object.hasOwn(formats, format)) return true;
  let rule = formats[format];
  let type = 'string';
  if (typeof rule === 'object' && rule !== null && 'validate' in rule) {
    if ('type' in rule && typeof rule.type === 'string') type = rule.type;
    rule = rule.validate;
  }
  if (typeof value !== type || rule === true) return true;
  if (rule instanceof RegExp) return rule.test(value as string);
  return typeof rule === 'function' ? Boolean(rule(value)) : true;
}

/** Values of each format, an ordinary one first, so that a change of format shows. */
export const FORMAT_SAMPLES: Record<string, unknown[]> = {
  date: ['2026-11-21', '2024-02-29'],
  time: ['10:20:30Z', '23:59:59.5+02:00'],
  'date-time': ['2026-11-21T10:20:30Z', '2026-11-21T10:20:30.5+02:00'],
  'iso-time': ['10:20:30', '10:20:30Z'],
  'iso-date-time': ['2026-11-21T10:20:30', '2026-11-21T10:20:30Z'],
  duration: ['P1D', 'PT5M', 'P2W'],
  uri: ['https://example.com/a?b=c', 'urn:isbn:0451450523', 'mailto:a@example.com'],
  'uri-reference': ['/a/b', 'https://example.com/', '#part'],
  'uri-template': ['https://example.com/{id}', '/a'],
  url: ['https://example.com/a', 'http://example.com'],
  email: ['ann@example.com', 'a.b+c@sub.example.org'],
  hostname: ['example.com', 'localhost'],
  ipv4: ['192.0.2.1'],
  ipv6: ['2001:db8::1', '::1'],
  regex: ['^a+$', '.'],
  uuid: ['0f0e0d0c-0b0a-4908-8706-050403020100', 'F47AC10B-58CC-4372-A567-0E02B2C3D479'],
  'json-pointer': ['/a/b', ''],
  'json-pointer-uri-fragment': ['#/a'],
  'relative-json-pointer': ['0/a', '1'],
  byte: ['YQ==', 'aGVsbG8='],
  int32: [0, 1, 2_147_483_647, -2_147_483_648],
  int64: [0, 1, 2_147_483_648, -2_147_483_649],
  float: [0, 1.5, -1.5],
  double: [0, 1.5, 1e300],
  password: ['secret'],
  binary: ['data'],
};

const DATE = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])';
const TIME = '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?(Z|[+-](0\\d|1[0-2]):[0-5]\\d)';
const BYTE = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';

/** Simple values of formats as patterns, used to find values that also match, or violate, another pattern. */
export const FORMAT_PATTERNS: Record<string, string> = {
  date: `^${DATE}$`,
  time: `^${TIME}$`,
  'date-time': `^${DATE}T${TIME}$`,
  duration: '^P(\\d+[YMDW]|T\\d+[HMS])$',
  email: '^[a-zA-Z0-9]+([.+_-][a-zA-Z0-9]+)*@([a-z0-9]+\\.)+[a-z]{2,9}$',
  hostname: '^[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*(\\.[a-zA-Z0-9]+)*$',
  ipv4: `^(${BYTE}\\.){3}${BYTE}$`,
  ipv6: '^([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}$',
  uuid: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  uri: '^[a-z][a-z0-9+.-]*://[a-z0-9.-]+(:\\d{1,4})?(/[a-zA-Z0-9._~-]*)*([?]\\w+=\\w*)?(#\\w*)?$',
  'uri-reference': '^([a-z]+://[a-z0-9.]+)?(/[a-zA-Z0-9._~-]*)*(#\\w*)?$',
  'json-pointer': '^(/[a-zA-Z0-9]*)*$',
  byte: '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==)?$',
};

/** A value of the format with this many characters, if the format allows that. */
export function stretchFormat(format: string, length: number): string | undefined {
  const [head, tail] = STRETCH[format] ?? [];
  if (head === undefined || tail === undefined) return undefined;
  const room = length - head.length - tail.length;
  return room > 0 ? head + 'a'.repeat(room) + tail : undefined;
}

const STRETCH: Record<string, [string, string]> = {
  email: ['', '@example.com'],
  uri: ['https://example.com/', ''],
  url: ['https://example.com/', ''],
  'uri-reference': ['/', ''],
  'json-pointer': ['/', ''],
  regex: ['', ''],
  password: ['', ''],
  binary: ['', ''],
};
