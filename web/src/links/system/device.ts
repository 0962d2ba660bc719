const browsers: [RegExp, string][] = [
  [/edg\//i, 'Edge'],
  [/opr\//i, 'Opera'],
  [/firefox\//i, 'Firefox'],
  [/chrom(e|ium)\//i, 'Chrome'],
  [/safari\//i, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iphone|ipad/i, 'iOS'],
  [/android/i, 'Android'],
  [/windows/i, 'Windows'],
  [/mac os/i, 'macOS'],
  [/linux/i, 'Linux'],
];

/** "Firefox on Windows", based on the user agent. */
export function deviceName(userAgent: string | null): string {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const browser = find(browsers);
  const system = find(systems);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? userAgent?.slice(0, 60) ?? 'Unknown device';
}
