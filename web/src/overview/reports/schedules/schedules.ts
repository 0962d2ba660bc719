import {
  productScheduleRoutes,
  type ReportName,
  type ReportSchedule,
  type ScheduleInterval,
  type StopReason,
  storeScheduleRoutes,
} from '@aisle/contract/overview/report-schedules';

/** The schedule routes of each report, which share one signature. */
export const scheduleRoutes = { store: storeScheduleRoutes, product: productScheduleRoutes } as const;

export const intervalLabels: Record<ScheduleInterval, string> = {
  day: 'Daily',
  week: 'Weekly',
  month: 'Monthly',
};
export const weekdayLabels = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** The period that each email covers. */
export const contentTexts: Record<ScheduleInterval, string> = {
  day: 'Each email covers the day before.',
  week: 'Each email covers the seven days before.',
  month: 'Sent on the first of the month, for the month before.',
};

/** "Daily", "Every Monday", "On the first of the month". */
export function recurrenceText({ every, weekday }: Pick<ReportSchedule, 'every' | 'weekday'>): string {
  if (every === 'day') return 'Daily';
  return every === 'month' ? 'On the first of the month' : `Every ${weekdayLabels[weekday ?? 0]}`;
}

export const stopTexts: Record<StopReason, string> = {
  permission: "Stopped: you didn't have access to this report.",
  location: "Stopped: you didn't have access to one of its locations.",
  inactive: 'Stopped: your account was inactive.',
  request: "Stopped: the report couldn't be created. Save it again with other filters.",
};

/** The current report without its period and page, which each email sets. */
export function requestOf<Body extends object>(body: Body) {
  const {
    from: _,
    to: _to,
    page: _page,
    limit: _limit,
    cursor: _cursor,
    ...request
  } = body as Body & Record<'from' | 'to' | 'page' | 'limit' | 'cursor', unknown>;
  return request;
}

export type Request<Name extends ReportName> = ReportSchedule<Name>['request'];
