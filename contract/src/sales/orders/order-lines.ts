import { z } from 'zod';
import { Id, optionalLongText, Picture, Version } from '../../core/fields.ts';
import { Cents, Rate } from '../../core/money.ts';
import { Quantity, QuantityOrNone, Unit } from '../../core/quantity.ts';
import { Bags } from './order-labels.ts';

/** The shopper's response to a suggested substitute. */
export const shopperAnswers = ['approved', 'refused', 'notReached'] as const;
export const ShopperAnswer = z.enum(shopperAnswers);
export type ShopperAnswer = z.infer<typeof ShopperAnswer>;
export const answerTexts: Record<ShopperAnswer, string> = {
  approved: 'customer approved',
  refused: 'no substitute',
  notReached: "couldn't reach customer",
};

export const OrderLine = z.object({
  _id: Id,
  subProductId: Id,
  name: z.string(),
  sku: z.string(),
  unit: Unit,
  soldByWeight: z.boolean(),
  quantity: z.number(),
  /** Null until the line is picked; then the picked quantity, which is weighed for items sold by weight. */
  pickedQuantity: z.number().nullable(),
  unitPrice: Cents,
  discount: Cents,
  taxRate: Rate,
  tax: Cents,
  /** Goods less discount plus tax. */
  total: Cents,
  /** The line that this one replaces. */
  substituteFor: Id.nullable(),
  addedByStaff: z.boolean(),
  /** Removed from the order: not picked and not paid. */
  removed: z.boolean(),
  /** The shopper's response to this substitute, or to a substitute for this line. */
  answer: ShopperAnswer.nullable(),
  note: z.string().nullable(),
  /** The barcode to scan. */
  barcode: z.string().nullable(),
  /** Where it is: its shelf, or its categories from the top; and how early a walk through the store passes it. */
  aisle: z.string(),
  /** The name of the aisle: the widest category of its shelf. Null without a shelf. */
  aisleName: z.string().nullable(),
  walk: z.int(),
});
export type OrderLine = z.infer<typeof OrderLine>;

/** A product photo in an order's pick list. */
export const LinePicture = z.object({ lineId: Id, picture: Picture });
export type LinePicture = z.infer<typeof LinePicture>;

/**
 * The most that can be picked of a line, and the least that does not count as short. Scales never hit the pound:
 * what is weighed may come to somewhat more, or less.
 */
export function pickBounds(
  { quantity, soldByWeight }: Pick<OrderLine, 'quantity' | 'soldByWeight'>,
  tolerancePercent: number,
): { least: number; most: number } {
  if (!soldByWeight) return { least: quantity, most: quantity };
  return {
    least: Math.max(0, Math.ceil(quantity * (1000 - tolerancePercent * 10) - 1e-6) / 1000),
    most: Math.floor(quantity * (1000 + tolerancePercent * 10) + 1e-6) / 1000,
  };
}

/**
 * Until picking starts, what is ordered can change: quantities, and lines that come or go, within the limits that
 * baskets are held to. Prices stay as they were agreed; what is new costs what it costs now. While the order is
 * picked, picks, weights and substitutes are noted as well.
 */
export const OrderLinesEdit = z
  .strictObject({
    version: Version,
    lines: z
      .array(
        z.strictObject({
          lineId: Id,
          /**
           * Another ordered quantity, 0 to remove the line (users who may cancel can cancel lines instead, which
           * requires a reason and no minimum order); with a substitute, the quantity of that.
           */
          quantity: QuantityOrNone.optional(),
          /** The picked quantity; null removes an earlier pick. */
          pickedQuantity: QuantityOrNone.nullable().optional(),
          /** The substitute for the line, or for what is not picked of it. */
          substituteId: Id.optional(),
          /** The shopper's response. Rejected substitutes are not packed. */
          answer: ShopperAnswer.nullable().optional(),
          note: optionalLongText('Note', 500),
        }),
      )
      .max(200)
      .optional(),
    add: z
      .array(z.strictObject({ subProductId: Id, quantity: Quantity }))
      .max(50)
      .optional(),
    /** How many bags it fills, while it is picked. */
    bags: Bags.optional(),
  })
  .refine(({ lines, add, bags }) => (lines?.length ?? 0) + (add?.length ?? 0) > 0 || bags !== undefined, {
    path: ['lines'],
    error: 'Change or add at least one item',
  });
export type OrderLinesEdit = z.infer<typeof OrderLinesEdit>;
