import { answerTexts, type ShopperAnswer } from '@aisle/contract/orders';

/** "The shopper agreed" */
export const answerSaid = (answer: ShopperAnswer): string =>
  answerTexts[answer].replace(/^./, (letter) => letter.toUpperCase());
