import { z } from 'zod';
import { BooleanLike, DateOnly, Id, Ref } from '../core/fields.ts';
import { Rate } from '../core/money.ts';
import { routes } from '../core/route.ts';

/** A rate to try out for the whole period. */
export const SimulatedRate = z
  .strictObject({
    /** If omitted: at all selected locations. */
    locationId: Id.optional(),
    /** Null: the location's own commission, which applies where no category has a custom rate. */
    categoryId: z.uuid({ error: 'Choose a category' }).toLowerCase().nullable(),
    /** Null: the category inherits its rate. */
    rate: Rate.nullable(),
    /** Removes the custom rates of all categories below, so that they inherit this rate. */
    applyToChildren: BooleanLike.optional(),
  })
  .refine(({ categoryId, rate }) => categoryId !== null || rate !== null, {
    path: ['rate'],
    error: 'Enter a percentage',
  });
export type SimulatedRate = z.infer<typeof SimulatedRate>;

const maxSimulatedDays = 366;
const maxSimulatedRates = 50;
const dayMs = 24 * 60 * 60 * 1000;

export const SimulationInput = z
  .strictObject({
    /** If omitted: all locations. */
    locationIds: z.array(Id).min(1, 'Choose a location').max(1000).optional(),
    /** Calendar days in the time zone of each location; both days are included. */
    from: DateOnly,
    to: DateOnly,
    changes: z
      .array(SimulatedRate)
      .min(1, 'Add a rate')
      .max(maxSimulatedRates, `At most ${maxSimulatedRates} rates`),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Must not be before the start' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < maxSimulatedDays * dayMs, {
    path: ['to'],
    error: `Choose at most ${maxSimulatedDays} days`,
  })
  .refine(
    ({ changes }) =>
      new Set(changes.map(({ locationId, categoryId }) => `${locationId} ${categoryId}`)).size ===
      changes.length,
    { path: ['changes'], error: 'Each category can be listed only once for a location' },
  );
export type SimulationInput = z.infer<typeof SimulationInput>;

/** Sums of the sales and refunds posted in the period; refunds reduce them. */
const sums = {
  /** Item sales less discounts, without tax. */
  goods: z.int(),
  /** The commission in the books. */
  actual: z.int(),
  /** The commission at the simulated rates. */
  simulated: z.int(),
};
const CommissionSums = z.object(sums);
export type CommissionSums = z.infer<typeof CommissionSums>;

/** The maximum number of categories in the response, largest differences first; the file contains all. */
export const maxSimulatedCategories = 500;

export const Simulation = z.object({
  from: DateOnly,
  to: DateOnly,
  orders: z.int(),
  total: CommissionSums,
  locations: z.array(z.object({ location: Ref, orders: z.int(), ...sums })),
  categories: z.array(z.object({ category: Ref, ...sums })),
  /** False if the response omits categories. */
  isWhole: z.boolean(),
});
export type Simulation = z.infer<typeof Simulation>;

export const commissionSimulatorRoutes = routes('commissionSimulator', {
  start: {
    method: 'POST',
    path: '/commission-simulator/start',
    permission: 'store_tax_comm_edit',
    summary:
      'Starts a job that compares the commission of a past period with what it would have been at other rates. No rates are saved',
    body: SimulationInput,
    data: z.object({ jobId: Id }),
    changes: ['jobs'],
  },
  result: {
    method: 'GET',
    path: '/commission-simulator/result/{id}',
    permission: 'store_tax_comm_edit',
    summary: 'Shows the result of a commission simulation once its job is done',
    data: Simulation,
    reads: true,
  },
});
