import { type Address, normalPhone } from '@aisle/contract/core/fields';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** The number of these sub-products that each location has in stock. */
export async function stockedAt(
  tx: Tx,
  locationIds: readonly string[],
  subProductIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; stocked: number }>`
    SELECT shelf.location_id AS id, count(*)::int AS stocked FROM stock_levels shelf
    WHERE shelf.location_id = ANY (${locationIds}::uuid[]) AND shelf.sub_product_id = ANY (${subProductIds}::uuid[])
      AND available_now(shelf) > 0
    GROUP BY shelf.location_id`.execute(tx);
  return new Map(rows.map(({ id, stocked }) => [id, stocked]));
}

export interface BuyerPlan {
  planId: string;
  edition: number;
  name: string;
  discountPercent: number;
  freeDeliveryAbove: number | null;
  coinMultiplier: number;
}
export interface Buyer {
  /** Empty for a new customer in a quote. */
  id: string;
  name: string;
  phone: string;
  email: string | null;
  status: 'active' | 'blocked';
  /** Null for store users, who only learn whether the customer has enough coins. */
  coinBalance: number | null;
  /** The store credit that the customer can spend; null for store users. */
  creditBalance: number | null;
  /** The current benefits of the customer's subscription; null without one. */
  plan: BuyerPlan | null;
  /** The requested address, if it belongs to the customer. */
  address: Address | null;
}

/** The customer, with the requested address. */
export async function findBuyer(
  tx: Tx,
  customerId: string,
  addressId: string | null | undefined,
): Promise<Buyer | undefined> {
  const { rows } = await sql<Buyer>`
    SELECT c.id, rtrim(c.first_name || ' ' || c.last_name) AS name, c.phone, c.email, c.status,
      c.coin_balance AS "coinBalance", credit_to_spend(c.id) AS "creditBalance",
      CASE WHEN a.id IS NOT NULL THEN jsonb_build_object('line1', a.line1, 'line2', a.line2, 'city', a.city,
        'state', a.state, 'postalCode', a.postal_code, 'latitude', a.latitude, 'longitude', a.longitude) END
        AS address,
      CASE WHEN s.id IS NOT NULL THEN json_build_object('planId', s.plan_id, 'edition', s.edition, 'name', s.name,
        'discountPercent', s.discount_percent, 'freeDeliveryAbove', s.free_delivery_above,
        'coinMultiplier', s.coin_multiplier)
        -- Only a store gets no balance: of the plan it gets what an order there may use.
        WHEN c.coin_balance IS NULL THEN plan_here(c.id) END AS plan
    FROM customers c
    LEFT JOIN current_subscriptions s ON s.customer_id = c.id
    LEFT JOIN customer_addresses a ON a.customer_id = c.id AND a.id = ${addressId ?? null}::uuid
    WHERE c.id = remaining_customer(${customerId})`.execute(tx);
  return rows[0];
}

/** Finds the customer with this phone number, if the actor can see them. */
export async function findByPhone(tx: Tx, phone: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('customers')
    .select('id')
    .where('phone_digits', '=', normalPhone(phone))
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Whether a customer has at least this many coins. Store users get this answer instead of the balance. */
export async function hasCoins(tx: Tx, customerId: string, coins: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`SELECT has_coins(${customerId}, ${coins}) AS has`.execute(tx);
  return rows[0]!.has;
}

/** Like `hasCoins`, but locks the customer, so that no other transaction can spend the coins. */
export async function lockCoins(tx: Tx, customerId: string, coins: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`SELECT hold_coins(${customerId}, ${coins}) AS has`.execute(tx);
  return rows[0]!.has;
}
