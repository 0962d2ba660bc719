import type { PersonalData } from '../../core/personal-data.ts';
import { groupPersonalData } from '../../customers/customer-groups/personal-data.queries.ts';
import { customerPersonalData } from '../../customers/customers/personal-data.queries.ts';
import { giftCardPersonalData } from '../../customers/gift-cards/personal-data.queries.ts';
import { planPersonalData } from '../../customers/subscription-plans/personal-data.queries.ts';
import { orderPersonalData } from '../../sales/orders/personal-data.queries.ts';
import { messagePersonalData } from '../messages/personal-data.queries.ts';
import { supportPersonalData } from '../support/personal-data.queries.ts';
import { carePersonalData } from './care-data.queries.ts';

/**
 * All features with personal data of customers. The customer comes last, because the others find their records through the
 * customer's.
 */
export const personalData: readonly PersonalData[] = [
  supportPersonalData,
  messagePersonalData,
  orderPersonalData,
  planPersonalData,
  carePersonalData,
  groupPersonalData,
  giftCardPersonalData,
  customerPersonalData,
];
