import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '../../core/settings.ts';

/** Deletes emails in DATA_DIR/outbox that mention a person. Without an SMTP server, emails are written there. */
export async function clearOutbox({ dataDir }: Settings, patterns: readonly string[]): Promise<void> {
  const folder = path.join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const any = new RegExp(patterns.join('|'), 'i');
  for (const name of names) {
    const file = path.join(folder, name);
    // Another server may have just sent or deleted it.
    const bytes = await readFile(file).catch(() => null);
    if (bytes && any.test(decoded(bytes))) await rm(file, { force: true });
  }
}

/** Decodes an email: unfolds its headers, and decodes line breaks and characters beyond ASCII. */
const decoded = (bytes: Buffer): string =>
  Buffer.from(
    bytes
      .toString('latin1')
      .replace(/\?=\s+=\?/g, '?==?')
      .replace(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, word: string) =>
        Buffer.from(word, 'base64').toString('latin1'),
      )
      .replace(/=\?utf-8\?q\?([^?]*)\?=/gi, (_, word: string) => word.replaceAll('_', ' '))
      .replace(/\r?\n[ \t]+/g, ' ')
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString('utf8');
