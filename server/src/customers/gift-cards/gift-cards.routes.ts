import type { giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import type { Handlers } from '../../core/http/serve.ts';
import { downloadCodes, startBatch } from './delivery/gift-card-batches.ts';
import { printGiftCard, resendLink } from './delivery/gift-card-delivery.ts';
import {
  balanceOf,
  issueGiftCard,
  pageOfGiftCards,
  redeemGiftCard,
  replaceGiftCard,
  stepGiftCard,
  viewGiftCard,
} from './gift-cards.service.ts';

export const giftCardHandlers: Handlers<typeof giftCardRoutes> = {
  list: ({ tx, body }) => pageOfGiftCards(tx, body),
  view: ({ tx, params }) => viewGiftCard(tx, params.id),
  create: (call) => issueGiftCard(call, call.body),
  bulkCreate: (call) => startBatch(call, call.body),
  downloadCodes: (call) => downloadCodes(call, call.params.batchId),
  updateStatus: (call) => stepGiftCard(call, call.params.id, call.body),
  replace: (call) => replaceGiftCard(call, call.params.id, call.body),
  resend: (call) => resendLink(call, call.params.id),
  pdf: (call) => printGiftCard(call, call.params.id),
  redeem: (call) => redeemGiftCard(call, call.body),
  balance: (call) => balanceOf(call, call.body.code),
};
