import type { productScheduleRoutes, storeScheduleRoutes } from '@aisle/contract/overview/report-schedules';
import type { Handlers } from '../../core/http/serve.ts';
import { schedulesOf } from './report-schedules.queries.ts';
import { addSchedule, removeSchedule, switchSchedule } from './report-schedules.service.ts';

export const storeScheduleHandlers: Handlers<typeof storeScheduleRoutes> = {
  list: ({ tx, actor }) => schedulesOf(tx, actor.userId!, 'store'),
  create: ({ tx, actor, body }) => addSchedule(tx, { actor, report: 'store' }, body),
  edit: ({ tx, actor, params, body }) =>
    switchSchedule(tx, { actor, report: 'store' }, { id: params.id, ...body }),
  remove: ({ tx, actor, params }) => removeSchedule(tx, { actor, report: 'store' }, params.id),
};
export const productScheduleHandlers: Handlers<typeof productScheduleRoutes> = {
  list: ({ tx, actor }) => schedulesOf(tx, actor.userId!, 'product'),
  create: ({ tx, actor, body }) => addSchedule(tx, { actor, report: 'product' }, body),
  edit: ({ tx, actor, params, body }) =>
    switchSchedule(tx, { actor, report: 'product' }, { id: params.id, ...body }),
  remove: ({ tx, actor, params }) => removeSchedule(tx, { actor, report: 'product' }, params.id),
};
