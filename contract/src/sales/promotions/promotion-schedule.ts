import { z } from 'zod';
import { Instant } from '../../core/fields.ts';
import { ClosesAt, OpensAt } from '../../core/opening-hours.ts';

/** Hours of a day, 0 is Sunday, in the zone of the location. If `to` is before `from`, they end on the following day. */
export const PromotionWindow = z
  .strictObject({
    day: z.int({ error: 'Choose a day' }).min(0, 'Choose a day').max(6, 'Choose a day'),
    from: OpensAt,
    to: ClosesAt,
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Enter a time other than the start' });
export type PromotionWindow = z.infer<typeof PromotionWindow>;

/** The instant that is compared with the schedule. An order without a slot uses the time of placing. */
export const schedulesBy = ['placed', 'slot'] as const;

const shape = {
  startsAt: Instant,
  endsAt: Instant.nullable().default(null),
  /** Without windows the promotion runs at all times of the day. */
  weekly: z.array(PromotionWindow).max(50, 'At most 50 windows').default([]),
  by: z.enum(schedulesBy).default('placed'),
};
const endsAfterStart = ({ startsAt, endsAt }: { startsAt?: string | undefined; endsAt: string | null }) =>
  !startsAt || !endsAt || Date.parse(endsAt) > Date.parse(startsAt);
const wrongEnd = { path: ['endsAt'], message: 'The end must be after the start' };

export const PromotionSchedule = z.strictObject(shape).refine(endsAfterStart, wrongEnd);
export type PromotionSchedule = z.infer<typeof PromotionSchedule>;

/** Without `startsAt` the promotion starts at once. */
export const PromotionScheduleInput = z
  .strictObject({ ...shape, startsAt: Instant.optional() })
  .refine(endsAfterStart, wrongEnd);
