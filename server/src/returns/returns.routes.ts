import type { returnRoutes } from '@aisle/contract/returns';
import type { Handlers } from '../core/serve.ts';
import { stepReturn } from './return-steps.ts';
import { getReturn } from './return-view.queries.ts';
import { listReturns } from './returns.queries.ts';
import { addPhotos, createReturn, planReturn, returnable } from './returns.service.ts';

export const returnHandlers: Handlers<typeof returnRoutes> = {
  list: ({ tx, actor, body }) => listReturns(tx, actor, body),
  view: ({ tx, actor, params, services }) => getReturn(tx, actor, services.storage, params.id),
  returnable: ({ tx, params }) => returnable(tx, params.id),
  create: ({ tx, actor, body, uploads, services }) =>
    createReturn(tx, actor, services.storage, body, uploads.photos ?? []),
  addPhotos: ({ tx, actor, params, body, uploads, services }) =>
    addPhotos(tx, actor, services.storage, {
      id: params.id,
      lineId: body.lineId,
      photos: uploads.photos ?? [],
    }),
  updateStatus: ({ tx, actor, params, body, services }) => stepReturn(tx, actor, services, params.id, body),
  plan: ({ tx, params, body }) => planReturn(tx, params.id, body),
};
