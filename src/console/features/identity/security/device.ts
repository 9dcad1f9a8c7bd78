/** The order matters, since most browsers also claim to be those further down. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*Safari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A user agent string in readable form: `Firefox on Windows`. */
export function deviceOf(userAgent: string): { name: string; mobile: boolean } {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  const mobile = /\b(?:iPhone|iPad|Android|Mobile)\b/.test(userAgent);
  if (browser && system) return { name: `${browser} on ${system}`, mobile };
  const program = /^([\w.-]+)\//.exec(userAgent)?.[1];
  const known = browser ?? system ?? (program === 'Mozilla' ? undefined : program);
  return { name: known ?? 'Unknown device', mobile };
}
