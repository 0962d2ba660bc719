import type { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { type ConstraintProblems, valueIn } from '../../core/db/database-problems.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { belowCostOf } from './below-cost/below-cost.service.ts';
import { offersOf } from './offers/offers.service.ts';
import { overlapsOf } from './overlaps/overlaps.service.ts';
import { batchesOf, listCodes } from './promotion-codes.queries.ts';
import { revokeCodes, startBatch } from './promotion-codes.service.ts';
import { listPromotions, promotionChoices } from './promotions.queries.ts';
import {
  addPromotion,
  changePromotion,
  codeTaken,
  movePromotion,
  removePromotion,
  viewPromotion,
} from './promotions.service.ts';
import { startReplay } from './replay/replay.service.ts';

/** Main orders simulate, because a quote prices the basket. */
export const promotionHandlers: Omit<Handlers<typeof promotionRoutes>, 'simulate'> = {
  list: ({ tx, body }) => listPromotions(tx, body),
  dropdown: ({ tx, query }) => promotionChoices(tx, query.search),
  view: ({ tx, params }) => viewPromotion(tx, params.id),
  create: ({ tx, actor, body }) => addPromotion(tx, actor, body),
  edit: ({ tx, actor, params, body }) => changePromotion(tx, actor, params.id, body),
  updateStatus: ({ tx, actor, params, body }) => movePromotion(tx, actor, params.id, body),
  remove: ({ tx, actor, params }) => removePromotion(tx, actor, params.id),
  codes: (call) => startBatch(call, call.params.id, call.body),
  codeBatches: ({ tx, params }) => batchesOf(tx, params.id),
  codeList: ({ tx, body }) => listCodes(tx, body),
  belowCost: (call) => belowCostOf(call, call.body),
  overlaps: ({ tx, body }) => overlapsOf(tx, body.promotionIds),
  offers: ({ tx, body }) => offersOf(tx, body),
  replay: (call) => startReplay(call, call.body),
  revokeCodes: (call) => revokeCodes(call, call.params.batchId),
};

export const promotionConstraints: ConstraintProblems = {
  // Two requests take the same code at the same time.
  promotions_code_key: (detail) => codeTaken(valueIn(detail)),
};
