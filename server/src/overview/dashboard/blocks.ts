import type { BlockName, Blocks } from '@aisle/contract/overview/dashboard';
import type { Permission } from '@aisle/contract/permissions';
import type { Context } from '../../core/context.ts';
import { startOver, type Tx } from '../../core/db/db.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { customersAt, customersOfAll } from './customers.queries.ts';
import { salesOf, topProducts } from './dashboard.queries.ts';
import { blocksOfNow, type NowRequest, nowBlocks, salesIn } from './now.queries.ts';
import { eachDay, type Period, startOfDay } from './period.ts';
import { keepWhenSlow } from './slow-figures.ts';
import { stockAlerts } from './stock.queries.ts';

/** What the figures are of: the period, the location, and today there. */
export interface DashboardRequest
  extends Period,
    Pick<NowRequest, 'today' | 'lastWeekSince' | 'lastWeekUntil'> {
  timeZone: string;
  locationId: string | null;
}

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

/** Customers are distinct over a whole period, so no daily sum answers how many they are. */
const distinctSlowFrom = 20;

const sources: readonly Source[] = [
  source(nowBlocks, ({ tx, actor: { permissions } }, request, wanted) =>
    blocksOfNow(
      tx,
      {
        ...request,
        maySeeOrders: permissions.has('order_list'),
        maySeeStock: permissions.has('inventory_list'),
      },
      wanted,
    ),
  ),
  source(['sales', 'topLocations'], readSales),
  source(['topProducts'], async (context, request) => ({
    topProducts:
      has(context, 'order_list') && has(context, 'product_list')
        ? await kept(context, request, 'topProducts', (tx) =>
            topProducts(tx, {
              bounds: [request.previous.since, ...startsOf(request)],
              locationId: request.locationId,
            }),
          )
        : null,
  })),
  source(['stock'], async (context, request) => ({
    stock: has(context, 'inventory_list')
      ? await kept(context, request, 'stock', async (tx) => {
          const { stockDefaults } = await getSettings(tx);
          return stockAlerts(tx, request.locationId, stockDefaults.expiringDays);
        })
      : null,
  })),
  source(['customers'], async (context, request) => ({
    customers: has(context, 'customer_list')
      ? await kept(
          context,
          request,
          'customers',
          (tx) =>
            request.locationId === null && context.actor.locations === null
              ? customersOfAll(tx, request)
              : customersAt(tx, request, request.locationId),
          distinctSlowFrom,
        )
      : null,
  })),
];

/** The wanted blocks. One that fails is reported as failed, and the others are there. */
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
      await startOver(context.tx);
      await onFailure(error);
    }
  };
  for (const one of sources) {
    const names = one.blocks.filter((name) => wanted.includes(name));
    if (names.length === 0) continue;
    // What is read together fails together: then each is read alone.
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

const has = ({ actor }: Context, permission: Permission) => actor.permissions.has(permission);

/** Kept for a while where it takes long, for everyone with the same locations. */
const kept = <Figures>(
  { tx, actor, services }: Context,
  { locationId, since, until, comparedWith }: DashboardRequest,
  block: BlockName,
  lookUp: (tx: Tx) => Promise<Figures>,
  slowFrom?: number,
) =>
  keepWhenSlow(
    services,
    [block, locationId, actor.locations, since, until, comparedWith?.since ?? null],
    () => lookUp(tx),
    slowFrom,
  );

const startsOf = (request: DashboardRequest): string[] => [
  ...eachDay(request).map((day) => startOfDay(day, request.timeZone)),
  request.until,
];

async function readSales(context: Context, request: DashboardRequest): Promise<Blocks> {
  if (!has(context, 'order_list')) return { sales: null, topLocations: null };
  const { locationId, previous, comparedWith } = request;
  const { sales, topLocations } = await kept(context, request, 'sales', async (tx) => {
    const sold = await salesOf(
      tx,
      { bounds: [previous.since, ...startsOf(request)], locationId },
      eachDay(request),
    );
    const isPrevious = comparedWith?.since === previous.since;
    if (isPrevious) return sold;
    const before = comparedWith && (await salesIn(tx, comparedWith, locationId));
    return { ...sold, sales: { ...sold.sales, before } };
  });
  return { sales, topLocations: has(context, 'store_list') ? topLocations : null };
}
