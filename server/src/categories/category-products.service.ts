import type { CategoryProductBranch, categoryRoutes } from '@aisle/contract/categories';
import type { QueryOf } from '@aisle/contract/core/route';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { notFound, wrongField } from '../core/problem.ts';
import type { Storage } from '../core/storage.ts';
import {
  branchCategories,
  branchProducts,
  foundCategories,
  isLocation,
} from './category-products.queries.ts';

/** Nothing answers more rows than this at once: categories, products and sub-products together. */
const mostRows = 1000;
/** What opens at once: the rest of a branch is loaded as one scrolls, and then in large parts. */
const mostAtFirst = 40;
/** So many categories leave room for at least one product with all the variants it can have. */
const mostCategories = 740;
/** Each product found brings up to three categories along, and so does each category found by name. */
const mostFound = { products: 200, productRows: 270, categories: 40 };

/** One branch of the tree: the categories below a category, and the products in it with their variants. */
export async function categoryProductBranch(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  query: QueryOf<typeof categoryRoutes.productTree>,
): Promise<CategoryProductBranch> {
  const parentId = query.parentId ?? null;
  const search = query.search || null;
  const after = query.after ?? null;
  const locationId = await locationAsked(tx, actor, query.locationId);
  const branch = { parentId, locationId, search, after };
  if (search) {
    const found = await branchProducts(tx, storage, branch, mostFound.productRows, mostFound.products);
    const categories = await foundCategories(tx, {
      parentId,
      locationId,
      // Further pages show products, and the categories they need to stand in.
      search: after ? null : search,
      holding: found.products.map(({ categoryData }) => categoryData._id),
      limit: mostFound.categories,
    });
    return { locationId, categories, ...found };
  }
  const categories = after ? [] : await branchCategories(tx, { parentId, locationId, limit: mostCategories });
  return {
    locationId,
    categories,
    ...(await branchProducts(
      tx,
      storage,
      branch,
      mostRows - categories.length,
      after ? undefined : mostAtFirst,
    )),
  };
}

/** The location that was asked for, or the only one the actor has; null for the catalogue without one. */
async function locationAsked(tx: Tx, actor: Actor, asked: string | undefined): Promise<string | null> {
  if (asked !== undefined) {
    if (!(await isLocation(tx, asked))) throw notFound('Location');
    return asked;
  }
  if (actor.locations === null) return null;
  const [only, ...others] = actor.locations;
  if (only === undefined || others.length > 0) throw wrongField('locationId', 'Choose a location');
  return only;
}
