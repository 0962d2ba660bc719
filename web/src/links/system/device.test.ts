import { expect, test } from 'vitest';
import { deviceName } from './device.ts';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

test.each([
  [`${windows} AppleWebKit/537.36 Chrome/142.0 Safari/537.36`, 'Chrome on Windows'],
  [`${windows} AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0`, 'Edge on Windows'],
  [`${mac} AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15`, 'Safari on macOS'],
  [`${mac} Gecko/20100101 Firefox/143.0`, 'Firefox on macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on iOS'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['curl/8.5.0', 'curl/8.5.0'],
  [null, 'Unknown device'],
])('names %j as %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
