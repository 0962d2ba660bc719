import type { returnRoutes } from '@aisle/contract/sales/returns/returns';
import type { Handlers } from '../../core/http/serve.ts';
import { createReturn } from './create-return.ts';
import { stepReturn } from './return-steps.ts';
import { getReturn } from './return-view.queries.ts';
import { listReturns } from './returns.queries.ts';
import { addPhotos, planReturn, previewReturn, returnable } from './returns.service.ts';

export const returnHandlers: Handlers<typeof returnRoutes> = {
  list: ({ tx, actor, body }) => listReturns(tx, actor, body),
  view: (call) => getReturn(call, call.params.id),
  returnable: ({ tx, params }) => returnable(tx, params.id),
  create: (call) => createReturn(call, call.body, call.uploads.photos ?? []),
  addPhotos: (call) =>
    addPhotos(call, {
      id: call.params.id,
      lineId: call.body.lineId,
      photos: call.uploads.photos ?? [],
    }),
  updateStatus: (call) => stepReturn(call, call.params.id, call.body),
  plan: ({ tx, params, body }) => planReturn(tx, params.id, body),
  preview: ({ tx, params, body }) => previewReturn(tx, params.id, body),
};
