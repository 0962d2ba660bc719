import { type Found, numberedKinds } from '@aisle/contract/overview/search';
import type { Permission } from '@aisle/contract/permissions';
import { awaitAll } from '../../core/await-all.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { type FoundWords, findProducts, findSubProducts, findWords } from './catalog.queries.ts';
import {
  findCustomers,
  findNamed,
  findNumbered,
  findOrders,
  type NamedKind,
  numberedBy,
} from './search.queries.ts';
import { meantText } from './words.ts';

const namedBy: Record<NamedKind, Permission> = {
  brands: 'brand_list',
  locations: 'store_list',
  vendors: 'vendor_list',
  drivers: 'driver_list',
  users: 'user_list',
};

const noWords: FoundWords = { words: [], canBeItem: false, mayBeProducts: false };

/** Everything that matches a search and that the actor can see. */
export async function findAll(tx: Tx, actor: Actor, text: string): Promise<Found> {
  const may = (permission: Permission) => actor.permissions.has(permission);
  const kinds = (Object.keys(namedBy) as NamedKind[]).filter((kind) => may(namedBy[kind]));
  const seesCatalog = may('product_list') || may('sub_product_list') || may('brand_list');
  const { words, canBeItem, mayBeProducts } = await (seesCatalog || kinds.length > 0
    ? findWords(tx, text)
    : noWords);
  const numbered = numberedKinds.filter((kind) => may(numberedBy[kind].permission));
  // Started together to save round trips.
  const [orders, byNumber, customers, products, subProducts, named] = await awaitAll([
    may('order_list') ? findOrders(tx, text) : [],
    findNumbered(tx, text, numbered),
    may('customer_list') ? findCustomers(tx, actor, text) : [],
    may('product_list') && canBeItem && mayBeProducts ? findProducts(tx, actor, words) : [],
    may('sub_product_list') && canBeItem ? findSubProducts(tx, actor, { text, words }) : [],
    findNamed(tx, text, words, kinds),
  ]);
  const meant = seesCatalog ? meantText(words) : null;
  return { orders, numbered: byNumber, customers, products, subProducts, ...named, meant };
}
