import type { reportRoutes } from '@aisle/contract/overview/reports';
import type { ExportFormat } from '@aisle/contract/system/exports';
import type { Context } from '../../core/context.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { type ExportSources, exportList } from '../../system/exports/exports.service.ts';
import { cacheWhenSlow } from '../dashboard/slow-figures.ts';
import type { reportExports } from './reports.exports.ts';
import { getDiscountReport, getProductReport, getStoreReport } from './reports.service.ts';

export const reportHandlers = (sources: ExportSources): Handlers<typeof reportRoutes> => {
  const fileOf = (call: Context, name: keyof typeof reportExports, format: ExportFormat, body: object) =>
    exportList(call, sources, { name, format, body });
  return {
    store: async (call) => {
      const report = await getStoreReport(call.tx, call.body);
      const format = call.query?.format;
      return format ? { ...report, file: await fileOf(call, 'storeReport', format, call.body) } : report;
    },
    product: async (call) => {
      const { tx, actor, services, body } = call;
      // Slow for all locations and many months, so the result is cached briefly.
      const report = await cacheWhenSlow(services, ['productReport', actor.locations, body], () =>
        getProductReport(tx, actor, body),
      );
      const format = call.query?.format;
      return format ? { ...report, file: await fileOf(call, 'productReport', format, call.body) } : report;
    },
    discount: async (call) => {
      const { tx, actor, services, body } = call;
      // Reads every order with a discount, so the result is cached briefly if that is slow.
      const report = await cacheWhenSlow(services, ['discountReport', actor.locations, body], () =>
        getDiscountReport(tx, body),
      );
      const format = call.query?.format;
      return format ? { ...report, file: await fileOf(call, 'discountReport', format, call.body) } : report;
    },
  };
};
