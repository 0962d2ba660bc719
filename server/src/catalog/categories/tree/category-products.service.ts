import type { CategoryProductBranch, categoryRoutes } from '@aisle/contract/catalog/categories';
import type { QueryOf } from '@aisle/contract/core/route';
import type { Context } from '../../../core/context.ts';
import type { Tx } from '../../../core/db/db.ts';
import { recordExists } from '../../../core/db/rows/records.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { notFound, wrongField } from '../../../core/problem.ts';
import { branchCategories, branchProducts, foundCategories } from './category-products.queries.ts';

/** Maximum rows in one response: categories, products and sub-products together. */
const maxRows = 1000;
/** Products on the first page of a branch. Few, so that it opens fast; scrolling loads larger pages. */
const maxOnFirstPage = 40;
/** Leaves room for at least one product with the maximum number of variants. */
const maxCategories = 740;
/** Each product or category found adds up to three categories, itself and its ancestors. */
const maxFound = { products: 200, productRows: 270, categories: 40 };

/** One branch of the tree: the subcategories of a category, and its products with their variants. */
export async function categoryProductBranch(
  { tx, actor, services }: Context,
  query: QueryOf<typeof categoryRoutes.productTree>,
): Promise<CategoryProductBranch> {
  const parentId = query.parentId ?? null;
  const search = query.search || null;
  const after = query.after ?? null;
  const locationId = await locationFor(tx, actor, query.locationId);
  const branch = { parentId, locationId, search, after };
  if (search) {
    const { products: maxProducts, productRows: maxRows } = maxFound;
    const found = await branchProducts(tx, services.storage, branch, { maxRows, maxProducts });
    const categories = await foundCategories(tx, {
      parentId,
      locationId,
      // Further pages show products and only the categories that contain them.
      search: after ? null : search,
      holding: found.products.map(({ categoryData }) => categoryData._id),
      limit: maxFound.categories,
    });
    return { locationId, categories, ...found };
  }
  const categories = after ? [] : await branchCategories(tx, { parentId, locationId, limit: maxCategories });
  return {
    locationId,
    categories,
    ...(await branchProducts(tx, services.storage, branch, {
      maxRows: maxRows - categories.length,
      maxProducts: after ? undefined : maxOnFirstPage,
    })),
  };
}

/** The requested location, or the actor's only one. With null, the tree shows the catalog without a location. */
async function locationFor(tx: Tx, actor: Actor, requestedId: string | undefined): Promise<string | null> {
  if (requestedId !== undefined) {
    if (!(await recordExists(tx, 'locations', requestedId))) throw notFound('Location');
    return requestedId;
  }
  if (actor.locations === null) return null;
  const [only, ...others] = actor.locations;
  if (only === undefined || others.length > 0) throw wrongField('locationId', 'Choose a location');
  return only;
}
