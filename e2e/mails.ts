import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject } from 'vitest';

/** The path of the link in the latest mail to somebody, once it has arrived. */
export async function linkMailedTo(email: string, subject: RegExp): Promise<string> {
  const find = async (): Promise<string | undefined> => {
    const outbox = path.join(inject('aisle').dataDir, 'outbox');
    const names = await readdir(outbox).catch(() => []);
    for (const name of names
      .filter((one) => one.endsWith('.eml'))
      .sort()
      .reverse()) {
      const mail = await readFile(path.join(outbox, name), 'utf8');
      if (!mail.includes(email) || !subject.test(/^Subject: (.*)$/m.exec(mail)?.[1] ?? '')) continue;
      return /\/set-password\/[\w-]+/.exec(unfolded(mail))?.[0];
    }
    return undefined;
  };
  await expect.poll(find, { timeout: 20_000, message: `a mail to ${email}` }).toBeTruthy();
  return (await find()) ?? '';
}

/** Quoted-printable, as far as an ASCII text with a long link needs it. */
const unfolded = (mail: string): string => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
