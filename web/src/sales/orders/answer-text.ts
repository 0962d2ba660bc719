import { answerTexts, type ShopperAnswer } from '@aisle/contract/sales/order-lines';

/** "The shopper agreed" */
export const answerText = (answer: ShopperAnswer): string =>
  answerTexts[answer].replace(/^./, (letter) => letter.toUpperCase());
