import type { CustomerRule } from '@aisle/contract/customers/customer-groups';

/** The values of conditions as their fields show them. */
interface ConditionValues {
  orderedInDays: number | null;
  notOrderedInDays: number | null;
  minOrders: number | null;
  minSpent: number | null;
  locationIds: string[];
  boughtSubProductId: string | null;
  boughtCategoryId: string | null;
  orderedSince: string | null;
  notOrderedSince: string | null;
  hasPlan: 'yes' | 'no';
  planId: string | null;
  city: string;
  postalCodes: string[];
  status: 'active' | 'blocked';
}
export type ConditionName = keyof ConditionValues;
/** Only the conditions in use, in the order in which they were added. */
export type RuleValues = Partial<ConditionValues>;

/** The value of a condition that was just added. */
export const newConditions: ConditionValues = {
  orderedInDays: 30,
  notOrderedInDays: 30,
  minOrders: null,
  minSpent: null,
  locationIds: [],
  boughtSubProductId: null,
  boughtCategoryId: null,
  orderedSince: null,
  notOrderedSince: null,
  hasPlan: 'yes',
  planId: null,
  city: '',
  postalCodes: [],
  status: 'active',
};

/** In the order of the menu. */
export const conditionLabels: Record<ConditionName, string> = {
  orderedInDays: 'Last order within',
  notOrderedInDays: 'No order for',
  minOrders: 'Minimum orders',
  minSpent: 'Minimum spend',
  locationIds: 'Ordered at',
  boughtSubProductId: 'Bought item',
  boughtCategoryId: 'Bought from category',
  orderedSince: 'Ordered since',
  notOrderedSince: 'No order since',
  hasPlan: 'Subscription',
  planId: 'Plan',
  city: 'City',
  postalCodes: 'Postal codes',
  status: 'Status',
};
export const conditionNames = Object.keys(conditionLabels) as ConditionName[];

export const dayOf = (instant: string | undefined) => instant?.slice(0, 10) ?? null;

export function ruleValues(rule: CustomerRule): RuleValues {
  const { orderedSince, notOrderedSince, hasPlan, ...rest } = rule;
  return {
    ...rest,
    ...(orderedSince !== undefined && { orderedSince: dayOf(orderedSince) }),
    ...(notOrderedSince !== undefined && { notOrderedSince: dayOf(notOrderedSince) }),
    ...(hasPlan !== undefined && { hasPlan: hasPlan ? 'yes' : 'no' }),
  };
}

/** The rule in the API format; omits conditions without a value. */
export function ruleOf({ hasPlan, ...values }: RuleValues): CustomerRule {
  const filled = Object.entries(values).filter(
    ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return { ...Object.fromEntries(filled), ...(hasPlan && { hasPlan: hasPlan === 'yes' }) };
}
