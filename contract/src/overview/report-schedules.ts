import { z } from 'zod';
import { Deleted, Id, Instant, requiredText, Version } from '../core/fields.ts';
import { routes } from '../core/route.ts';
import type { Permission } from '../permissions.ts';
import { ProductReportInput, StoreReportInput } from './reports.ts';

/** The permission to see each report. */
export const reportPermissions = {
  store: 'location_report',
  product: 'product_view',
} as const satisfies Record<string, Permission>;
export type ReportName = keyof typeof reportPermissions;

export const scheduleIntervals = ['day', 'week', 'month'] as const;
export type ScheduleInterval = (typeof scheduleIntervals)[number];
/** The hour, in the time zone of most locations, at which reports are sent. */
export const sendingHour = 7;
/** The maximum number of schedules of one report per user. */
export const maxSchedules = 20;

const { shape: store } = StoreReportInput;
const { shape: product } = ProductReportInput;
/** A report request without period and page: the period follows from the day of sending, and all rows are sent. */
const StoreRequest = z.strictObject({
  groupBy: store.groupBy,
  locationIds: store.locationIds,
  compare: store.compare,
  sort: store.sort,
});
const ProductRequest = z.strictObject({
  groupBy: product.groupBy,
  locationIds: product.locationIds,
  categoryId: product.categoryId,
  brandId: product.brandId,
  productId: product.productId,
  compare: product.compare,
  sort: product.sort,
});
export type StoreRequest = z.infer<typeof StoreRequest>;
type ProductRequest = z.infer<typeof ProductRequest>;

/**
 * Why the server stopped the schedule: the user lost a permission or a location, is no longer active, or the report can't be
 * created.
 */
const stopReasons = ['permission', 'location', 'inactive', 'request'] as const;
export type StopReason = (typeof stopReasons)[number];

const scheduleOf = <Request extends z.ZodType>(request: Request) =>
  z.object({
    _id: Id,
    name: z.string(),
    request,
    every: z.enum(scheduleIntervals),
    /** 0 is Sunday; null unless the report is sent every week. */
    weekday: z.int().nullable(),
    timeZone: z.string(),
    isPaused: z.boolean(),
    /** The reason why the server stopped it; null once it is resumed. */
    stoppedBecause: z.enum(stopReasons).nullable(),
    nextAt: Instant,
    lastSentAt: Instant.nullable(),
    createdAt: Instant,
    version: Version,
  });
const inputOf = <Request extends z.ZodType>(request: Request) =>
  z
    .strictObject({
      name: requiredText('Name', 80),
      request,
      every: z.enum(scheduleIntervals),
      weekday: z.int().min(0).max(6).optional(),
    })
    .refine(({ every, weekday }) => (every === 'week') === (weekday !== undefined), {
      path: ['weekday'],
      error: 'Choose a day of the week for a weekly report only',
    });
const ScheduleEdit = z.strictObject({ isPaused: z.boolean(), version: Version });

/** A user's own schedules of one report. They require the permission for the report, and no other one. */
function scheduleRoutes<
  const Name extends ReportName,
  const Needed extends Permission,
  Request extends z.ZodType,
>(name: Name, permission: Needed, request: Request) {
  const Schedule = scheduleOf(request);
  return routes('reportSchedules', {
    list: {
      method: 'GET',
      path: `/report-schedule/${name}/list` as const,
      permission,
      forKeys: false,
      summary: `Lists your schedules of the ${name} report, oldest first`,
      data: z.array(Schedule),
      reads: true,
    },
    create: {
      method: 'POST',
      path: `/report-schedule/${name}/create` as const,
      permission,
      forKeys: false,
      summary: `Schedules the ${name} report to be sent to you by email`,
      body: inputOf(request),
      data: Schedule,
      message: 'Report scheduled',
      problems: ['reportSchedules.too-many'],
      changes: ['reportSchedules'],
    },
    edit: {
      method: 'PUT',
      path: `/report-schedule/${name}/edit/{id}` as const,
      permission,
      forKeys: false,
      summary: `Pauses or resumes your schedule of the ${name} report`,
      body: ScheduleEdit,
      data: Schedule,
      message: 'Schedule saved',
      problems: ['version-stale'],
      changes: ['reportSchedules'],
    },
    remove: {
      method: 'DELETE',
      path: `/report-schedule/${name}/delete/{id}` as const,
      permission,
      forKeys: false,
      summary: `Deletes your schedule of the ${name} report`,
      data: Deleted,
      message: 'Schedule deleted',
      changes: ['reportSchedules'],
    },
  });
}
export const storeScheduleRoutes = scheduleRoutes('store', reportPermissions.store, StoreRequest);
export const productScheduleRoutes = scheduleRoutes('product', reportPermissions.product, ProductRequest);

interface Requests {
  store: StoreRequest;
  product: ProductRequest;
}
type Common = Omit<z.infer<ReturnType<typeof scheduleOf<typeof StoreRequest>>>, 'request'>;
export type ReportSchedule<Name extends ReportName = ReportName> = Common & { request: Requests[Name] };
export interface ReportScheduleInput<Name extends ReportName = ReportName> {
  name: string;
  request: Requests[Name];
  every: ScheduleInterval;
  weekday?: number | undefined;
}
