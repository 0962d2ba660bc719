import { type Database, system, transaction } from '../../core/db/db.ts';
import type { Services } from '../../core/services.ts';
import { queueMails } from '../mails/mail.ts';
import { administratorEmails } from '../mails/mails.queries.ts';
import { chainEntries, findChainHead } from './audit-chain.queries.ts';

/** Finding unchained entries takes as long for one as for many. */
const batchSize = 10_000;

/** Adds committed entries of the audit log to its chain. */
export async function chainAudit(db: Database): Promise<void> {
  while ((await transaction(db, system, (tx) => chainEntries(tx, batchSize))) === batchSize);
}

/**
 * Publishes the end of the chain outside the database once a day: in the server's log, and by email if it is set up. A chain
 * that is rewritten as a whole contradicts it.
 */
export async function publishAuditHead(db: Database, { settings, log }: Services): Promise<void> {
  await chainAudit(db);
  const head = await transaction(db, system, async (tx) => {
    const found = await findChainHead(tx);
    if (!found || !settings.smtpUrl) return found;
    const text = `The audit log of ${settings.publicUrl} has ${found.position} entries up to ${found.at}. The hash of the last one is\n\n${found.hash}\n\nKeep this message: it can prove later that the log was not changed.`;
    const people = await administratorEmails(tx);
    await queueMails(
      tx,
      people.map((to) => ({ to, subject: `Audit log: ${found.hash.slice(0, 12)}`, text })),
    );
    return found;
  });
  if (head) log.info({ auditHead: head }, 'end of the audit log');
}
