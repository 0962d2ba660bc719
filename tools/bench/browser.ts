import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { Connection } from './http.ts';
import { type BenchPerson, people } from './people.ts';

/** Runs the built app in Chromium for the browser benchmarks. */
export function openBrowser(): Promise<Browser> {
  if (!existsSync(path.join(import.meta.dirname, '../../web/dist/index.html'))) {
    throw new Error('The web app is not built: npm run build comes first.');
  }
  const usual = [process.env.CHROME_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'];
  const executablePath = usual.find((file) => file && existsSync(file));
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', ...quiet],
  });
}

/** The stored data of the app in the browser of a signed-in user. */
export async function signedIn(
  port: number,
  person: BenchPerson = people.administrator,
): Promise<Record<string, string>> {
  const connection = await Connection.open(port, person);
  const check = { method: 'GET', path: '/auth/check' } as const;
  const { userRole, user } = (await connection.call(check)).data as { userRole: string[]; user: object };
  connection.close();
  return {
    'admin-token': person.token,
    _id: person.userId,
    userRole: JSON.stringify(userRole),
    user: JSON.stringify(user),
  };
}

/** A browser window in which a user has already signed in, or no user. */
export async function openWindow(browser: Browser, storage: Record<string, string>) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, storage);
  return { context, page: await context.newPage() };
}
