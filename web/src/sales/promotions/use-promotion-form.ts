import { type Promotion, PromotionInput } from '@aisle/contract/sales/promotions/promotions';
import { z } from 'zod';
import { useSignedIn } from '../../core/session/session.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { copyOf, inputOf, type PromotionValues, valuesOf } from './promotion-values.ts';

/** The server's schema, applied to the values of the form. */
const Typed = z.preprocess<unknown, typeof PromotionInput, PromotionValues>(inputOf, PromotionInput);

export type PromotionForm = ReturnType<typeof usePromotionForm>;
/** The form for a promotion, for a copy of one, or for a new one. */
export function usePromotionForm(promotion: Promotion | undefined, copied: Promotion | undefined) {
  const { user } = useSignedIn();
  const own = user.locations.map(({ _id }) => _id);
  return useZodForm(
    Typed,
    (record?: Promotion) => (copied ? copyOf(valuesOf(own, copied)) : valuesOf(own, record)),
    promotion,
  );
}
