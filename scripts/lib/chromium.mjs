import { existsSync } from 'node:fs';
import { inRoot, pinnedNode } from './project.mjs';
import { run } from './run.mjs';

// Prefers a headless browser: the end-to-end tests need an eighth less processor time in it.
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const onThisMachine = () =>
  [process.env.CHROME_PATH, ...usualPlaces].find((file) => file && existsSync(file));

/**
 * A browser of this machine; as root, installs one from system packages if there is none. Needs nothing that npm installs, so
 * both can run at once. Returns the variables with its path, or undefined.
 */
export async function systemChromium() {
  const found = onThisMachine();
  if (found) return { CHROME_PATH: found };
  if (process.getuid?.() === 0 && (await run('apt-get', ['update'])).code === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
      const installed = onThisMachine();
      if (installed) return { CHROME_PATH: installed };
    }
  }
  return undefined;
}

/**
 * Playwright's own browser, which needs no variables; undefined if it can't be installed. A download is not enough: without its
 * libraries, the browser exists but doesn't start.
 */
export async function ownChromium() {
  const cli = inRoot('node_modules', 'playwright-core', 'cli.js');
  const installed = await run(pinnedNode(), [cli, 'install', '--only-shell', 'chromium']);
  if (installed.code !== 0) return undefined;
  const tryIt = `import { chromium } from 'playwright-core';
    const browser = await chromium.launch({ args: ['--no-sandbox'] });
    await browser.close();`;
  return (await run(pinnedNode(), ['--input-type=module', '-e', tryIt])).code === 0 ? {} : undefined;
}
