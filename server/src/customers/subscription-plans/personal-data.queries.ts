import { sql } from 'kysely';
import {
  type ColumnDecisions,
  elsewhere,
  exportedColumns,
  leftOut,
  ofStaff,
  ofTheBooks,
  technical,
  theirId,
  written,
} from '../../core/exported-columns.ts';
import { oneOf, type PersonalData } from '../../core/personal-data.ts';

const subscription: ColumnDecisions<'subscriptions'> = {
  ...written(
    'id',
    'kind',
    'price',
    'price_paid',
    'refunded',
    'months',
    'starts_at',
    'ends_at',
    'first_starts_at',
  ),
  ...written(
    'payment_type',
    'cancelled_at',
    'reason',
    'renewal_mailed_at',
    'card',
    'created_at',
    'updated_at',
  ),
  ...leftOut(theirId, 'customer_id'),
  ...leftOut(elsewhere, 'plan_id', 'edition', 'invoice_number', 'auto_renew'),
  ...leftOut(technical, 'previous_id', 'previous_auto_renew', 'card_provider', 'expiry_mailed'),
  ...leftOut(ofStaff, 'created_by'),
  card_token: 'not: it would charge the card',
};
const subscriptionPayment: ColumnDecisions<'subscription_payments'> = {
  ...written('kind', 'provider', 'status', 'amount', 'reference', 'problem', 'settled_at'),
  created_at: 'as at',
  ...leftOut(elsewhere, 'subscription_id'),
  ...leftOut(ofTheBooks, 'fee'),
  ...leftOut(
    technical,
    'id',
    'charge_id',
    'attempts',
    'next_try_at',
    'payment_ref',
    'charge_ref',
    'wants_link',
  ),
};
const renewalLink: ColumnDecisions<'renewal_links'> = {
  ...written('recipient', 'sent_at', 'expires_at', 'opened_at', 'saves_card'),
  ...leftOut(technical, 'payment_id', 'page_id', 'requested_at', 'page_is_former'),
  ...leftOut(technical, 'page_ref', 'page_url', 'page_ends_at'),
  token_hash: 'not: it belongs to a link that pays the renewal',
};

export const planPersonalData: PersonalData = {
  tables: {
    subscriptions: 'erased',
    subscription_payments: 'erased',
    renewal_links: 'erased',
    gateway_customers: 'erased',
    gateway_operations: 'stays: amounts and references of card payments, without words',
  },
  columns: {
    subscriptions: subscription,
    subscription_payments: subscriptionPayment,
    renewal_links: renewalLink,
  },
  exportData: {
    Subscriptions: (person) => sql`
      SELECT e.name AS plan, ${exportedColumns('s', subscription)},
        s.auto_renew AND follower_of(s) IS NULL AS "autoRenew",
        format_number('subscriptionInvoice', s.invoice_number) AS invoice
      FROM subscriptions s JOIN plan_editions e ON e.plan_id = s.plan_id AND e.number = s.edition
      WHERE s.customer_id = ${oneOf(person)} ORDER BY s.starts_at, s.id`,
    'Subscription payments': (person) => sql`
      SELECT format_number('subscriptionInvoice', s.invoice_number) AS invoice,
        ${exportedColumns('p', subscriptionPayment)}
      FROM subscriptions s JOIN subscription_payments p ON p.subscription_id = s.id
      WHERE s.customer_id = ${oneOf(person)} ORDER BY p.created_at, p.id`,
    'Renewal links': (person) => sql`
      SELECT format_number('subscriptionInvoice', s.invoice_number) AS invoice, ${exportedColumns('k', renewalLink)}
      FROM subscriptions s JOIN subscription_payments p ON p.subscription_id = s.id
      JOIN renewal_links k ON k.payment_id = p.id
      WHERE s.customer_id = ${oneOf(person)} ORDER BY k.sent_at, k.payment_id`,
  },
  erase: async (tx, person) => {
    // Stops all further charges; current subscriptions end with their period.
    await sql`
      UPDATE subscriptions SET auto_renew = false, card_token = NULL, card = NULL,
        reason = CASE WHEN reason IS NOT NULL THEN 'Erased' END
      WHERE customer_id = ${oneOf(person)}`.execute(tx);
    // A job deletes the records of gateways.
    await sql`
      UPDATE gateway_customers SET delete_since = now() WHERE customer_id = ${oneOf(person)}`.execute(tx);
    await sql`
      UPDATE subscription_payments p SET problem = NULL, next_try_at = NULL, wants_link = false FROM subscriptions s
      WHERE s.customer_id = ${oneOf(person)} AND p.subscription_id = s.id`.execute(tx);
    await sql`
      DELETE FROM renewal_links k USING subscription_payments p, subscriptions s
      WHERE s.customer_id = ${oneOf(person)} AND p.subscription_id = s.id AND k.payment_id = p.id`.execute(
      tx,
    );
    return [];
  },
  openWork: (person) => sql`
    SELECT 'refund' AS kind, p.id, format_number('subscriptionInvoice', s.invoice_number) AS number
    FROM subscriptions s JOIN subscription_payments p ON p.subscription_id = s.id
    WHERE s.customer_id = ${oneOf(person)} AND p.status IN ('refundProcessing', 'refundFailed')`,
  audited: {
    subscriptions: (person) => sql`SELECT id FROM subscriptions WHERE customer_id = ${oneOf(person)}`,
  },
  timeline: {
    subscription: [
      (person, cut) => sql`
        SELECT s.starts_at, s.id, CASE s.kind WHEN 'renewal' THEN 'renewed' ELSE 'started' END, s.id, e.name, s.price,
          NULL, NULL, NULL::uuid
        FROM subscriptions s JOIN plan_editions e ON e.plan_id = s.plan_id AND e.number = s.edition
        WHERE s.customer_id = ${oneOf(person)} AND s.starts_at <= now() AND ${cut.after('s.starts_at', 's.id')}
        ${cut.latest('s.starts_at', 's.id')}`,
      (person, cut) => sql`
        SELECT s.cancelled_at, s.id, 'cancelled', s.id, e.name, NULL::bigint, NULL, s.reason, NULL::uuid
        FROM subscriptions s JOIN plan_editions e ON e.plan_id = s.plan_id AND e.number = s.edition
        WHERE s.customer_id = ${oneOf(person)} AND s.cancelled_at IS NOT NULL
          AND ${cut.after('s.cancelled_at', 's.id')}
        ${cut.latest('s.cancelled_at', 's.id')}`,
    ],
  },
};
