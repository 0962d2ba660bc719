import { z } from 'zod';
import { foldText } from './fold-text.ts';

/** The names of an item: its product's, and its own as a variant of the product, such as "12 oz". */
export const itemNames = { productName: z.string(), variantName: z.string() };
export interface ItemNames {
  productName: string;
  variantName: string;
}

/**
 * The name of an item for people: "Peanut Butter, 16 oz". Variants are mostly named by their difference, so the product's name
 * comes first, unless the variant's name contains it. `item_name` in SQL does the same.
 */
export const itemName = ({ productName, variantName }: ItemNames): string =>
  foldText(variantName).includes(foldText(productName)) ? variantName : `${productName}, ${variantName}`;
