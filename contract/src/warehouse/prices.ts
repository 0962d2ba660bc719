import { z } from 'zod';
import { missingParts } from '../catalog/sub-products.ts';
import { BooleanLike, Id, Instant, optionalLongText, Ref } from '../core/fields.ts';
import { itemNames } from '../core/item-name.ts';
import { Cents, Price } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { formatCount } from '../core/pluralize.ts';
import { Quantity, QuantityOrNone, Unit } from '../core/quantity.ts';
import { routes, without } from '../core/route.ts';

/** The maximum number of locations shown side by side. */
export const maxLocations = 12;
/** The maximum number of cells in one request. */
export const maxCellChanges = 2000;
/** The maximum number of counted quantities among them, because each one posts to the ledger separately. */
export const maxCountChanges = 500;

/** How a location sells a sub-product. */
export const PriceCell = z.object({
  locationId: Id,
  assigned: z.boolean(),
  /** The custom price; null if the sub-product's price applies. */
  price: Cents.nullable(),
  threshold: z.number().nullable(),
  maxPerOrder: z.number().nullable(),
  onHand: z.number(),
  available: z.number(),
});
export type PriceCell = z.infer<typeof PriceCell>;
export const PriceRow = z.object({
  _id: Id,
  name: z.string(),
  ...itemNames,
  sku: z.string(),
  unit: Unit,
  soldByWeight: z.boolean(),
  status: z.boolean(),
  price: Cents,
  salePrice: Cents.nullable(),
  /** In the same order as `locations` in the response. */
  cells: z.array(PriceCell),
});
export type PriceRow = z.infer<typeof PriceRow>;

/**
 * How the custom price at one of the locations compares with the price elsewhere, which is the sub-product's sale price or,
 * without one, its list price. `missing`: the location sells it without a custom price.
 */
const customPriceStates = ['differs', 'above', 'below', 'missing'] as const;
export const CustomPriceState = z.enum(customPriceStates);
export type CustomPriceState = z.infer<typeof CustomPriceState>;

export const PriceGridPage = pageRequest(['name'], {
  /** If omitted: the first locations by name that the user has access to. */
  locationIds: z.array(Id).min(1).max(maxLocations, `At most ${maxLocations} locations at once`),
  brandId: Id,
  categoryId: Id,
  /** Sub-products received from this vendor before, limited to lots that the user can see. */
  vendorId: Id,
  status: BooleanLike,
  /** True: only sub-products with a sale price; false: only those without. */
  onSale: BooleanLike,
  missing: z.enum(missingParts),
  /** Whether at least one of the locations sells the sub-product. */
  assigned: BooleanLike,
  customPrice: CustomPriceState,
});
export type PriceGridPage = z.infer<typeof PriceGridPage>;

/** Values for all locations. Changing them requires `sub_product_edit`. */
export const listFields = ['listPrice', 'salePrice'] as const;
export type ListField = (typeof listFields)[number];
/** Values of each location. Changing them requires `assign_subProduct`; counting stock also requires `inventory_edit`. */
export const offerFields = ['assigned', 'price', 'threshold', 'maxPerOrder', 'onHand'] as const;
export type OfferField = (typeof offerFields)[number];
export const cellFields = [...listFields, ...offerFields] as const;
export const CellField = z.enum(cellFields);
export type CellField = z.infer<typeof CellField>;
export const isListField = (field: CellField): field is ListField =>
  (listFields as readonly string[]).includes(field);

/** The value that the user saw. If the current one differs, another user saved first. */
const was = z.union([z.number(), z.boolean(), z.null()]);
const change = <Field extends OfferField, Value extends z.ZodType>(field: Field, to: Value) =>
  z.strictObject({ locationId: Id, subProductId: Id, field: z.literal(field), was, to });
const listChange = <Field extends ListField, Value extends z.ZodType>(field: Field, to: Value) =>
  z.strictObject({ subProductId: Id, field: z.literal(field), was, to });
export const CellChange = z.discriminatedUnion('field', [
  listChange('listPrice', Price),
  listChange('salePrice', Price.nullable()),
  change('assigned', z.boolean()),
  change('price', Price.nullable()),
  change('threshold', QuantityOrNone.nullable()),
  change('maxPerOrder', Quantity.nullable()),
  /** The counted quantity. The difference is posted to the ledger as a count. */
  change('onHand', QuantityOrNone),
]);
export type CellChange = z.output<typeof CellChange>;
export type ListChange = Extract<CellChange, { field: ListField }>;
export type OfferChange = Extract<CellChange, { field: OfferField }>;
export const isListChange = (one: CellChange): one is ListChange => isListField(one.field);
export const isOfferChange = (one: CellChange): one is OfferChange => !isListField(one.field);

const keyOf = (one: CellChange) =>
  `${isListChange(one) ? '' : one.locationId} ${one.subProductId} ${one.field}`;
export const SavePrices = z
  .strictObject({
    changes: z
      .array(CellChange)
      .min(1, 'Change a cell first')
      .max(maxCellChanges, `At most ${formatCount(maxCellChanges)} cells at once`),
    /** The reason for the counts, recorded in the ledger. */
    note: optionalLongText('Reason', 500),
  })
  .superRefine(({ changes }, context) => {
    const seen = new Set<string>();
    for (const [index, one] of changes.entries()) {
      if (seen.has(keyOf(one))) {
        context.addIssue({ code: 'custom', path: ['changes', index], message: 'Listed twice' });
      }
      seen.add(keyOf(one));
    }
    if (changes.filter(({ field }) => field === 'onHand').length > maxCountChanges) {
      const message = `At most ${maxCountChanges} counted cells at once`;
      context.addIssue({ code: 'custom', path: ['changes'], message });
    }
  });
export type SavePrices = z.output<typeof SavePrices>;

/** A cell that another user changed since it was read; sent as `data.conflicts` of a 409. */
export const CellConflict = z.object({
  /** Null for values that apply to all locations. */
  locationId: Id.nullable(),
  subProductId: Id,
  field: CellField,
  theirs: z.union([z.number(), z.boolean(), z.null()]),
  by: z.string().nullable(),
  at: Instant.nullable(),
});
export type CellConflict = z.infer<typeof CellConflict>;

export const priceRoutes = routes('locations', {
  grid: {
    method: 'POST',
    path: '/store/price-grid',
    permission: 'assign_subProduct',
    orPermission: 'sub_product_edit',
    apiScope: 'prices',
    summary: 'Lists sub-products with price, limits and stock at several locations side by side',
    body: PriceGridPage,
    data: pageOf(PriceRow).extend({ locations: z.array(Ref) }),
    reads: true,
    list: { screen: without('A grid shows it'), exportAs: 'prices' },
  },
  save: {
    method: 'POST',
    path: '/store/price-grid/save',
    /** The required permission depends on the cell: see `listFields` and `offerFields`. */
    permission: 'assign_subProduct',
    orPermission: 'sub_product_edit',
    summary: 'Saves grid cells, all or none. Conflicting edits are returned cell by cell',
    body: SavePrices,
    data: z.object({ saved: z.int() }),
    message: 'Saved',
    onceByKey: true,
    problems: ['prices.changed-meanwhile', 'stock.reserved'],
    changes: ['prices', 'locations', 'products', 'subProducts', 'stock', 'inventory', 'notifications'],
  },
});
