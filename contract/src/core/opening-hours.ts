import { z } from 'zod';
import { DateOnly, optionalText, tooLong } from './fields.ts';

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

const timeMessage = 'Enter a time like 08:30';
export const OpensAt = z
  .string()
  .max(5, tooLong(timeMessage))
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, timeMessage);
/** 24:00 is the end of the day. A location that is open past midnight continues on the next day at 00:00. */
export const ClosesAt = z
  .string()
  .max(5, tooLong(timeMessage))
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, timeMessage);
const OpenSpan = z
  .strictObject({ opens: OpensAt, closes: ClosesAt })
  .refine((span) => span.opens < span.closes, {
    message: 'Closing time must be after opening time',
    path: ['closes'],
  });
const OpenSpans = z.array(OpenSpan).max(6).refine(areApart, 'These hours overlap');
const OpenDay = OpenSpans.optional();
/** The opening hours of a location in its local time. Without any day it is always open; on a missing day it is closed. */
export const OpeningHours = z.strictObject({
  monday: OpenDay,
  tuesday: OpenDay,
  wednesday: OpenDay,
  thursday: OpenDay,
  friday: OpenDay,
  saturday: OpenDay,
  sunday: OpenDay,
});
export type OpeningHours = z.infer<typeof OpeningHours>;

/**
 * A date with other hours, such as a holiday or a late-night Thursday. Without spans the location is closed all day. The
 * marketplace's dates apply to every location without special hours on that date.
 */
export const HoursException = z.strictObject({
  date: DateOnly,
  spans: OpenSpans,
  note: optionalText('Note', 80),
});
export type HoursException = z.infer<typeof HoursException>;
export const HoursExceptions = z
  .array(HoursException)
  .max(200, 'At most 200 dates')
  .superRefine((all, context) => {
    const seen = new Set<string>();
    for (const [at, { date }] of all.entries()) {
      if (seen.has(date))
        context.addIssue({
          code: 'custom',
          path: [at, 'date'],
          message: 'Each date can be listed only once',
        });
      seen.add(date);
    }
  });

function areApart(spans: readonly { opens: string; closes: string }[]): boolean {
  const sorted = [...spans].sort((a, b) => a.opens.localeCompare(b.opens));
  return sorted.every((span, index) => index === 0 || sorted[index - 1]!.closes <= span.opens);
}
