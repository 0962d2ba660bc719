import { formatDay } from '@aisle/contract/core/dates';
import {
  type CategoryRates,
  type LocationRates,
  locationRateRoutes,
  type RateEntry,
} from '@aisle/contract/locations/location-rates';
import type { RateKind } from '@aisle/contract/locations/rate-rules';
import { Button, Drawer, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call, keyOf, useWrite } from '../../../core/api.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { MoreButton } from '../../../ui/feedback/more-button.tsx';
import { rateText } from '../../../ui/values/rate-text.ts';
import { DateText } from '../../../ui/values/values.tsx';
import classes from './location-rates.module.css';

interface HistoryDrawerProps {
  rates: LocationRates;
  category: CategoryRates;
  mayChange: (kind: RateKind) => boolean;
  onClose: () => void;
}
/** All rates that a location has set for a category. Planned rates can be withdrawn. */
export function HistoryDrawer({ rates, category, mayChange, onClose }: HistoryDrawerProps) {
  const { location, version } = rates;
  const params = { id: location._id };
  const query = useInfiniteQuery({
    queryKey: [...keyOf(locationRateRoutes.history, { params, query: { categoryId: category._id } })],
    queryFn: ({ pageParam, signal }) =>
      call(
        locationRateRoutes.history,
        { params, query: { categoryId: category._id, ...(pageParam && { before: String(pageParam) }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
    meta: { quiet: true },
  });
  const edit = useWrite(locationRateRoutes.edit);
  const entries = query.data?.pages.flatMap((page) => page.entries);

  async function takeBack(entry: RateEntry): Promise<void> {
    const isSure = await confirm({
      title: 'Withdraw this change?',
      text: `${changeOf(entry)} ${whenOf(entry)} won't take effect. It's listed as withdrawn.`,
      confirm: 'Withdraw',
      danger: false,
    });
    if (!isSure) return;
    // A toast reports errors.
    await edit
      .mutateAsync({ params, query: {}, body: { version, withdraw: [entry.position] } })
      .catch(() => {});
  }

  return (
    <Drawer opened onClose={onClose} position="right" size={480} title={`Rates of ${category.name}`}>
      {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={200} className="after-a-while" />}
      {entries?.length === 0 && (
        <Text c="dimmed">{location.name} has never had a custom rate for this category.</Text>
      )}
      <ol className="plain-list">
        {entries?.map((entry) => (
          <li
            key={entry.position}
            className={`row wrap ${classes.entry}`}
            data-quiet={!['current', 'planned'].includes(entry.state) || undefined}
          >
            <span>
              {changeOf(entry)} {whenOf(entry)}
              <small>
                {stateNames[entry.state]} · {entry.by},{' '}
                <DateText value={entry.at} timeZone={location.timeZone} />
              </small>
            </span>
            {entry.state === 'planned' && mayChange(entry.kind) && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Withdraw ${changeOf(entry)} ${whenOf(entry)}`}
                onClick={() => void takeBack(entry)}
              >
                Withdraw
              </Button>
            )}
          </li>
        ))}
      </ol>
      <MoreButton query={query} size="md" mt="md">
        Show older
      </MoreButton>
    </Drawer>
  );
}

const stateNames: Record<RateEntry['state'], string> = {
  current: 'Current',
  planned: 'Planned',
  over: 'Ended',
  replaced: 'Replaced',
  withdrawn: 'Withdrawn',
};
const changeOf = ({ kind, rate }: RateEntry): string => {
  const what = kind === 'tax' ? 'Tax' : 'Commission';
  return rate === null ? `${what} inherited` : `${what} ${rateText(rate)}`;
};
const whenOf = ({ from, until }: RateEntry): string =>
  until ? `from ${formatDay(from)} to ${formatDay(until)}` : `from ${formatDay(from)}`;
