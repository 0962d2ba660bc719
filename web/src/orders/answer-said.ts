import { answerTexts, type ShopperAnswer } from '@aisle/contract/order-lines';

/** "The shopper agreed" */
export const answerSaid = (answer: ShopperAnswer): string =>
  answerTexts[answer].replace(/^./, (letter) => letter.toUpperCase());
