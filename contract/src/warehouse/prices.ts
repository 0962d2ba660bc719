import { z } from 'zod';
import { BooleanLike, Id, Instant, optionalText, Ref } from '../core/fields.ts';
import { Price } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { Quantity, QuantityOrNone, Unit } from '../core/quantity.ts';
import { routes } from '../core/route.ts';

/** The number of locations shown side by side. */
export const maxLocations = 12;
/** So many cells are saved at once. */
export const maxCellChanges = 500;

/** What a location makes of a sub-product. */
export const PriceCell = z.object({
  locationId: Id,
  assigned: z.boolean(),
  /** Its own price instead of the sub-product's. */
  price: z.int().nullable(),
  threshold: z.number().nullable(),
  maxPerOrder: z.number().nullable(),
  onHand: z.number(),
  available: z.number(),
});
export type PriceCell = z.infer<typeof PriceCell>;
export const PriceRow = z.object({
  _id: Id,
  name: z.string(),
  sku: z.string(),
  unit: Unit,
  soldByWeight: z.boolean(),
  status: z.boolean(),
  price: z.int(),
  salePrice: z.int().nullable(),
  /** In the order of the locations that the answer names. */
  cells: z.array(PriceCell),
});
export type PriceRow = z.infer<typeof PriceRow>;

export const PriceGridPage = pageRequest(['name'], {
  /** Left out: the first of those in reach, by name. */
  locationIds: z.array(Id).min(1).max(maxLocations, `At most ${maxLocations} locations at once`),
  brandId: Id,
  categoryId: Id,
  status: BooleanLike,
  /** Sold at one of the locations. */
  assigned: BooleanLike,
});
export type PriceGridPage = z.infer<typeof PriceGridPage>;

export const cellFields = ['assigned', 'price', 'threshold', 'maxPerOrder', 'onHand'] as const;
export const CellField = z.enum(cellFields);
export type CellField = z.infer<typeof CellField>;
const place = { locationId: Id, subProductId: Id };
const change = <Field extends CellField, Value extends z.ZodType>(field: Field, value: Value) =>
  z.strictObject({
    ...place,
    field: z.literal(field),
    /** What the person saw there: at anything else somebody was faster. */
    was: z.union([z.number(), z.boolean(), z.null()]),
    to: value,
  });
export const CellChange = z.discriminatedUnion('field', [
  change('assigned', z.boolean()),
  change('price', Price.nullable()),
  change('threshold', QuantityOrNone.nullable()),
  change('maxPerOrder', Quantity.nullable()),
  /** What was counted: the difference goes into the ledger as a count. */
  change('onHand', QuantityOrNone),
]);
export type CellChange = z.output<typeof CellChange>;

const keyOf = ({ locationId, subProductId, field }: CellChange) => `${locationId} ${subProductId} ${field}`;
export const SavePrices = z
  .strictObject({
    changes: z
      .array(CellChange)
      .min(1, 'Change a cell first')
      .max(maxCellChanges, `At most ${maxCellChanges} cells at once`),
    /** Why it was counted: recorded in the ledger. */
    note: optionalText('Reason', 500),
  })
  .superRefine(({ changes }, context) => {
    const seen = new Set<string>();
    for (const [index, one] of changes.entries()) {
      if (seen.has(keyOf(one))) {
        context.addIssue({ code: 'custom', path: ['changes', index], message: 'Listed twice' });
      }
      seen.add(keyOf(one));
    }
  });
export type SavePrices = z.output<typeof SavePrices>;

/** A cell that somebody else changed since it was read; comes as `data.conflicts` of a 409. */
export const CellConflict = z.object({
  ...place,
  field: CellField,
  theirs: z.union([z.number(), z.boolean(), z.null()]),
  by: z.string().nullable(),
  at: Instant.nullable(),
});
export type CellConflict = z.infer<typeof CellConflict>;

export const priceRoutes = routes({
  grid: {
    method: 'POST',
    path: '/store/price-grid',
    permission: 'assign_subProduct',
    apiScope: 'prices',
    summary: 'Lists sub-products with price, limits and stock at several locations side by side',
    body: PriceGridPage,
    data: pageOf(PriceRow).extend({ locations: z.array(Ref) }),
    reads: true,
  },
  save: {
    method: 'POST',
    path: '/store/price-grid/save',
    /** A counted stock needs inventory_edit as well. */
    permission: 'assign_subProduct',
    summary: 'Saves grid cells, all or none. Conflicting edits are returned cell by cell',
    body: SavePrices,
    data: z.object({ saved: z.int() }),
    message: 'Saved',
    onceByKey: true,
    problems: ['prices.changed-meanwhile', 'stock.reserved'],
    changes: ['prices', 'locations', 'products', 'subProducts', 'stock', 'inventory', 'notifications'],
  },
});
