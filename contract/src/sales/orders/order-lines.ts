import { z } from 'zod';
import { Id, optionalLongText, Picture, Version } from '../../core/fields.ts';
import { itemNames } from '../../core/item-name.ts';
import { Cents, Rate } from '../../core/money.ts';
import { Quantity, QuantityOrNone, Unit } from '../../core/quantity.ts';
import { LineDiscount, LineWhy, PriceSource } from '../promotions/promotion-discounts.ts';
import { Bags, Picker } from './order-labels.ts';

/** The customer's response to a suggested substitute. */
export const shopperAnswers = ['approved', 'refused', 'notReached'] as const;
export const ShopperAnswer = z.enum(shopperAnswers);
export type ShopperAnswer = z.infer<typeof ShopperAnswer>;
export const responseTexts: Record<ShopperAnswer, string> = {
  approved: 'customer approved',
  refused: 'no substitute',
  notReached: "couldn't reach customer",
};

export const OrderLine = z.object({
  _id: Id,
  subProductId: Id,
  name: z.string(),
  ...itemNames,
  sku: z.string(),
  unit: Unit,
  soldByWeight: z.boolean(),
  quantity: z.number(),
  /** The picked quantity, which is weighed for items sold by weight. Null until the line is picked. */
  pickedQuantity: z.number().nullable(),
  /** The user who recorded the picked quantity. Null if it wasn't recorded, as for lines that count as picked in full. */
  pickedBy: Picker.nullable(),
  unitPrice: Cents,
  /** Null for orders from before it was recorded. */
  priceSource: PriceSource.nullable(),
  /** The discounts of promotions, as the line was priced for their quantity. */
  discounts: z.array(LineDiscount),
  discount: Cents,
  taxRate: Rate,
  /** The name of the tax; null without one, and for orders from before it was recorded. */
  taxSource: z.string().nullable(),
  tax: Cents,
  /** Item price less discount plus tax. */
  total: Cents,
  /** How the total came about, if the request asks for it. */
  why: LineWhy.optional(),
  /** The line that this one replaces. */
  substituteFor: Id.nullable(),
  addedByStaff: z.boolean(),
  /** Removed from the order: not picked and not paid. */
  removed: z.boolean(),
  /** The customer's response to this substitute, or to a substitute for this line. */
  answer: ShopperAnswer.nullable(),
  note: z.string().nullable(),
  /** The barcode to scan. */
  barcode: z.string().nullable(),
  /** The place of the item: its shelf, or its categories from the top. `walk` is its position on a walk through the store. */
  aisle: z.string(),
  /** The name of the aisle: the topmost category of its shelf. Null without a shelf. */
  aisleName: z.string().nullable(),
  walk: z.int(),
});
export type OrderLine = z.infer<typeof OrderLine>;

/** A product photo in an order's pick list. */
export const LinePicture = z.object({ lineId: Id, picture: Picture });
export type LinePicture = z.infer<typeof LinePicture>;

/**
 * The maximum quantity that can be picked for a line, and the minimum that isn't a short pick. Weighed items can deviate from
 * the ordered quantity by the tolerance.
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

const editedLines = {
  lines: z
    .array(
      z.strictObject({
        lineId: Id,
        /**
         * The new ordered quantity; 0 removes the line. Users who can cancel orders can cancel lines instead, which requires
         * a reason and ignores the minimum order. With a substitute, the quantity of the substitute.
         */
        quantity: QuantityOrNone.optional(),
        /** The picked quantity; null removes the recorded pick. */
        pickedQuantity: QuantityOrNone.nullable().optional(),
        /** The substitute for the line, or for the part of it that isn't picked. */
        substituteId: Id.optional(),
        /** The customer's response. Rejected substitutes are not packed. */
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
  /** The number of bags of the order, entered during picking. */
  bags: Bags.optional(),
};
/**
 * Changes the lines of an order. Until picking starts, quantities can change and lines can be added or removed, within the
 * limits for baskets. Existing lines keep their prices; new lines have the current price. During picking, picks, weights and
 * substitutes are recorded as well.
 */
export const OrderLinesEdit = z
  .strictObject({ version: Version, ...editedLines })
  .refine(({ lines, add, bags }) => (lines?.length ?? 0) + (add?.length ?? 0) > 0 || bags !== undefined, {
    path: ['lines'],
    error: 'Change or add at least one item',
  });
/** An edit of lines to preview. It may be empty, and needs no version. */
export const OrderLinesDraft = z.strictObject({ version: Version.optional(), ...editedLines });
export type OrderLinesDraft = z.infer<typeof OrderLinesDraft>;
export type OrderLinesEdit = z.infer<typeof OrderLinesEdit>;

/**
 * The pick of one line, of one added item, or the number of bags, as it is from now on. Needs no version and can be sent again:
 * the last request wins. Omitted fields of a line stay as they are.
 */
export const OrderPick = z
  .strictObject({
    line: z
      .strictObject({
        lineId: Id,
        /** The picked quantity; null if the line isn't picked yet. */
        pickedQuantity: QuantityOrNone.nullable().optional(),
        /** The item in the bag instead of the line, or of the part of it that isn't picked; null takes it out again. */
        substitute: z.strictObject({ subProductId: Id, quantity: Quantity }).nullable().optional(),
        /** The customer's response to the substitute, or to the offer of one. Null if the customer wasn't asked. */
        answer: ShopperAnswer.nullable().optional(),
      })
      .optional(),
    /** An item in the bag that wasn't ordered; a quantity of 0 takes it out again. */
    item: z.strictObject({ subProductId: Id, quantity: QuantityOrNone }).optional(),
    bags: Bags.optional(),
  })
  .refine(({ line, item, bags }) => [line, item, bags].filter((part) => part !== undefined).length === 1, {
    path: ['line'],
    error: 'Send one line, one item or the number of bags',
  });
export type OrderPick = z.infer<typeof OrderPick>;

const ChangedPromotion = z.object({ promotionId: Id, label: z.string(), amount: Cents });
/** An order after an edit of its lines that isn't saved. */
export const OrderEditPlan = z.object({
  itemsTotal: Cents,
  discountTotal: Cents,
  taxTotal: Cents,
  deliveryFee: Cents,
  total: Cents,
  /** The part of the total that isn't paid. */
  due: Cents,
  /** Promotions that give less than before, and those that give more, with the difference. */
  lost: z.array(ChangedPromotion),
  gained: z.array(ChangedPromotion),
});
export type OrderEditPlan = z.infer<typeof OrderEditPlan>;
