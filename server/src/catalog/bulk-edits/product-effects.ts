import type { StoredSpecification } from '@aisle/contract/catalog/categories';
import type { FactChange } from '@aisle/contract/catalog/product-bulk';
import type { Badge } from '@aisle/contract/catalog/products';
import { onlyAllowed, readSpecifications, type SpecificationValues } from '../products/specifications.ts';

/** The parts of a product that bulk edits read and write. Only those that the field needs are read. */
export interface ProductParts {
  categoryId: string;
  specifications: SpecificationValues;
  brandId: string | null;
  taxIds: string[];
  badge: Badge;
  badgeBySales: boolean;
  addToHomePage: boolean;
  status: boolean;
  tags: string[];
}
type ProductEffect =
  | { outcome: 'changed'; set: Partial<ProductParts> }
  | { outcome: 'same' }
  | { outcome: 'refused'; reason: string };

const same: ProductEffect = { outcome: 'same' };
const changed = (set: Partial<ProductParts>): ProductEffect => ({ outcome: 'changed', set });
const maxTags = 50;

/** Computes the effect of a bulk edit on a product. `held` are the specifications of the category that products move to. */
export function productEffect(
  change: FactChange,
  parts: ProductParts,
  held: readonly StoredSpecification[],
): ProductEffect {
  switch (change.field) {
    case 'categoryId':
      return movedTo(change.to, parts, held);
    case 'brandId':
      return change.to === parts.brandId ? same : changed({ brandId: change.to });
    case 'taxIds': {
      const taxIds = [...new Set(change.to)].sort();
      return taxIds.join() === [...parts.taxIds].sort().join() ? same : changed({ taxIds });
    }
    // Sales no longer change a badge that a user chose.
    case 'badge':
      return change.to === parts.badge
        ? same
        : changed({ badge: change.to, badgeBySales: change.to === 'autoBestSeller' });
    case 'addToHomePage':
      return change.to === parts.addToHomePage ? same : changed({ addToHomePage: change.to });
    case 'status':
      return change.to === parts.status ? same : changed({ status: change.to });
    case 'tags': {
      const tags =
        change.by === 'add'
          ? [...new Set([...parts.tags, ...change.to])]
          : parts.tags.filter((tag) => !change.to.includes(tag));
      if (tags.length > maxTags)
        return { outcome: 'refused', reason: `Would have more than ${maxTags} tags` };
      return tags.length === parts.tags.length ? same : changed({ tags });
    }
  }
}

function movedTo(
  categoryId: string,
  parts: ProductParts,
  held: readonly StoredSpecification[],
): ProductEffect {
  if (categoryId === parts.categoryId) return same;
  const { values, fields } = readSpecifications(held, onlyAllowed(held, parts.specifications));
  const [first] = fields;
  return first
    ? { outcome: 'refused', reason: `${first.message} in this category` }
    : changed({ categoryId, specifications: values });
}
