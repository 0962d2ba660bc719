import type { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import type { Handlers } from '../../core/http/serve.ts';
import { listCounts } from './stock-counts.queries.ts';
import {
  beginCount,
  cancelCount,
  decide,
  enterCounts,
  postCount,
  requestRecount,
  reviewCount,
  viewCount,
  viewItems,
} from './stock-counts.service.ts';

export const stockCountHandlers: Handlers<typeof stockCountRoutes> = {
  list: ({ tx, actor, body }) => listCounts(tx, actor, body),
  create: ({ tx, actor, body }) => beginCount(tx, actor, body),
  view: ({ tx, actor, params }) => viewCount(tx, actor, params.id),
  items: ({ tx, actor, body }) => viewItems(tx, actor, body),
  enter: ({ tx, actor, params, body }) => enterCounts(tx, actor, params.id, body),
  review: ({ tx, actor, params }) => reviewCount(tx, actor, params.id),
  recount: ({ tx, actor, params, body }) => requestRecount(tx, actor, params.id, body.subProductIds),
  choose: ({ tx, actor, params, body }) => decide(tx, actor, params.id, body),
  post: ({ tx, actor, params, body }) => postCount(tx, actor, params.id, body.version),
  cancel: ({ tx, actor, params }) => cancelCount(tx, actor, params.id),
};
