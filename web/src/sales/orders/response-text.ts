import { answerTexts, type ShopperAnswer } from '@aisle/contract/sales/orders/order-lines';

/** "Customer approved" */
export const answerText = (answer: ShopperAnswer): string =>
  answerTexts[answer].replace(/^./, (letter) => letter.toUpperCase());
