import { ProductChange, type VariantChange } from '@aisle/contract/catalog/product-bulk';
import type { Badge } from '@aisle/contract/catalog/products';
import type { Permission } from '@aisle/contract/permissions';
import {
  type ChangeDraft,
  fieldLabels,
  firstDraft as firstChange,
  readDraft,
} from '../../../links/bulk/bulk-change.ts';

export type ProductField = ProductChange['field'];
export const productFields: Record<ProductField, string> = {
  categoryId: 'Category',
  brandId: 'Brand',
  taxIds: 'Taxes',
  badge: 'Badge',
  tags: 'Tags',
  addToHomePage: 'Home page',
  status: 'Status',
  price: fieldLabels.price,
  salePrice: fieldLabels.salePrice,
  assigned: fieldLabels.assigned,
};
type VariantField = VariantChange['field'];
export const isVariantField = (field: ProductField): field is VariantField =>
  field === 'price' || field === 'salePrice' || field === 'assigned';
/** The fields that the user has permission to edit. */
export const fieldsFor = (held: ReadonlySet<Permission>): ProductField[] =>
  (Object.keys(productFields) as ProductField[]).filter((field) => held.has(permissionFor(field)));
const permissionFor = (field: ProductField): Permission =>
  field === 'assigned' ? 'assign_subProduct' : isVariantField(field) ? 'sub_product_edit' : 'product_edit';

/** The state of the dialog: it keeps the choices of all fields, not only of the selected one. */
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
  /** The draft of a change to sub-products. */
  variants: ChangeDraft;
}
export const firstDraft = (field: ProductField): ProductDraft => ({
  field,
  categoryId: null,
  brandId: null,
  isNoBrand: false,
  taxIds: [],
  badge: 'newArrival',
  tags: [],
  addsTags: true,
  isOn: true,
  variants: firstChange(isVariantField(field) ? field : 'price'),
});

interface ReadDraft {
  /** Undefined while the draft is incomplete. */
  change: ProductChange | undefined;
  error: string | null;
}
/** Converts a draft to a change, or returns its error. */
export function readProductDraft(draft: ProductDraft): ReadDraft {
  if (!isVariantField(draft.field)) return { change: readFact(draft), error: null };
  const read = readDraft(draft.variants);
  return 'error' in read
    ? { change: undefined, error: read.error }
    : { change: read.change as VariantChange, error: null };
}

function readFact(draft: ProductDraft): ProductChange | undefined {
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
  }[field as string];
  const parsed = ProductChange.safeParse({
    field,
    to,
    ...(field === 'tags' && { by: addsTags ? 'add' : 'remove' }),
  });
  return parsed.success ? parsed.data : undefined;
}
