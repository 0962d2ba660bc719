import {
  type BlockName,
  blocksFor,
  type Dashboard,
  dashboardRoutes,
} from '@aisle/contract/overview/dashboard';
import { nameOfUnnamed } from '@aisle/contract/system/auth/auth';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { read } from '../../core/api.ts';
import { useCanOpen } from '../../core/pages/screens.ts';
import { setPreference, usePreference } from '../../core/preferences/user-preferences.ts';
import { useInstallation } from '../../core/session/installation.ts';
import { landings } from '../../core/session/landing.ts';
import { useCan, usePermissions, useSignedIn } from '../../core/session/session.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { moved } from '../../ui/form/reorder.ts';
import { PageTitle } from '../../ui/record/page-title.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { AnchorLink, ButtonLink } from '../../ui/record/screen-link.tsx';
import { ArrangeBlocks } from './arrange/arrange-blocks.tsx';
import { arranged, blockTitles, widthsOf } from './arrange/layout.ts';
import { Attention, Today } from './blocks/attention.tsx';
import { Block, type BlockState, widthOf } from './blocks/block.tsx';
import { BlockSkeleton } from './blocks/block-skeleton.tsx';
import { OpenOrders, Sales, Stock, TopLocations, TopProducts } from './blocks/blocks.tsx';
import { Customers } from './blocks/customers.tsx';
import { FirstSteps } from './blocks/first-steps.tsx';
import { Money, Payouts } from './blocks/money.tsx';
import { Service } from './blocks/service.tsx';
import classes from './dashboard.module.css';
import type { DashboardSearch } from './dashboard-search.ts';
import { comparedText, greeting, thisTimeLastWeek } from './period.ts';
import { PeriodChoice } from './period-choice.tsx';
import { useDashboard } from './use-dashboard.ts';

export function DashboardScreen() {
  const { user } = useSignedIn();
  const { search, go } = useDashboardSearch();
  const arrangement = useArrangement(possibleBlocks(user.userType, search, usePreference('hiddenBlocks')));
  const { shown } = arrangement;
  // Sales of today are compared with the same hours a week ago, which the block Today has.
  const needsToday = isToday(search) && shown.includes('sales');
  const board = useDashboard(search, needsToday ? [...shown, 'today'] : shown);
  const { data, error, refetch } = board;
  const setup = useSetup();
  const bare = Boolean(data?.setup);
  const steps = setup.data ?? data?.setup;
  const isUnnamed = user.firstName === nameOfUnnamed.firstName && user.lastName === nameOfUnnamed.lastName;
  const isNamed = user.firstName && !isUnnamed;
  const allowed = (name: BlockName) => !data || isAllowed(data, name);
  const hasBlocks = !bare && arrangement.blocks.some(allowed);
  return (
    <div className={`page ${classes.page}`}>
      <PageTitle
        title="Dashboard"
        actions={
          hasBlocks && (
            <>
              <PeriodChoice search={search} onChange={go} />
              <ArrangeBlocks
                blocks={arrangement.blocks.filter(allowed)}
                hidden={arrangement.hidden}
                onToggle={arrangement.toggle}
                onOrder={arrangement.setOrder}
                onReset={arrangement.reset}
              />
            </>
          )
        }
      />
      <p className={classes.greeting}>
        {greeting(new Date().getHours())}
        {isNamed && `, ${user.firstName}`}.{' '}
        {user.firstName && !isNamed && (
          <AnchorLink to="/profile" underline="always">
            Add your name
          </AnchorLink>
        )}
      </p>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {error && data && (
        <Text size="sm" c="dimmed" role="status">
          Couldn't refresh these figures.{' '}
          <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </Text>
      )}
      {board.isPending && !setup.isExpected && <Waiting shown={shown} isOneDay={isOneDay(search)} />}
      {data && steps && <FirstSteps setup={steps} />}
      {data && !bare && <BlockGrid data={data} search={search} board={board} arrangement={arrangement} />}
    </div>
  );
}

/** Refetches during the setup, because its steps are done on other screens or in other tabs. */
const setupRefetchMs = 5000;

/** The setup steps of a new marketplace, for administrators until they hide them. */
function useSetup() {
  const isOn = useInstallation('setup');
  const isKnown = useInstallation('version') !== null;
  const canSee = useCan('access_setting');
  const { data } = useQuery({
    ...read(dashboardRoutes.setup, {}),
    enabled: isOn && canSee,
    refetchInterval: setupRefetchMs,
    meta: { quiet: true },
  });
  // A new marketplace shows no skeleton of the blocks that it will not have.
  return { data: isOn && canSee ? data : undefined, isExpected: canSee && (isOn || !isKnown) };
}

/** The search params, with defaults for missing ones. */
function useDashboardSearch() {
  const { user, locationId: working } = useSignedIn();
  const navigate = useNavigate();
  const { period, from, to, compare, locationId } = useSearch({ from: '/shell/dashboard' });
  const usual = user.userType === 'store' ? 'today' : 'last30Days';
  const search = useMemo<DashboardSearch>(
    () => ({
      ...(from ? { from, to } : { period: period ?? usual }),
      compare,
      locationId: locationId ?? working,
    }),
    [period, from, to, compare, locationId, working, usual],
  );
  const go = (patch: DashboardSearch) =>
    void navigate({ to: '/dashboard', search: (before) => ({ ...before, ...patch }), replace: true });
  return { search, go };
}

const isToday = ({ period }: DashboardSearch): boolean => period === 'today';
const isOneDay = ({ period, from, to }: DashboardSearch): boolean =>
  period === 'today' || period === 'yesterday' || (from !== undefined && from === to);

/** Omits the ranking of locations if there is only one, and Today if Sales shows the same day. */
const possibleBlocks = (
  userType: string,
  search: DashboardSearch,
  hidden: readonly string[] = [],
): readonly BlockName[] => {
  const isInSales = isToday(search) && !hidden.includes('sales');
  return blocksFor(userType).filter(
    (name) => !(name === 'topLocations' && search.locationId) && !(name === 'today' && isInSales),
  );
};

function isAllowed(data: Dashboard, name: BlockName): boolean {
  const { attention } = data;
  if (name === 'attention' && attention) return Object.values(attention).some((count) => count !== null);
  return data[name] !== null;
}

/** Users without any permission wait for a role; others see no figures, and get links to their screens. */
function NothingToShow() {
  const { routesByPath } = useRouter();
  const canOpen = useCanOpen();
  if (usePermissions().size === 0) {
    return (
      <EmptyState
        title="No permissions yet"
        text="Ask an administrator to assign you a role. Your work appears here as soon as you have one."
      />
    );
  }
  const screens = landings.filter((path) => path !== '/dashboard' && canOpen(path));
  return (
    <EmptyState
      title="No figures for your role"
      text="Your work is on these screens. You can make one of them your start page in your profile."
    >
      <Group gap="xs" justify="center">
        {screens.map((path) => (
          <ButtonLink key={path} to={path} variant="default">
            {routesByPath[path].options.staticData?.title}
          </ButtonLink>
        ))}
      </Group>
    </EmptyState>
  );
}

interface BlockGridProps {
  data: Dashboard;
  search: DashboardSearch;
  board: ReturnType<typeof useDashboard>;
  arrangement: ReturnType<typeof useArrangement>;
}
function BlockGrid({ data, search, board, arrangement }: BlockGridProps) {
  const [asTable, setAsTable] = useState(false);
  const shown = arrangement.shown.filter((name) => isAllowed(data, name));
  if (!arrangement.blocks.some((name) => isAllowed(data, name))) {
    return <NothingToShow />;
  }
  if (shown.length === 0) {
    return (
      <EmptyState title="All blocks are hidden">
        <Button variant="default" onClick={arrangement.showAll}>
          Show all
        </Button>
      </EmptyState>
    );
  }
  const widths = widthsOf(shown, isOneDay(search));
  const contents = contentsOf(data, search, { shown, asTable });
  const hasChart = (data.sales?.byDay.length ?? 0) > 1;
  return (
    <div className={classes.blocks} data-changing={board.isPlaceholderData || undefined}>
      {shown.map((name) => (
        <Block
          key={name}
          name={name}
          width={widths.get(name) ?? 12}
          state={stateOf(data, board, name)}
          refresh={() => void board.refresh([name])}
          hide={() => arrangement.toggle(name)}
          moveUp={arrangement.mover(name, -1)}
          moveDown={arrangement.mover(name, 1)}
          tools={
            name === 'sales' &&
            hasChart && (
              <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setAsTable(!asTable)}>
                {asTable ? 'Show chart' : 'Show table'}
              </Button>
            )
          }
        >
          {contents[name]}
        </Block>
      ))}
    </div>
  );
}

function stateOf(data: Dashboard, { stale, loading }: BlockGridProps['board'], name: BlockName): BlockState {
  const isBroken = data.failed.includes(name) || stale.has(name);
  if (data[name] !== undefined) return isBroken ? 'stale' : 'ready';
  return isBroken && !loading.has(name) ? 'failed' : 'loading';
}

function contentsOf(
  data: Dashboard,
  search: DashboardSearch,
  { shown, asTable }: { shown: readonly BlockName[]; asTable: boolean },
): Record<BlockName, ReactNode> {
  const { attention, today, payouts, money, sales, orders, topProducts, stock } = data;
  const { service, topLocations, customers } = data;
  const isRunning = Date.now() < Date.parse(data.until);
  // Doesn't compare part of a day with a whole day, but today's sales with the same hours a week ago.
  const than = isRunning && data.from === data.to ? undefined : comparedText(data);
  const ofSales =
    isToday(search) && sales && today
      ? { sales: { ...sales, before: today.lastWeek }, than: thisTimeLastWeek }
      : { sales, than };
  return {
    attention: attention && <Attention data={data} attention={attention} shown={shown} />,
    today: today && <Today data={data} today={today} />,
    payouts: payouts && <Payouts payouts={payouts} />,
    money: money && <Money data={data} money={money} />,
    sales: ofSales.sales && (
      <Sales data={data} {...ofSales} sales={ofSales.sales} asTable={asTable} isRunning={isRunning} />
    ),
    orders: orders && <OpenOrders data={data} orders={orders} />,
    topProducts: topProducts && <TopProducts data={data} products={topProducts} />,
    stock: stock && <Stock data={data} stock={stock} />,
    service: service && <Service data={data} service={service} hasLate={!shown.includes('attention')} />,
    topLocations: topLocations && <TopLocations data={data} locations={topLocations} />,
    customers: customers && <Customers data={data} customers={customers} than={than} />,
  };
}

/** The skeletons of all blocks. */
function Waiting({ shown, isOneDay }: { shown: readonly BlockName[]; isOneDay: boolean }) {
  const widths = widthsOf(shown, isOneDay);
  return (
    <div className={`${classes.blocks} after-a-while`} aria-hidden>
      {shown.map((name) => (
        <div key={name} className={classes.block} style={widthOf(widths.get(name) ?? 12)}>
          <Panel title={blockTitles[name]}>
            <BlockSkeleton name={name} />
          </Panel>
        </div>
      ))}
    </div>
  );
}

/** The user's arrangement: the visible blocks and their order, saved in the preferences. */
function useArrangement(possible: readonly BlockName[]) {
  const hidden: readonly string[] = usePreference('hiddenBlocks') ?? [];
  const order: readonly string[] = usePreference('blockOrder') ?? [];
  const blocks = arranged(possible, order);
  const shown = blocks.filter((name) => !hidden.includes(name));
  const setOrder = (next: readonly BlockName[]) => {
    // Blocks that aren't available here, such as the ranking of locations, keep their position.
    const others = order.filter((name) => !next.some((one) => one === name));
    setPreference('blockOrder', [...next, ...others]);
  };
  return {
    blocks,
    shown,
    hidden,
    toggle: (name: BlockName) =>
      setPreference(
        'hiddenBlocks',
        hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name],
      ),
    setOrder,
    /** Swaps the block with the previous or next visible one; undefined if there is none. */
    mover: (name: BlockName, step: 1 | -1) => {
      const other = shown[shown.indexOf(name) + step];
      if (!other) return undefined;
      return () => setOrder(moved(blocks, blocks.indexOf(name), blocks.indexOf(other)));
    },
    showAll: () => setPreference('hiddenBlocks', undefined),
    reset: () => {
      setPreference('hiddenBlocks', undefined);
      setPreference('blockOrder', undefined);
    },
  };
}
