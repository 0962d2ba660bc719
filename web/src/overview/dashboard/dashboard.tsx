import { type Dashboard, dashboardRoutes } from '@aisle/contract/overview/dashboard';
import { ActionIcon, Button, Menu, SegmentedControl, Skeleton, Text, Tooltip } from '@mantine/core';
import { IconLayoutGrid } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { read } from '../../core/api.ts';
import { useLiveTopic } from '../../core/events.ts';
import { useSignedIn } from '../../core/session.ts';
import { setPreference, usePreference } from '../../core/user-preferences.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Attention, Today } from './attention.tsx';
import { Block, widthOf } from './block.tsx';
import { Customers, OpenOrders, Sales, Stock, TopLocations, TopProducts } from './blocks.tsx';
import classes from './dashboard.module.css';
import { FirstSteps } from './first-steps.tsx';
import { type BlockName, blocksFor, blockTitles, widthsOf } from './layout.ts';
import { type DashboardSearch, greeting, lastDays, type Period, periodBefore, periods } from './period.ts';

export function DashboardScreen() {
  const { user, locationId: working } = useSignedIn();
  const navigate = useNavigate();
  const { days = user.userType === 'store' ? 1 : 30, locationId: requestedId } = useSearch({
    from: '/shell/dashboard',
  });
  const locationId = requestedId ?? working;
  const period = lastDays(days);
  const query = useQuery({
    ...read(dashboardRoutes.data, { query: { ...period, ...(locationId && { locationId }) } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const { hidden, toggle, showAll } = useHiddenBlocks();
  const [asTable, setAsTable] = useState(false);
  const { refetch, data } = query;
  const refresh = useCallback(() => void refetch(), [refetch]);
  useFresh(refresh);

  const go = (patch: DashboardSearch) =>
    void navigate({
      to: '/dashboard',
      search: (before) => ({ ...before, ...patch }),
      replace: true,
    });

  const possible = data ? blocksFor(user.userType).filter((name) => isWorthIt(data, name, days)) : [];
  const shown = possible.filter((name) => !hidden.includes(name));
  const widths = widthsOf(shown);
  const setup = data?.setup;
  const bare = Boolean(setup);
  const contents =
    data && contentsOf(data, asTable, { isRunning: data.to === period.to, than: periodBefore(days) });
  return (
    <div className={classes.page}>
      <PageTitle title="Dashboard" />
      <div className={classes.head}>
        <p className={classes.greeting}>
          {greeting(new Date().getHours())}, {user.firstName}.
        </p>
        {!bare && (
          <div className={classes.choices}>
            <SegmentedControl
              className={classes.period ?? ''}
              aria-label="Period"
              data={periods.map((one) => ({
                value: String(one),
                label: one === 1 ? 'Today' : `${one} days`,
              }))}
              value={String(days)}
              onChange={(value) => go({ days: Number(value) as Period })}
            />
            <ShownMenu possible={possible} hidden={hidden} onToggle={toggle} />
          </div>
        )}
      </div>
      {query.error && !data && <ErrorState error={query.error} retry={refresh} />}
      {query.error && data && (
        <Text size="sm" c="dimmed" role="status">
          Couldn't refresh these figures.{' '}
          <Button size="compact-xs" variant="default" onClick={refresh}>
            Try again
          </Button>
        </Text>
      )}
      {query.isPending && <Waiting />}
      {setup && <FirstSteps setup={setup} />}
      {data && !bare && possible.length === 0 && (
        <EmptyState title="Nothing to show yet" text="You'll see the figures your permissions allow here." />
      )}
      {data && !bare && possible.length > 0 && shown.length === 0 && (
        <EmptyState title="All blocks are hidden">
          <Button variant="default" onClick={showAll}>
            Show all
          </Button>
        </EmptyState>
      )}
      {contents && !bare && (
        <div className={classes.blocks} data-changing={query.isPlaceholderData || undefined}>
          {shown.map((name) => (
            <Block
              key={name}
              title={blockTitles[name]}
              width={widths.get(name) ?? 12}
              refresh={refresh}
              hide={() => toggle(name)}
              tools={
                name === 'sales' && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="gray"
                    onClick={() => setAsTable(!asTable)}
                  >
                    {asTable ? 'Show chart' : 'Show table'}
                  </Button>
                )
              }
            >
              {contents[name]}
            </Block>
          ))}
        </div>
      )}
    </div>
  );
}

/** Which blocks this person has hidden. */
function useHiddenBlocks() {
  const hidden: readonly string[] = usePreference('hiddenBlocks') ?? [];
  return {
    hidden,
    toggle: (name: BlockName) =>
      setPreference(
        'hiddenBlocks',
        hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name],
      ),
    showAll: () => setPreference('hiddenBlocks', undefined),
  };
}

interface ShownMenuProps {
  possible: readonly BlockName[];
  hidden: readonly string[];
  onToggle: (name: BlockName) => void;
}
function ShownMenu({ possible, hidden, onToggle }: ShownMenuProps) {
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Tooltip label="Choose blocks">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="Choose blocks">
            <IconLayoutGrid size={16} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        {possible.map((name) => (
          <Menu.CheckboxItem key={name} checked={!hidden.includes(name)} onChange={() => onToggle(name)}>
            {blockTitles[name]}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Of one location there is no ranking, and a period of one day is what "Today" shows. */
function isWorthIt(data: Dashboard, name: BlockName, days: Period): boolean {
  if (name === 'attention') return Object.values(data.attention).some((count) => count !== null);
  if (name === 'topLocations' && data.locationId !== null) return false;
  if (name === 'sales' && days === 1) return false;
  return data[name] !== null;
}

function contentsOf(
  data: Dashboard,
  asTable: boolean,
  { isRunning, than }: { isRunning: boolean; than: string },
): Record<BlockName, ReactNode> {
  const { today, sales, orders, topProducts, stock, topLocations, customers } = data;
  return {
    attention: <Attention data={data} />,
    today: today && <Today data={data} today={today} />,
    sales: sales && <Sales data={data} sales={sales} asTable={asTable} isRunning={isRunning} than={than} />,
    orders: orders && <OpenOrders data={data} orders={orders} />,
    topProducts: topProducts && <TopProducts products={topProducts} />,
    stock: stock && <Stock data={data} stock={stock} />,
    topLocations: topLocations && <TopLocations data={data} locations={topLocations} />,
    customers: customers && <Customers data={data} customers={customers} than={than} />,
  };
}

const waitingBlocks = [
  [12, 120],
  [12, 140],
  [8, 340],
  [4, 340],
] as const;
/** The shape of what comes. */
function Waiting() {
  return (
    <div className={`${classes.blocks} after-a-while`} aria-hidden>
      {waitingBlocks.map(([width, height], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <div key={index} className={classes.block} style={widthOf(width)}>
          <Skeleton height={height} radius="md" />
        </div>
      ))}
    </div>
  );
}

const atMostEveryMs = 3000;
/** Asks again after what changes the figures, though not for each of many orders at once. */
function useFresh(refresh: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const soon = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      refresh();
    }, atMostEveryMs);
  }, [refresh]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  useLiveTopic('orders', soon);
  useLiveTopic('inventory', soon);
  useLiveTopic('customers', soon);
}
