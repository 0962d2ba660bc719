import { formatDay } from '@aisle/contract/core/dates';
import {
  locationRateRoutes,
  type RateExplanation,
  type TaxExplanation,
  type WeighedRule as WeighedRuleSchema,
} from '@aisle/contract/location-rates';
import type { RateRule } from '@aisle/contract/rate-rules';
import { Modal, Skeleton, Text } from '@mantine/core';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { read } from '../../core/api.ts';
import { useMay } from '../../core/session.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { rateText } from '../../ui/rate-text.ts';
import { DateText } from '../../ui/values.tsx';
import classes from './location-rates.module.css';

export interface Explained {
  subProductId: string;
  locationId: string;
  /** The day at the location; left out: today. */
  day?: string | undefined;
  /** What an order line really bears, where this is opened from one. */
  charged?: number | undefined;
}

/** Why something is taxed as it is at a location, rule by rule; with the commission for those who may see it. */
export function ExplainDialog({ onClose, ...about }: Explained & { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Why this tax?" size={600}>
      <Explanation {...about} />
    </Modal>
  );
}

export function Explanation({ subProductId, locationId, day, charged }: Explained) {
  const maySeeAll = useMay('store_tax_comm_view');
  const asked = { subProductId, ...(day && { date: day }) };
  const query = useQuery<TaxExplanation | RateExplanation>({
    ...(maySeeAll
      ? read(locationRateRoutes.explainRates, { params: { id: locationId }, query: asked })
      : read(locationRateRoutes.explain, { query: { ...asked, locationId } })),
    meta: { quiet: true },
  } as never);
  const told = query.data;
  if (query.error && !told) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (!told) return <Skeleton height={280} className="after-a-while" />;
  return (
    <>
      <Text mb="md" dir="auto">
        <b>{told.subProduct.name}</b> at {told.location.name}, {formatDay(told.day)}
      </Text>
      {charged !== undefined && charged !== told.tax.rate && (
        <Text mb="md" role="note">
          This line bears {rateText(charged)}: it keeps what held when the order was placed. Below is what
          held as that day ended.
        </Text>
      )}
      {told.formerCategories.length > 0 && <FormerCategories past={told.formerCategories} />}
      <Rules name="Tax" weighed={told.tax} />
      {'commission' in told && <Rules name="Commission" weighed={told.commission} />}
    </>
  );
}

/** A past day follows the category that the product had then, so it is told which that was. */
function FormerCategories({ past }: { past: TaxExplanation['formerCategories'] }) {
  return (
    <Text mb="md" size="sm" c="dimmed">
      The product was in{' '}
      {past.map(({ _id, name, until }, index) => (
        <span key={`${_id} ${until}`}>
          {index > 0 && ', before that in '}
          {name} until <DateText value={until} />
        </span>
      ))}
      . Each day follows the category of that day.
    </Text>
  );
}

type Rule = z.infer<typeof WeighedRuleSchema>;
const outcomes = {
  won: { Icon: IconCheck, says: 'decides' },
  outranked: { Icon: IconX, says: 'comes too late' },
  silent: { Icon: IconMinus, says: 'says nothing' },
};
const ruleNames: Record<RateRule, (category: string) => string> = {
  product: () => 'The product itself',
  locationCategory: (category) => `This location, for ${category}`,
  category: (category) => `The catalogue, for ${category}`,
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
      <ol className={classes.rules}>
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
    <li className={classes.rule} data-outcome={rule.outcome}>
      <Icon size={16} stroke={2} role="img" aria-label={says} />
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
