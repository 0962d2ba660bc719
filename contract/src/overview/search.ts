import { z } from 'zod';
import { Id, Instant, SearchText } from '../core/fields.ts';
import { itemNames } from '../core/item-name.ts';
import { Cents } from '../core/money.ts';
import { routes } from '../core/route.ts';

/** The maximum number of results of each kind. */
export const maxResults = 5;

export const numberedKinds = [
  'checkout',
  'return',
  'trip',
  'lot',
  'recall',
  'promotion',
  'transfer',
  'count',
  'statement',
  'ticket',
  'subscriptionInvoice',
] as const;
export type NumberedKind = (typeof numberedKinds)[number];

/** `hint` is a code, a person or a phone number. */
const Named = z.object({ _id: Id, name: z.string(), hint: z.string().nullable() });

/** A list is empty without its permission, or without a match. */
export const Found = z.object({
  orders: z.array(
    z.object({
      _id: Id,
      number: z.string(),
      customerName: z.string(),
      status: z.string(),
      total: Cents,
      locationName: z.string(),
      createdAt: Instant,
    }),
  ),
  /**
   * Other records with a number: checkouts, returns, trips, lots, recalls, promotions, transfers, stock counts, statements,
   * tickets and invoices.
   */
  numbered: z.array(
    z.object({
      kind: z.enum(numberedKinds),
      /** The ID of the record; for a trip that of its driver, for an invoice that of its customer. */
      _id: Id,
      number: z.string(),
      /** The subject of a ticket, or the customer of a checkout or return. */
      about: z.string().nullable(),
      createdAt: Instant,
    }),
  ),
  customers: z.array(
    z.object({ _id: Id, name: z.string(), phone: z.string(), email: z.string().nullable() }),
  ),
  products: z.array(z.object({ _id: Id, name: z.string(), brandName: z.string().nullable() })),
  subProducts: z.array(
    z.object({
      _id: Id,
      productId: Id,
      name: z.string(),
      ...itemNames,
      sku: z.string(),
      barcode: z.string().nullable(),
      price: Cents,
    }),
  ),
  brands: z.array(Named),
  locations: z.array(Named),
  vendors: z.array(Named),
  drivers: z.array(Named),
  /** Staff, with their email in `hint`. */
  users: z.array(Named),
  /** The corrected words of the product search, if no product contains the typed ones. */
  meant: z.string().nullable(),
});
export type Found = z.infer<typeof Found>;

export const searchRoutes = routes('search', {
  find: {
    method: 'GET',
    path: '/search',
    permission: 'signedIn',
    forKeys: true,
    summary:
      'Finds orders, customers, products and more by number, name, phone, SKU or barcode. Tolerates typos',
    query: z.strictObject({ q: SearchText.min(1, 'Enter a search term') }),
    data: Found,
    reads: true,
  },
});
