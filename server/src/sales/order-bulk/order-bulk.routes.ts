import type { orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import type { Handlers } from '../../core/http/serve.ts';
import { wrongField } from '../../core/problem.ts';
import { getOrderBulk, listOrderBulkRows, listOrderBulks } from './order-bulk.queries.ts';
import { previewOrderBulk, resumeOrderBulk, startOrderBulk } from './order-bulk.service.ts';

export const orderBulkHandlers: Handlers<typeof orderBulkRoutes> = {
  preview: ({ tx, actor, body }) => previewOrderBulk(tx, actor, body),
  create: ({ tx, actor, body }) => startOrderBulk(tx, actor, body),
  list: ({ tx, body }) => listOrderBulks(tx, body),
  rows: ({ tx, body }) => {
    const { bulkStepId } = body.filters;
    if (!bulkStepId) throw wrongField('filters.bulkStepId', 'Choose a bulk step');
    return listOrderBulkRows(tx, bulkStepId, body);
  },
  get: ({ tx, params }) => getOrderBulk(tx, params.id),
  resume: ({ tx, actor, params }) => resumeOrderBulk(tx, actor, params.id),
};
