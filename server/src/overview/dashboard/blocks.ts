import type { BlockName, Blocks } from '@aisle/contract/overview/dashboard';
import type { Permission } from '@aisle/contract/permissions';
import type { Context } from '../../core/context.ts';
import { restartTransaction } from '../../core/db/db.ts';
import { readPayoutOutlooks } from '../../finance/statements/payout-outlook.ts';
import { topProducts } from '../../ledgers/figures/figures.queries.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { customersAt, customersOfAll } from './customers.queries.ts';
import { readMoney } from './money.queries.ts';
import { nowBlocks, readNowBlocks } from './now.queries.ts';
import type { Period } from './period.ts';
import { readSalesBlocks, type SalesRequest, salesBlocks } from './sales.queries.ts';
import { cacheWhenSlow } from './slow-figures.ts';

/** The scope of the metrics: the period, the location, and its current date. */
type DashboardRequest = Period & Omit<SalesRequest, 'isEverywhere'>;

type Read<Name extends BlockName> = (
  context: Context,
  request: DashboardRequest,
  wanted: readonly Name[],
) => Promise<Blocks>;
/** Blocks that are read together. */
interface Source<Name extends BlockName = BlockName> {
  blocks: readonly Name[];
  read: Read<Name>;
}
const source = <Name extends BlockName>(blocks: readonly Name[], read: Read<Name>): Source => ({
  blocks,
  read: (context, request, wanted) =>
    read(
      context,
      request,
      blocks.filter((name) => wanted.includes(name)),
    ),
});

const shownProducts = 10;

const sources: readonly Source[] = [
  source(nowBlocks, async (context, request, wanted) => {
    const { stockDefaults } = await getSettings(context.tx);
    const { locationId, today } = request;
    return readNowBlocks(
      context.tx,
      {
        locationId,
        isEverywhere: context.actor.locations === null,
        today,
        maySeeOrders: has(context, 'order_list'),
        maySeeStock: has(context, 'inventory_list'),
        maySeeTickets: has(context, 'support_list'),
        expiringDays: stockDefaults.expiringDays,
      },
      wanted,
    );
  }),
  source(salesBlocks, async (context, request, wanted) => {
    const allowed = wanted.filter(
      (name) => maySeeSales(context) && (name !== 'topLocations' || has(context, 'store_list')),
    );
    if (allowed.length === 0) return { today: null, sales: null, topLocations: null };
    const isEverywhere = context.actor.locations === null;
    return readSalesBlocks(context.tx, { ...request, isEverywhere }, allowed);
  }),
  source(['payouts'], async (context, request) => ({
    payouts: has(context, 'location_report') ? await payoutsOf(context, request) : null,
  })),
  source(['money'], async (context, request) => ({
    money: has(context, 'statement_all_view')
      ? await kept(context, request, 'money', () =>
          readMoney(context.tx, {
            locationId: request.locationId,
            maySeeDrivers: has(context, 'driver_list'),
          }),
        )
      : null,
  })),
  source(['topProducts'], async (context, request) => ({
    topProducts:
      maySeeSales(context) && has(context, 'product_list')
        ? await kept(context, request, 'topProducts', () => {
            const isEverywhere = context.actor.locations === null;
            return topProducts(context.tx, { ...request, isEverywhere }, shownProducts);
          })
        : null,
  })),
  // Customers are distinct over the whole period, so they can't be counted from daily sums.
  source(['customers'], async (context, request) => ({
    customers: has(context, 'customer_list')
      ? await kept(context, request, 'customers', () => customersOf(context, request))
      : null,
  })),
];

/** Reads the requested blocks. A failed block is reported as failed and doesn't affect the others. */
export async function readBlocks(
  context: Context,
  request: DashboardRequest,
  wanted: readonly BlockName[],
): Promise<{ blocks: Blocks; failed: BlockName[] }> {
  const blocks: Blocks = {};
  const failed: BlockName[] = [];
  const add = async (
    names: readonly BlockName[],
    { read }: Source,
    onFailure: (error: unknown) => unknown,
  ) => {
    try {
      const answer = await read(context, request, names);
      Object.assign(blocks, Object.fromEntries(names.map((name) => [name, answer[name]])));
    } catch (error) {
      await restartTransaction(context.tx);
      await onFailure(error);
    }
  };
  for (const one of sources) {
    const names = one.blocks.filter((name) => wanted.includes(name));
    if (names.length === 0) continue;
    // Blocks that are read together fail together, so each is then read alone.
    await add(names, one, async () => {
      for (const name of names) {
        await add([name], one, (err) => {
          context.services.log.error({ err, block: name }, 'a block of the dashboard failed');
          failed.push(name);
        });
      }
    });
  }
  return { blocks, failed };
}

/** Sales figures need the permission for reports: users who only work on orders don't see what a location earns. */
const maySeeSales = (context: Context) => has(context, 'order_list') && has(context, 'location_report');
const has = ({ actor }: Context, permission: Permission) => actor.permissions.has(permission);

/** Caches slow lookups briefly for all users with the same locations. */
const kept = <Figures>(
  { services, actor }: Context,
  { locationId, since, until, comparedWith }: DashboardRequest,
  block: BlockName,
  lookUp: () => Promise<Figures>,
) =>
  cacheWhenSlow(
    services,
    [block, locationId, actor.locations, since, until, comparedWith?.since ?? null],
    lookUp,
  );

async function payoutsOf({ tx }: Context, { locationId }: DashboardRequest) {
  const { statements: rules } = await getSettings(tx);
  const outlooks = await readPayoutOutlooks(tx, rules, locationId);
  return outlooks.map(({ balance: _, ...outlook }) => outlook);
}

const customersOf = ({ tx, actor }: Context, request: DashboardRequest) =>
  request.locationId === null && actor.locations === null
    ? customersOfAll(tx, request)
    : customersAt(tx, request, request.locationId);
