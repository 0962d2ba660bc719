import type { Quote } from '@aisle/contract/sales/main-orders/main-orders';
import type { promotionRoutes, SimulationInput } from '@aisle/contract/sales/promotions/promotions';
import type { Context } from '../../../core/context.ts';
import type { Handlers } from '../../../core/http/serve.ts';
import { newId } from '../../../core/ids.ts';
import { unsavedContent } from '../../promotions/promotions.service.ts';
import { quote } from '../main-orders.service.ts';

export const simulationHandlers: Pick<Handlers<typeof promotionRoutes>, 'simulate'> = {
  simulate: (call) => simulate(call, call.body),
};

/** Breaks ties as the newest promotion would. */
const newestNumber = Number.MAX_SAFE_INTEGER;

async function simulate(
  call: Context,
  { promotion, promotionId = newId(), quote: basket, at }: SimulationInput,
): Promise<Quote> {
  const { tx } = call;
  const { label, locationIds, schedule, limits, ...content } = await unsavedContent(tx, promotion);
  const { reward, goods, conditions, audience, combines, funding } = content;
  return quote(
    call,
    { ...basket, explain: true },
    {
      at: at ?? new Date().toISOString(),
      promotion: {
        promotionId,
        number: newestNumber,
        edition: 1,
        label,
        terms: { reward, goods, conditions, audience, combines, funding },
        locationIds: locationIds && [...locationIds],
        schedule,
        state: 'active',
        codeKey: null,
        isCodeUsed: false,
        usesLeft: limits.uses,
        budgetLeft: limits.budget,
        usesPerCustomer: limits.usesPerCustomer,
        usesByCustomer: 0,
      },
    },
  );
}
