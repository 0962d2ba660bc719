import { ProductChange } from '@aisle/contract/catalog/product-bulk';
import type { Badge } from '@aisle/contract/catalog/products';

export type ProductField = ProductChange['field'];
export const productFields: Record<ProductField, string> = {
  categoryId: 'Category',
  brandId: 'Brand',
  taxIds: 'Taxes',
  badge: 'Badge',
  tags: 'Tags',
  addToHomePage: 'Home page',
  status: 'Status',
};

/** A change as the dialog has it: everything that was chosen, whatever field it is for. */
export interface ProductDraft {
  field: ProductField;
  categoryId: string | null;
  brandId: string | null;
  isNoBrand: boolean;
  taxIds: string[];
  badge: Badge;
  tags: string[];
  addsTags: boolean;
  isOn: boolean;
}
export const firstDraft: ProductDraft = {
  field: 'categoryId',
  categoryId: null,
  brandId: null,
  isNoBrand: false,
  taxIds: [],
  badge: 'newArrival',
  tags: [],
  addsTags: true,
  isOn: true,
};

/** The change that a draft means; undefined while something is still to be chosen. */
export function readProductDraft(draft: ProductDraft): ProductChange | undefined {
  const { field, categoryId, brandId, isNoBrand, taxIds, badge, tags, addsTags, isOn } = draft;
  if (field === 'brandId' && brandId === null && !isNoBrand) return undefined;
  const to = {
    categoryId,
    brandId: isNoBrand ? null : brandId,
    taxIds,
    badge,
    tags,
    addToHomePage: isOn,
    status: isOn,
  }[field];
  const parsed = ProductChange.safeParse({
    field,
    to,
    ...(field === 'tags' && { by: addsTags ? 'add' : 'remove' }),
  });
  return parsed.success ? parsed.data : undefined;
}
