import type { PromotionSchedule } from '@aisle/contract/sales/promotions/promotion-schedule';
import type { PromotionTerms } from '@aisle/contract/sales/promotions/promotion-terms';
import type { PromotionLimits } from '@aisle/contract/sales/promotions/promotions';

/** The input of the job: the promotion as it was when the replay was requested. */
export interface Replay {
  promotion: {
    /** Null if it isn't saved. */
    id: string | null;
    edition: number;
    label: string;
    terms: PromotionTerms;
    schedule: PromotionSchedule;
    limits: PromotionLimits;
    needsCode: boolean;
    locationIds: readonly string[] | null;
  };
  from: string;
  until: string;
}
