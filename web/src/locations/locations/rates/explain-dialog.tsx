import { formatDay } from '@aisle/contract/core/dates';
import { itemName } from '@aisle/contract/core/item-name';
import {
  locationRateRoutes,
  type TaxExplanation,
  type WeighedRule as WeighedRuleSchema,
} from '@aisle/contract/locations/location-rates';
import type { RateRule } from '@aisle/contract/locations/rate-rules';
import { Modal, Skeleton, Text } from '@mantine/core';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { read } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { rateText } from '../../../ui/values/rate-text.ts';
import { DateText } from '../../../ui/values/values.tsx';
import classes from './location-rates.module.css';

export interface Explained {
  subProductId: string;
  locationId: string;
  /** The day at the location; today by default. */
  day?: string | undefined;
  /** The rate charged, if the dialog is opened from an order line. */
  charged?: number | undefined;
}

/** Explains rule by rule why an item has its tax rate at a location; also the commission, if the user can see it. */
export function ExplainDialog({ onClose, ...about }: Explained & { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Why this tax?" size={600}>
      <Explanation {...about} />
    </Modal>
  );
}

export function Explanation({ subProductId, locationId, day, charged }: Explained) {
  const maySeeAll = useCan('store_tax_comm_view');
  const request = { subProductId, ...(day && { date: day }) };
  const rates = useQuery({
    ...read(locationRateRoutes.explainRates, { params: { id: locationId }, query: request }),
    enabled: maySeeAll,
    meta: { quiet: true },
  });
  const tax = useQuery({
    ...read(locationRateRoutes.explain, { query: { ...request, locationId } }),
    enabled: !maySeeAll,
    meta: { quiet: true },
  });
  const query = maySeeAll ? rates : tax;
  const explanation: TaxExplanation | undefined = query.data;
  if (query.error && !explanation)
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (!explanation) return <Skeleton height={280} className="after-a-while" />;
  return (
    <>
      <Text mb="md" dir="auto">
        <b>{itemName(explanation.subProduct)}</b> at {explanation.location.name}, {formatDay(explanation.day)}
      </Text>
      {charged !== undefined && charged !== explanation.tax.rate && (
        <Text mb="md" role="note">
          This line was charged {rateText(charged)}, the rate when the order was placed. Below are the rates
          at the end of that day.
        </Text>
      )}
      {explanation.formerCategories.length > 0 && <PreviousCategories past={explanation.formerCategories} />}
      <Rules name="Tax" weighed={explanation.tax} />
      {maySeeAll && rates.data && <Rules name="Commission" weighed={rates.data.commission} />}
    </>
  );
}

/** A past day uses the category that the product had then, so the explanation names that category. */
function PreviousCategories({ past }: { past: TaxExplanation['formerCategories'] }) {
  return (
    <Text mb="md" size="sm" c="dimmed">
      The product was in{' '}
      {past.map(({ _id, name, until }, index) => (
        <span key={`${_id} ${until}`}>
          {index > 0 && ', before that in '}
          {name} until <DateText value={until} />
        </span>
      ))}
      . Rates follow the product's category on each day.
    </Text>
  );
}

type Rule = z.infer<typeof WeighedRuleSchema>;
const outcomes = {
  won: { Icon: IconCheck, says: 'decides' },
  outranked: { Icon: IconX, says: 'overridden' },
  silent: { Icon: IconMinus, says: 'not set' },
};
const ruleNames: Record<RateRule, (category: string) => string> = {
  product: () => 'Product',
  locationCategory: (category) => `This location, for ${category}`,
  category: (category) => `Catalog, for ${category}`,
  untaxed: () => 'No tax',
  location: () => 'This location, for everything',
};

function Rules({ name, weighed }: { name: string; weighed: TaxExplanation['tax'] }) {
  return (
    <section aria-label={name}>
      <p className={classes.verdict}>
        <span>{name}</span>
        <span>{rateText(weighed.rate)}</span>
      </p>
      <ol className={`plain-list ${classes.rules}`}>
        {weighed.rules.map((rule) => (
          <RuleRow key={`${rule.rule} ${rule.category?._id}`} rule={rule} />
        ))}
      </ol>
    </section>
  );
}

function RuleRow({ rule }: { rule: Rule }) {
  const { Icon, says } = outcomes[rule.outcome];
  return (
    <li className={`grid align-start text-md ${classes.rule}`} data-outcome={rule.outcome}>
      <Icon size={16} style={{ strokeWidth: 2 }} role="img" aria-label={says} />
      <span dir="auto">
        {ruleNames[rule.rule](rule.category?.name ?? '')}
        {rule.outcome !== 'silent' && (
          <Text size="xs" c="dimmed" className={classes.why ?? ''}>
            {rule.reason}
            {rule.from && `, since ${formatDay(rule.from)}`}
            {rule.until && ` until ${formatDay(rule.until)}`}
          </Text>
        )}
      </span>
      <span className="tabular">{rule.rate === null ? '–' : rateText(rule.rate)}</span>
    </li>
  );
}
