import { existsSync } from 'node:fs';
import { inRoot, pinnedNode } from './project.mjs';
import { run } from './run.mjs';

// A browser without windows first: the journeys take an eighth less processor time in it.
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
 * Makes sure there is a browser for the journeys, and answers the variables that point to it: none when it is
 * Playwright's own. Answers undefined when there is no way to get one.
 */
export async function ensureChromium() {
  const found = onThisMachine();
  if (found) return { CHROME_PATH: found };
  if (await installOwn()) return {};
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

/** Downloading is not enough: without the libraries it needs, a browser is there and does not start. */
async function installOwn() {
  const cli = inRoot('node_modules', 'playwright-core', 'cli.js');
  const installed = await run(pinnedNode(), [cli, 'install', '--only-shell', 'chromium']);
  if (installed.code !== 0) return false;
  const tryIt = `import { chromium } from 'playwright-core';
    const browser = await chromium.launch({ args: ['--no-sandbox'] });
    await browser.close();`;
  return (await run(pinnedNode(), ['--input-type=module', '-e', tryIt])).code === 0;
}
