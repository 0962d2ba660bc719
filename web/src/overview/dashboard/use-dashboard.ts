import { type BlockName, type Dashboard, dashboardRoutes } from '@aisle/contract/overview/dashboard';
import type { LiveMessage } from '@aisle/contract/system/live/events';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call, keyOf } from '../../core/api.ts';
import { useLiveTopic } from '../../core/events.ts';
import type { DashboardSearch } from './dashboard-search.ts';
import { gatherBlocks } from './gather-blocks.ts';

/** The data of the visible blocks: one request for all of them, then one for each batch of outdated blocks. */
export function useDashboard(search: DashboardSearch, shown: readonly BlockName[]) {
  const client = useQueryClient();
  const args = useMemo(() => ({ query: withoutEmpty(search) }), [search]);
  const key = useMemo(() => keyOf(dashboardRoutes.data, args), [args]);
  const request = useCallback(
    (names: readonly BlockName[], signal?: AbortSignal) => {
      const query = { ...args.query, ...(names.length > 0 && { blocks: names.join(',') }) };
      return call(dashboardRoutes.data, { query }, { signal });
    },
    [args],
  );
  const [stale, setStale] = useState<ReadonlySet<BlockName>>(new Set());
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<Dashboard> => {
      const whole = await request(shown, signal);
      setStale(new Set());
      return whole;
    },
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const [loading, setLoading] = useState<ReadonlySet<BlockName>>(new Set());
  const refresh = useCallback(
    async (names: readonly BlockName[]) => {
      setLoading((before) => new Set([...before, ...names]));
      try {
        const part = await request(names);
        const before = client.getQueryData<Dashboard>(key);
        // A new day has started, so the cached data belongs to another period.
        if (before && before.from !== part.from) await client.invalidateQueries({ queryKey: key });
        else client.setQueryData<Dashboard>(key, (old) => old && withPart(old, part, names));
        setStale((old) => new Set([...old].filter((name) => !names.includes(name))));
      } catch {
        setStale((old) => new Set([...old, ...names]));
      }
      setLoading((old) => new Set([...old].filter((name) => !names.includes(name))));
    },
    [client, key, request],
  );
  useLiveBlocks({ shown, refresh, locationId: search.locationId, asOf: query.data?.asOf });
  useMissing(query.isPlaceholderData ? undefined : query.data, shown, refresh);
  return { ...query, stale, loading, refresh };
}

const withoutEmpty = (search: DashboardSearch): DashboardSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

/** Merges newer blocks into the response. A block that failed keeps its earlier data. */
const withPart = (old: Dashboard, part: Dashboard, names: readonly BlockName[]): Dashboard => ({
  ...old,
  ...part,
  failed: [...old.failed.filter((name) => !names.includes(name)), ...part.failed],
});

/** Loads a block that was turned on after the others were loaded. */
function useMissing(
  data: Dashboard | undefined,
  shown: readonly BlockName[],
  refresh: (names: readonly BlockName[]) => Promise<void>,
): void {
  const missing = data
    ? shown.filter((name) => data[name] === undefined && !data.failed.includes(name)).join(',')
    : '';
  useEffect(() => {
    if (missing) void refresh(missing.split(',') as BlockName[]);
  }, [missing, refresh]);
}

const ofOrders: readonly BlockName[] = [
  'attention',
  'today',
  'sales',
  'orders',
  'topProducts',
  'service',
  'topLocations',
  'customers',
];
/** Statements, payouts and sales change what locations are owed. */
const ofMoney: readonly BlockName[] = ['payouts', 'money'];
const ofStock: readonly BlockName[] = ['attention', 'stock'];

/** How long a transaction can take: its events have the time at which it began. */
const slowCommitMs = 2000;

interface Live {
  shown: readonly BlockName[];
  refresh: (names: readonly BlockName[]) => Promise<void>;
  locationId: string | undefined;
  asOf: string | undefined;
}
/** Refreshes the blocks that events affect, without a request for every event, and only while the page is visible. */
function useLiveBlocks(live: Live): void {
  const latest = useRef(live);
  latest.current = live;
  const gathering = useMemo(
    () =>
      gatherBlocks(async (names) => {
        const { shown, refresh } = latest.current;
        const wanted = names.filter((name) => shown.includes(name));
        if (wanted.length > 0) await refresh(wanted);
      }, whenVisible),
    [],
  );
  useEffect(() => () => gathering.stop(), [gathering]);
  const take = useCallback(
    (message: LiveMessage, blocks: readonly BlockName[]) => {
      const { locationId, asOf } = latest.current;
      const isElsewhere = locationId && message.locationId && message.locationId !== locationId;
      // A new stream repeats recent events.
      const isKnown = asOf && Date.parse(message.at) < Date.parse(asOf) - slowCommitMs;
      if (!isElsewhere && !isKnown) gathering.add(blocks);
    },
    [gathering],
  );
  const onOrders = useCallback((message: LiveMessage) => take(message, ofOrders), [take]);
  const onStock = useCallback((message: LiveMessage) => take(message, ofStock), [take]);
  const onMoney = useCallback((message: LiveMessage) => take(message, ofMoney), [take]);
  useLiveTopic('orders', onOrders);
  useLiveTopic('statements', onMoney);
  useLiveTopic('stock', onStock);
  useLiveTopic('inventory', onStock);
}

const whenVisible = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState !== 'hidden') return resolve();
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
  });
