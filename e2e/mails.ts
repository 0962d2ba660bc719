import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject } from 'vitest';

/** The latest email to an address, once it has arrived in the outbox of a data folder. */
export async function mailTo(
  email: string,
  subject: RegExp,
  dataDir = inject('aisle').dataDir,
): Promise<string> {
  const find = async (): Promise<string | undefined> => {
    const outbox = path.join(dataDir, 'outbox');
    const names = await readdir(outbox).catch(() => []);
    for (const name of names
      .filter((one) => one.endsWith('.eml'))
      .sort()
      .reverse()) {
      const mail = await readFile(path.join(outbox, name), 'utf8');
      if (!mail.includes(email) || !subject.test(/^Subject: (.*)$/m.exec(mail)?.[1] ?? '')) continue;
      return mail;
    }
    return undefined;
  };
  await expect.poll(find, { timeout: 20_000, message: `a mail to ${email}` }).toBeTruthy();
  return (await find()) ?? '';
}

/** The path of the link in the latest email to an address. */
export async function linkMailedTo(email: string, subject: RegExp): Promise<string> {
  return /\/set-password\/[\w-]+/.exec(unfolded(await mailTo(email, subject)))?.[0] ?? '';
}

/** A header of an email, on one line. */
export const headerOf = (mail: string, name: string): string =>
  new RegExp(`^${name}:\\s*((?:.|\\r?\\n[ \\t])*)`, 'im').exec(mail)?.[1]?.replace(/\s+/g, ' ').trim() ?? '';

/** Decodes quoted-printable, as far as an ASCII text with a long link needs it. */
export const unfolded = (mail: string): string => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
