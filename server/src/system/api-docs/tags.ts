import type { Route } from '@aisle/contract/core/route';
import type { Json } from './schemas.ts';

/** Names and descriptions of resources whose code name isn't the usual term or needs an explanation. */
const tags: Record<string, { name?: string; description?: string }> = {
  auth: { name: 'Signing in', description: 'Sessions of people. Programs use an API key instead.' },
  apiKeys: { name: 'API keys', description: 'Keys that other programs call the API with, and their scopes.' },
  webhooks: { description: 'Calls that Aisle makes to other programs when something happens.' },
  events: { name: 'Live events', description: 'A stream of what changes, for screens.' },
  mainOrders: {
    name: 'Checkouts',
    description:
      'What a customer buys at once: a quote, then one order at each location. Storefronts place orders here.',
  },
  orders: { description: 'An order at one location, from placing to delivery.' },
  products: { description: 'What customers see in the catalog. What is sold are its sub-products.' },
  subProducts: { description: 'Variants of products: each has an SKU, a price and stock.' },
  categories: { description: 'The category tree, with specifications, options and taxes.' },
  inventory: { description: 'Received lots, stock levels and movements.' },
  prices: { description: 'Prices and order limits of sub-products at each location.' },
  locations: { description: 'Stores: hours, delivery, assortment and whether they take orders.' },
  customers: { description: 'Customers and their addresses.' },
  taxes: { description: 'Tax rates, and where they apply.' },
  vendorClaims: {
    name: 'Vendor claims',
    description: 'Claims against vendors for their part of promotions, and their payments.',
  },
  giftCards: { description: 'Gift cards: sold or given away, redeemed into store credit.' },
  credits: { description: 'Store credit of customers, an amount of money to spend on orders.' },
  coins: { description: 'Loyalty coins that customers earn and pay with.' },
  support: { description: 'Tickets of customers and locations, and their replies.' },
  jobs: { description: 'Work in the background: exports, imports and the like.' },
  drift: { name: 'Ledger checks', description: 'The nightly comparison of balances with their ledgers.' },
  payments: { description: 'Payments of orders, by cash, terminal or card.' },
  reconciliation: {
    description:
      'Payouts from the card provider to the bank, matched with the payments, refunds and fees in them.',
  },
  refunds: { description: 'What customers get back.' },
  disputes: { description: 'Charges that customers took back through their bank.' },
  returns: { description: 'Returned items and replacements.' },
  shell: { name: 'Menu', description: 'The counts in the menu.' },
  push: { name: 'Push notifications', description: 'Browsers of staff that show notifications.' },
  dispatch: { description: 'Offering deliveries to drivers, and following them.' },
  trips: { description: "The driver's page, opened by a link." },
  payouts: { description: 'Paying locations what they are owed.' },
  statements: { description: 'What locations are owed, by period.' },
};

const inWords = (resource: string) =>
  resource.charAt(0).toUpperCase() +
  resource.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export const tagFor = (resource: string): { name: string; description?: string } => ({
  name: inWords(resource),
  ...tags[resource],
});

const groups: Record<string, string> = {
  sales: 'Orders',
  catalog: 'Catalog',
  warehouse: 'Stock and prices',
  locations: 'Locations',
  customers: 'Customers',
  service: 'Support and messages',
  finance: 'Finance',
  ledgers: 'Finance',
  overview: 'Reports',
  system: 'System',
};

/** Groups the tags by area of the product, as viewers show them. */
export function tagGroups(
  api: Record<string, Record<string, Route>>,
  domains: ReadonlyMap<object, string>,
): Json[] {
  const found = new Map(Object.values(groups).map((name) => [name, [] as string[]]));
  for (const [resource, routes] of Object.entries(api)) {
    found.get(groups[domains.get(routes) ?? ''] ?? 'System')!.push(tagFor(resource).name);
  }
  found.get('System')!.push(tagFor('events').name);
  return [...found].map(([name, names]) => ({ name, tags: names }));
}
