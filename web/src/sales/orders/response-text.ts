import { responseTexts, type ShopperAnswer } from '@aisle/contract/sales/orders/order-lines';

/** "Customer approved" */
export const responseText = (answer: ShopperAnswer): string =>
  responseTexts[answer].replace(/^./, (letter) => letter.toUpperCase());
