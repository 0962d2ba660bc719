import { type RawBuilder, sql } from 'kysely';
import {
  type ColumnDecisions,
  exportedColumns,
  leftOut,
  ofStaff,
  ofTheBooks,
  technical,
  written,
} from '../../core/exported-columns.ts';
import { oneOf, type Person, type PersonalData } from '../../core/personal-data.ts';

const card: ColumnDecisions<'gift_cards'> = {
  ...written('kind', 'amount', 'balance', 'last4', 'recipient_name', 'recipient_email', 'message'),
  ...written('send_on', 'sent_at', 'delivered_at', 'expires_on', 'state', 'created_at', 'updated_at'),
  ...leftOut(technical, 'id', 'version', 'link_hash', 'print_key', 'batch_id'),
  ...leftOut('not: anyone who has the code can spend the card', 'code_hash', 'sealed_code'),
  ...leftOut(ofStaff, 'user_id', 'user_name'),
  ...leftOut(ofTheBooks, 'payment_method', 'payment_reference'),
  number: 'not: it is formatted',
};

/** The gift cards for the person: by the email, or by the name if they have no email. */
const received = (person: Person): RawBuilder<unknown> => sql`EXISTS (
  SELECT FROM customers c WHERE c.id = ${oneOf(person)} AND (lower(g.recipient_email) = lower(c.email)
    OR (g.recipient_email IS NULL AND lower(g.recipient_name) = lower(c.first_name || ' ' || c.last_name))))`;

/** The gift cards that a customer received. */
export const giftCardPersonalData: PersonalData = {
  tables: {
    gift_cards: 'erased',
    gift_card_entries: 'stays: figures of the books, without words',
  },
  columns: { gift_cards: card },
  exportData: {
    'Gift cards': (person) => sql`
      SELECT format_number('giftCard', g.number) AS number, ${exportedColumns('g', card)}
      FROM gift_cards g WHERE ${received(person)} ORDER BY g.created_at, g.id`,
  },
  audited: { giftCards: (person) => sql`SELECT g.id FROM gift_cards g WHERE ${received(person)}` },
  /** The card keeps its value. An email that wasn't sent never is; staff can still print or replace the card. */
  erase: async (tx, person) => {
    await sql`
      UPDATE gift_cards g SET recipient_name = NULL, recipient_email = NULL, message = NULL, send_on = NULL
      WHERE ${received(person)}`.execute(tx);
    return [];
  },
};
