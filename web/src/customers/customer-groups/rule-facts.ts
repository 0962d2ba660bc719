import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import type { CustomerRule, CustomerRuleData } from '@aisle/contract/customers/customer-groups';
import type { Fact } from '../../ui/record/record-head.tsx';
import { conditionLabels, dayOf } from './rule-values.ts';

const maxNamed = 5;
const list = new Intl.ListFormat('en-US', { type: 'disjunction' });
/** Lists the first few names and counts the rest, including names the user can't see. */
function oneOf(names: readonly string[] = [], total = names.length): string | undefined {
  if (total === 0) return undefined;
  const shown = names.slice(0, maxNamed);
  const more = total - shown.length;
  return list.format(more > 0 ? [...shown, `${formatCount(more)} more`] : shown);
}
const dayText = (instant: string | undefined): string | null => {
  const day = dayOf(instant);
  return day && formatDay(day);
};

/** The conditions of a rule in words; empty without any. */
export function ruleFacts(rule: CustomerRule, names: CustomerRuleData): Fact[] {
  const { minOrders, minSpent, hasPlan, status } = rule;
  const facts: Fact[] = [
    [
      conditionLabels.locationIds,
      oneOf(
        names.locations.map(({ name }) => name),
        rule.locationIds?.length,
      ),
    ],
    [conditionLabels.boughtSubProductId, names.boughtSubProduct?.name],
    [conditionLabels.boughtCategoryId, names.boughtCategory?.name],
    [conditionLabels.orderedInDays, rule.orderedInDays && pluralize(rule.orderedInDays, 'day')],
    [conditionLabels.notOrderedInDays, rule.notOrderedInDays && pluralize(rule.notOrderedInDays, 'day')],
    [conditionLabels.orderedSince, dayText(rule.orderedSince)],
    [conditionLabels.notOrderedSince, dayText(rule.notOrderedSince)],
    [conditionLabels.minOrders, minOrders && formatCount(minOrders)],
    [conditionLabels.minSpent, minSpent && formatMoney(minSpent)],
    [conditionLabels.city, rule.city],
    [conditionLabels.postalCodes, oneOf(rule.postalCodes)],
    [conditionLabels.hasPlan, hasPlan === undefined ? null : hasPlan ? 'On a plan' : 'Not on a plan'],
    [conditionLabels.planId, names.plan?.name],
    [conditionLabels.status, status && (status === 'blocked' ? 'Blocked' : 'Active')],
  ];
  return facts.filter(([, value]) => value);
}
