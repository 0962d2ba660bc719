import type { NoticeKind } from '@aisle/contract/system/notifications';
import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import { effectivePermissions } from '../../core/http/actor.ts';
import { holdOffErasures } from '../erasure/erasures.queries.ts';
import { queueMail } from '../mails/mail.ts';
import { getSettings } from '../settings/settings.service.ts';
import {
  claimMorning,
  dailyReaders,
  lockSoonReader,
  type MailedNotice,
  mornings,
  noticesFor,
  openFor,
  type Reader,
  recordMailed,
  soonReaders,
} from './notice-mails.queries.ts';
import {
  createExpiryNotices,
  createLowDefaultNotice,
  lowDefaultChanged,
  refreshLow,
} from './notices.queries.ts';

const headings: Record<NoticeKind, string> = {
  outOfStock: 'Out of stock',
  low: 'Low stock',
  expiring: 'Expiring soon',
  late: 'Late',
  drift: "Figures that don't match",
  statements: 'Statements created',
  backup: 'Backup late',
  keys: 'Keys to decide on',
  ticketAssigned: 'Tickets assigned to you',
  ticketReply: 'Replies to your tickets',
  ticketDue: 'Tickets due soon',
  dispute: 'Disputes that need a response',
  cardPayments: 'Card payments to check',
  countNeeded: 'Items to count',
};
const permissionsOf = ({ userType, roles }: Reader) => [...effectivePermissions(userType, roles)];

/** Writes one email for many notices, in one transaction with the record that it was written. */
async function mailTo(tx: Tx, reader: Reader, notices: readonly MailedNotice[], when: string): Promise<void> {
  const { brandName } = await getSettings(tx);
  const kinds = [...new Set(notices.map(({ kind }) => kind))];
  const groups = kinds.map((kind) => {
    const own = notices.filter((notice) => notice.kind === kind);
    const lines = own.map(({ text, locationName }) => `- ${text}${locationName ? ` (${locationName})` : ''}`);
    return `${headings[kind]}: ${own.length}\n${lines.join('\n')}`;
  });
  const counts = kinds.map((kind) => {
    const count = notices.filter((notice) => notice.kind === kind).length;
    return `${count} ${headings[kind].toLowerCase()}`;
  });
  await queueMail(tx, {
    to: reader.email,
    subject: `${brandName}: ${counts.join(', ')}`,
    text: `${when}\n\n${groups.join('\n\n')}\n\nChange your email alerts on the Notifications page.\n`,
  });
}

/** Emails notices since the last email to users who want them soon. */
export async function mailNewNotices(db: Database): Promise<void> {
  for (const userId of await transaction(db, system, soonReaders)) {
    await transaction(db, system, async (tx) => {
      const reader = await lockSoonReader(tx, userId);
      if (!reader) return;
      await holdOffErasures(tx);
      const notices = await noticesFor(tx, reader, permissionsOf(reader));
      await recordMailed(tx, userId);
      if (notices.length > 0) await mailTo(tx, reader, notices, 'Since the last email:');
    });
  }
}

/** Emails a summary at 7 AM in each location's time zone. */
export async function mailDigests(db: Database): Promise<void> {
  for (const morning of await transaction(db, system, mornings)) {
    for (const reader of await transaction(db, system, (tx) => dailyReaders(tx, morning))) {
      await transaction(db, system, async (tx) => {
        if (!(await claimMorning(tx, reader.userId, morning))) return;
        await holdOffErasures(tx);
        const notices = await openFor(tx, reader, permissionsOf(reader), morning);
        if (notices.length > 0) await mailTo(tx, reader, notices, 'This morning:');
      });
    }
  }
}

/** Finds notices that no stock movement triggers: lots close to their expiration, and a changed default threshold. */
export async function recheckNotices(db: Database): Promise<void> {
  await transaction(db, system, async (tx) => {
    const { stockDefaults } = await getSettings(tx);
    await createExpiryNotices(tx, stockDefaults.expiringDays);
  });
  const places = await transaction(db, system, lowDefaultChanged);
  for (const place of places) await transaction(db, system, (tx) => refreshLow(tx, place));
  if (places.length > 0) await transaction(db, system, createLowDefaultNotice);
}
