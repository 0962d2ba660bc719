import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import { type Database, system, transaction } from '../../core/db/db.ts';
import type { Upload } from '../../core/http/input/uploads.ts';
import { mustFind } from '../../core/problem.ts';
import type { Services } from '../../core/services.ts';
import {
  deleteOldIgnored,
  findIgnored,
  lockIgnored,
  recordOpened,
  type StoredMail,
} from './ignored-mails.queries.ts';
import { recordInbound } from './inbound-mail.queries.ts';
import { deliver, incomingOf } from './inbound-mail.service.ts';
import { parseMail, type ReadMail } from './parse-mail.ts';

type Opened = { _id: string; number: string };

/** Creates a ticket from an ignored email. Opening it again returns the same ticket. */
export async function openIgnored(
  { actor, services, signal }: Omit<Context, 'tx'> & { signal: AbortSignal },
  id: string,
): Promise<Opened> {
  const stored = await services.inTransaction(actor, (tx) => findIgnored(tx, id));
  const earlier = openedAs(mustFind(stored, 'Email'));
  if (earlier) return earlier;
  return withRawMail(services, stored!, signal, async (raw) => {
    const read = await parseMail(raw);
    return services.inTransaction(actor, (tx) => openNow({ tx, actor, services }, id, raw, read));
  });
}

const openedAs = ({ ticketId, number }: StoredMail): Opened | undefined =>
  ticketId && number ? { _id: ticketId, number } : undefined;

async function openNow(context: Context, id: string, raw: Upload, read: ReadMail): Promise<Opened> {
  const { tx, actor } = context;
  const earlier = openedAs(mustFind(await lockIgnored(tx, id), 'Email'));
  if (earlier) return earlier;
  const incoming = await incomingOf(context, raw, read);
  const result = await deliver(context, incoming);
  const opened = { _id: result.ticketId!, number: result.number! };
  await recordInbound(tx, incoming.key, result);
  await recordOpened(tx, id, opened._id);
  await recordChange(tx, actor, {
    action: result.result === 'created' ? 'create' : 'edit',
    resource: 'support',
    recordId: opened._id,
    locationId: null,
    after: { number: opened.number },
  });
  return opened;
}

/** Copies the stored email to a temporary file for the duration of a callback. */
async function withRawMail<Result>(
  { storage }: Services,
  { key, bytes }: StoredMail,
  signal: AbortSignal,
  work: (raw: Upload) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-mail-'));
  try {
    const file = path.join(folder, 'raw');
    await pipeline(await storage.getStream(key), createWriteStream(file));
    return await work({ field: 'raw', name: 'raw', path: file, bytes, signal });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes ignored emails after 30 days, with their files. */
export async function deleteIgnored(db: Database, { storage }: Services): Promise<void> {
  const keys = await transaction(db, system, deleteOldIgnored);
  const removed = await Promise.allSettled(keys.map((key) => storage.remove(key)));
  const failed = removed.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
