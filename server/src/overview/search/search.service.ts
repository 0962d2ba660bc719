import { type Found, numberedKinds } from '@aisle/contract/overview/search';
import type { Permission } from '@aisle/contract/permissions';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { type FoundWords, findProducts, findSubProducts, findWords } from './catalogue.queries.ts';
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

const noWords: FoundWords = { words: [], mayBeGoods: false, mayBeProducts: false };

/** Everything that matches a search and that the actor may see. */
export async function findAll(tx: Tx, actor: Actor, text: string): Promise<Found> {
  const may = (permission: Permission) => actor.permissions.has(permission);
  const kinds = (Object.keys(namedBy) as NamedKind[]).filter((kind) => may(namedBy[kind]));
  const catalogue = may('product_list') || may('sub_product_list') || may('brand_list');
  const { words, mayBeGoods, mayBeProducts } = await (catalogue || kinds.length > 0
    ? findWords(tx, text)
    : noWords);
  return {
    orders: may('order_list') ? await findOrders(tx, text) : [],
    numbered: await findNumbered(
      tx,
      text,
      numberedKinds.filter((kind) => may(numberedBy[kind].permission)),
    ),
    customers: may('customer_list') ? await findCustomers(tx, actor, text) : [],
    products: may('product_list') && mayBeGoods && mayBeProducts ? await findProducts(tx, words) : [],
    subProducts: may('sub_product_list') && mayBeGoods ? await findSubProducts(tx, text, words) : [],
    ...(await findNamed(tx, text, words, kinds)),
    meant: catalogue ? meantText(words) : null,
  };
}
