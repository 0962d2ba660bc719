import { brands } from '../../../server/seed/data/brands.ts';
import { categories } from '../../../server/seed/data/categories.ts';
import { taxes } from '../../../server/seed/data/taxes.ts';
import { vendors } from '../../../server/seed/data/vendors.ts';
import { hashToken } from '../../../server/src/core/http/actor.ts';
import { people } from '../people.ts';
import type { Load } from './copy.ts';
import { draw } from './draws.ts';
import { idAt, idOf, numberHex, timeHex } from './ids.ts';
import type { Marketplace } from './marketplace.ts';
import { everyOrder, isDelivered, isEnded, type Order, reachedAt } from './orders.ts';
import { statementOf } from './statements.ts';
import { emptyLevels, expiryOf, type Level, type Listener, type Lot, playStock, todayAt } from './stock.ts';

const iso = (at: number): string => new Date(at).toISOString();
const dateOf = (at: number): string => iso(at).slice(0, 10);
const json = (value: unknown): string => JSON.stringify(value).replaceAll('\\', '\\\\');
const none = '\\N';
/** Thousandths as a number with at most three decimals. */
const quantity = (thousandths: number): number => thousandths / 1000;
const row = (...cells: (string | number | boolean)[]): string => `${cells.join('\t')}\n`;

/** Every table with its rows in the format of COPY, created in sequence while they are read. */
export function everyTable(market: Marketplace): Load[] {
  return [
    ...catalogue(market),
    ...places(market),
    ...shoppers(market),
    ...orderTables(market),
    ...stockTables(market),
  ];
}

function catalogue(market: Marketplace): Load[] {
  const { opened, products, subProducts, taxIds, brandIds, categoryIds } = market;
  return [
    {
      table: 'taxes',
      columns: 'id name rate description',
      rows: taxes.map((tax) => row(taxIds.get(tax.key)!, tax.name, tax.rate, tax.description)),
    },
    {
      table: 'brands',
      columns: 'id name',
      rows: brands.map((brand) => row(brandIds.get(brand.key)!, brand.name)),
    },
    {
      table: 'categories',
      columns: 'id name parent_id level description sort_order specifications',
      rows: categories.map((each, index) => {
        const parent = each.parentKey ? categoryIds.get(each.parentKey)! : none;
        return row(
          categoryIds.get(each.key)!,
          each.name,
          parent,
          levelOf(each.key),
          each.description,
          each.sortOrder,
          json(
            each.specifications.map((one, part) => ({
              _id: idOf('specification', opened, index, part),
              ...one,
            })),
          ),
        );
      }),
    },
    {
      table: 'category_taxes',
      columns: 'category_id tax_id since',
      rows: categories.flatMap((each) =>
        each.taxKey ? [row(categoryIds.get(each.key)!, taxIds.get(each.taxKey)!, '-infinity')] : [],
      ),
    },
    {
      table: 'products',
      columns:
        'id name slug description brand_id category_id specifications badge add_to_home_page created_at updated_at',
      rows: products.map((each, index) => {
        const at = iso(opened + index * 1000);
        return row(
          each.id,
          each.name,
          each.slug,
          each.description,
          each.brandId,
          each.categoryId,
          json(each.specifications),
          each.badge,
          each.addToHomePage,
          at,
          at,
        );
      }),
    },
    {
      table: 'sub_products',
      columns:
        'id product_id name sku barcode unit unit_size sold_by_weight price cost_price sort_order created_at updated_at',
      rows: subProducts.map((each, index) => {
        const at = iso(opened + index * 300);
        return row(
          each.id,
          each.productId,
          each.name,
          each.sku,
          each.barcode,
          each.unit,
          each.unitSize,
          each.soldByWeight,
          each.price,
          each.costPrice,
          each.sortOrder,
          at,
          at,
        );
      }),
    },
  ];
}

function levelOf(key: string | null): number {
  const parent = categories.find((each) => each.key === key)?.parentKey;
  return parent ? 1 + levelOf(parent) : 1;
}

function places(market: Marketplace): Load[] {
  const { opened, locations, subProducts, size } = market;
  const users = Object.values(people);
  return [
    {
      table: 'locations',
      columns:
        'id name code phone email address latitude longitude time_zone delivery_radius_km commission_rate created_at',
      rows: locations.map(({ id, name, code, commissionRate, timeZone, seed }, index) =>
        row(
          id,
          name,
          code,
          seed.phone,
          `${code.toLowerCase()}@stores.example`,
          json(seed.address),
          seed.latitude + (draw(index, 1) - 0.5) * 0.4,
          seed.longitude + (draw(index, 2) - 0.5) * 0.4,
          timeZone,
          seed.deliveryRadiusKm,
          commissionRate,
          iso(opened),
        ),
      ),
    },
    {
      table: 'users',
      columns: 'id first_name last_name email user_type roles',
      rows: users.map((each) =>
        row(
          each.userId,
          each.firstName,
          each.lastName,
          each.email,
          each.userType,
          each.roles ? `{${each.roles.join(',')}}` : none,
        ),
      ),
    },
    {
      table: 'user_locations',
      columns: 'user_id location_id',
      rows: users.flatMap((each) => (each.userType === 'store' ? [row(each.userId, locations[0]!.id)] : [])),
    },
    {
      table: 'sessions',
      columns: 'id user_id token_hash expires_at',
      rows: users.map((each, index) =>
        row(
          idOf('session', opened, index),
          each.userId,
          `\\\\x${hashToken(each.token).toString('hex')}`,
          iso(market.now + 7 * 86_400_000),
        ),
      ),
    },
    {
      table: 'vendors',
      columns: 'id name contact email phone address tax_number payment_terms',
      rows: vendors.map((each, index) =>
        row(
          market.vendorIds[index]!,
          each.name,
          each.contact,
          each.email,
          each.phone,
          json(each.address),
          each.taxNumber,
          each.paymentTerms,
        ),
      ),
    },
    {
      table: 'location_sub_products',
      columns: 'location_id sub_product_id threshold updated_at',
      *rows() {
        for (const [index, { id }] of locations.entries()) {
          for (let slot = 0; slot < size.assortment; slot += 1) {
            yield row(id, subProducts[market.subProductAt(index, slot)]!.id, 5, iso(opened));
          }
        }
      },
    },
  ];
}

function shoppers(market: Marketplace): Load[] {
  const { size, locations } = market;
  const everyone = function* () {
    for (let index = 0; index < size.customers; index += 1) yield { index, ...market.customer(index) };
  };
  return [
    {
      table: 'customers',
      columns: 'id first_name last_name email phone phone_digits created_at updated_at',
      *rows() {
        for (const { index, id, firstName, lastName, phone, since } of everyone()) {
          const email = `${firstName}.${lastName}.${index + 1}@example.com`.toLowerCase();
          yield row(id, firstName, lastName, email, phone, phone.slice(2), iso(since), iso(since));
        }
      },
    },
    {
      table: 'customer_addresses',
      columns: 'id customer_id line1 city state postal_code latitude longitude is_default',
      *rows() {
        for (const { index, id, since, home } of everyone()) {
          const address = addressOf(market, index, home);
          yield row(
            idOf('address', since, index),
            id,
            address.line1,
            address.city,
            address.state,
            address.postalCode,
            address.latitude,
            address.longitude,
            true,
          );
        }
      },
    },
    {
      table: 'customer_locations',
      columns: 'customer_id location_id since',
      *rows() {
        for (const { id, since, home, second } of everyone()) {
          yield row(id, locations[home]!.id, iso(since)) + row(id, locations[second]!.id, iso(since));
        }
      },
    },
  ];
}

function addressOf({ locations }: Marketplace, customer: number, home: number) {
  const { seed } = locations[home]!;
  return {
    line1: `${100 + Math.floor(draw(customer, 3) * 4800)} ${seed.address.line1.replace(/^\d+ /, '')}`,
    city: seed.address.city,
    state: seed.address.state,
    postalCode: seed.address.postalCode,
    latitude: seed.latitude + (draw(customer, 4) - 0.5) * 0.1,
    longitude: seed.longitude + (draw(customer, 5) - 0.5) * 0.1,
  };
}

/** IDs of an order and of its parts. */
const orderId = (order: Order): string => idOf('order', order.placedAt, order.index);
const partOf = (order: Order, kind: 'line' | 'event' | 'payment' | 'journal', part: number): string =>
  idAt(timeHex(order.placedAt), kind, numberHex(order.index), part);
/** The first event is the placement of the order, followed by one for each status reached. */
const eventOf = (order: Order, status: Order['status']): string =>
  partOf(order, 'event', 1 + order.reached.findIndex((each) => each.status === status));

function orderTables(market: Marketplace): Load[] {
  const { locations, subProducts } = market;
  const forEachOrder = (rows: (order: Order, locationId: string, id: string) => string) =>
    function* () {
      for (const order of everyOrder(market))
        yield rows(order, locations[order.location]!.id, orderId(order));
    };
  const statementAt = statementOf(market);
  const productNames = new Map(market.products.map(({ id, name }) => [id, name]));
  const lineTexts = subProducts.map(
    ({ id, productId, name, sku, unit, soldByWeight }) =>
      `${id}\t${productNames.get(productId)}\t${name}\t${sku}\t${unit}\t${soldByWeight}`,
  );
  return [
    {
      table: 'main_orders',
      columns: 'id number customer_id fulfilment payment_type source created_at',
      rows: forEachOrder((order) =>
        order.isFirstOfMain
          ? row(
              mainOrderId(order),
              50_001 + order.mainOrder,
              market.customer(order.customer).id,
              order.fulfilment,
              order.paymentType,
              order.index % 9 === 0 ? 'staff' : 'storefront',
              iso(order.placedAt),
            )
          : '',
      ),
    },
    {
      table: 'orders',
      columns:
        'location_id id number main_order_id customer_id customer_name customer_phone status dispatch_status headline_status fulfilment payment_type items_total tax_total delivery_fee total paid line_count unit_count commission_rate address distance_km processing_at prepared_at out_at delivered_at version created_at updated_at',
      rows: forEachOrder((order, locationId, id) => {
        const buyer = market.customer(order.customer);
        const when = (status: Order['status']) => {
          const at = reachedAt(order, status);
          return at === undefined ? none : iso(at);
        };
        const delivery = order.fulfilment === 'delivery';
        return row(
          locationId,
          id,
          100_001 + order.index,
          mainOrderId(order),
          buyer.id,
          `${buyer.firstName} ${buyer.lastName}`,
          buyer.phone,
          order.status,
          order.dispatchStatus ?? none,
          order.headlineStatus,
          order.fulfilment,
          order.paymentType,
          order.itemsTotal,
          order.taxTotal,
          order.deliveryFee,
          order.total,
          isDelivered(order) ? order.total : 0,
          order.lines.length,
          unitsOf(market, order),
          order.commissionRate,
          delivery ? json(addressOf(market, order.customer, buyer.home)) : none,
          delivery ? 0.5 + draw(order.index, 6) * 9 : none,
          when('processing'),
          when('prepared'),
          when('outOfDelivery'),
          when('delivered'),
          1 + order.reached.length,
          iso(order.placedAt),
          iso(order.reached.at(-1)?.at ?? order.placedAt),
        );
      }),
    },
    {
      table: 'order_lines',
      columns:
        'location_id order_id id position sub_product_id product_name name sku unit sold_by_weight quantity picked_quantity unit_price tax_rate tax total commission_rate',
      rows: forEachOrder((order, locationId, id) => {
        const isPicked = reachedAt(order, 'prepared') !== undefined;
        const time = timeHex(order.placedAt);
        const number = numberHex(order.index);
        let text = '';
        for (let position = 0; position < order.lines.length; position += 1) {
          const line = order.lines[position]!;
          const { price, taxRate } = subProducts[line.subProduct]!;
          const amount = quantity(line.quantity);
          text += `${locationId}\t${id}\t${idAt(time, 'line', number, position)}\t${position + 1}\t${lineTexts[line.subProduct]}\t${amount}\t${isPicked ? amount : none}\t${price}\t${taxRate}\t${line.tax}\t${line.goods + line.tax}\t${order.commissionRate}\n`;
        }
        return text;
      }),
    },
    {
      table: 'order_events',
      columns: 'location_id order_id id kind from_status to_status actor_name created_at',
      rows: forEachOrder((order, locationId, id) => {
        const placed = order.status === 'pending' ? 'pending' : 'orderPlaced';
        const first = order.reached[0]?.status;
        const neverPlaced = first === 'expired' || first === 'failed';
        let from: string = neverPlaced ? 'pending' : placed;
        let text = row(
          locationId,
          id,
          partOf(order, 'event', 0),
          'order',
          none,
          from,
          'Storefront',
          iso(order.placedAt),
        );
        for (const [index, { status, at }] of order.reached.entries()) {
          text += row(
            locationId,
            id,
            partOf(order, 'event', index + 1),
            'order',
            from,
            status,
            'Bench Owner',
            iso(at),
          );
          from = status;
        }
        return text;
      }),
    },
    {
      table: 'payments',
      columns: 'location_id order_id id kind status amount created_at updated_at',
      rows: forEachOrder((order, locationId, id) =>
        row(
          locationId,
          id,
          partOf(order, 'payment', 0),
          order.paymentType,
          paymentStatus(order),
          order.total,
          iso(order.placedAt),
          iso(reachedAt(order, 'delivered') ?? order.placedAt),
        ),
      ),
    },
    {
      table: 'journals',
      columns: 'location_id id kind cause_id order_id posted_at',
      rows: forEachOrder((order, locationId, id) =>
        isDelivered(order)
          ? row(
              locationId,
              partOf(order, 'journal', 0),
              'sale',
              eventOf(order, 'delivered'),
              id,
              iso(reachedAt(order, 'delivered')!),
            )
          : '',
      ),
    },
    {
      table: 'ledger_entries',
      columns: 'location_id journal_id position account part amount posted_at',
      rows: forEachOrder((order, locationId) => {
        if (!isDelivered(order)) return '';
        const journal = partOf(order, 'journal', 0);
        const at = iso(reachedAt(order, 'delivered')!);
        return saleEntries(order)
          .filter(({ amount }) => amount !== 0)
          .map(({ account, part, amount }, index) =>
            row(locationId, journal, index + 1, account, part, amount, at),
          )
          .join('');
      }),
    },
    {
      table: 'payable_entries',
      columns: 'location_id journal_id position posted_at amount section statement_id',
      rows: forEachOrder((order, locationId) => {
        if (!isDelivered(order)) return '';
        const journal = partOf(order, 'journal', 0);
        const deliveredAt = reachedAt(order, 'delivered')!;
        const at = iso(deliveredAt);
        const statement = statementAt(order.location, deliveredAt) ?? none;
        return saleEntries(order)
          .filter(({ amount }) => amount !== 0)
          .map(({ account, part, amount }, index) =>
            account === 'locationPayable'
              ? row(locationId, journal, index + 1, at, -amount, part, statement)
              : '',
          )
          .join('');
      }),
    },
  ];
}

/** A weighed line is one unit. */
const unitsOf = ({ subProducts }: Marketplace, { lines }: Order): number =>
  lines.reduce(
    (units, line) => units + (subProducts[line.subProduct]!.soldByWeight ? 1 : line.quantity / 1000),
    0,
  );

const mainOrderId = (order: Order): string => idOf('mainOrder', order.placedAt, order.mainOrder);

function paymentStatus(order: Order): string {
  if (isDelivered(order)) return 'captured';
  if (order.status === 'failed') return 'failed';
  if (isEnded(order)) return 'voided';
  return order.paymentType === 'card' && order.status !== 'pending' ? 'authorised' : 'due';
}

/** Items and tax go to the location less the commission on items; the delivery fee goes to the marketplace. */
function saleEntries(order: Order): { account: string; part: string; amount: number }[] {
  const commission = Math.floor((order.itemsTotal * order.commissionRate * 1000 + 50_000) / 100_000);
  return [
    { account: 'customerPayments', part: 'payment', amount: order.total },
    { account: 'locationPayable', part: 'goods', amount: -order.itemsTotal },
    { account: 'locationPayable', part: 'tax', amount: -order.taxTotal },
    { account: 'locationPayable', part: 'commission', amount: commission },
    { account: 'commissionIncome', part: 'commission', amount: -commission },
    { account: 'deliveryIncome', part: 'deliveryFee', amount: -order.deliveryFee },
  ];
}

function stockTables(market: Marketplace): Load[] {
  const { locations, subProducts, now } = market;
  /** The final levels, from the first run of the history. */
  let levels: Level[] = [];
  const lotRow = (lot: Lot) => {
    const expires = Number.isFinite(lot.expiresOn) ? dateOf(lot.expiresOn) : none;
    const received = iso(lot.receivedAt);
    return row(
      locations[lot.location]!.id,
      lot.id,
      1001 + lot.number,
      subProducts[lot.subProduct]!.id,
      market.vendorIds[lot.subProduct % market.vendorIds.length]!,
      quantity(lot.size),
      quantity(lot.left),
      subProducts[lot.subProduct]!.costPrice,
      expires,
      received,
      received,
    );
  };
  return [
    {
      table: 'lots',
      columns:
        'location_id id number sub_product_id vendor_id received_quantity on_hand cost_price expires_on received_at updated_at',
      *rows() {
        levels = emptyLevels(market);
        yield* heard(levels, (say) => ({ emptied: (lot) => say(lotRow(lot)) }));
        for (const level of levels) for (let lot = level.lots; lot; lot = lot.next) yield lotRow(lot);
      },
    },
    {
      table: 'stock_movements',
      columns:
        'location_id sub_product_id id kind on_hand reserved lot_id cause_kind cause_id order_id note created_at',
      rows: () => heard(emptyLevels(market), movementRows),
    },
    {
      table: 'stock_levels',
      columns: 'location_id sub_product_id on_hand reserved expired next_expiry out_since',
      *rows() {
        const today = locations.map(({ timeZone }) => todayAt(timeZone, now));
        for (const level of levels) {
          const { expired, nextExpiry } = expiryOf(level, today[level.location]!);
          yield row(
            locations[level.location]!.id,
            subProducts[level.subProduct]!.id,
            quantity(level.onHand),
            quantity(level.reserved),
            quantity(expired),
            nextExpiry === null ? none : dateOf(nextExpiry),
            level.onHand - level.reserved - expired <= 0 ? iso(now) : none,
          );
        }
      },
    },
    {
      table: 'reservations',
      columns: 'location_id order_id line_id sub_product_id quantity created_at',
      *rows() {
        for (const order of everyOrder(market)) {
          if (isEnded(order) || reachedAt(order, 'prepared') !== undefined) continue;
          for (const [position, line] of order.lines.entries()) {
            yield row(
              locations[order.location]!.id,
              orderId(order),
              partOf(order, 'line', position),
              subProducts[line.subProduct]!.id,
              quantity(line.quantity),
              iso(order.placedAt),
            );
          }
        }
      },
    },
  ];

  function* heard(upon: Level[], listen: (say: (row: string) => void) => Listener): Generator<string> {
    let text = '';
    const listener = listen((row) => {
      text += row;
    });
    for (const _ of playStock(market, upon, listener)) {
      yield text;
      text = '';
    }
  }

  function movementRows(say: (row: string) => void): Listener {
    let adjustments = 0;
    let lastPick = { order: -1, line: -1 };
    let nth = 0;
    // Values that the many movements of one order share, computed once.
    let made = {
      index: -1,
      id: '',
      number: '',
      placed: '',
      placedTime: '',
      placedAt: '',
      later: '',
      laterTime: '',
      laterAt: '',
    };
    const head = (order: Order) => {
      if (made.index === order.index) return made;
      // Items leave the stock when the order is prepared, or are released if it ends before that.
      const end = order.reached.find(({ status }) => status === 'prepared') ?? order.reached[0];
      made = {
        index: order.index,
        id: orderId(order),
        number: numberHex(order.index),
        placed: partOf(order, 'event', 0),
        placedTime: timeHex(order.placedAt),
        placedAt: iso(order.placedAt),
        later: end ? eventOf(order, end.status) : '',
        laterTime: timeHex(end?.at ?? 0),
        laterAt: iso(end?.at ?? 0),
      };
      return made;
    };
    const where = (order: Order, line: number) =>
      `${locations[order.location]!.id}\t${subProducts[order.lines[line]!.subProduct]!.id}`;
    return {
      received: (lot) => {
        const { id } = lot;
        const moved = idOf('movement', lot.receivedAt, lot.number, 1024);
        say(
          `${locations[lot.location]!.id}\t${subProducts[lot.subProduct]!.id}\t${moved}\treceipt\t${quantity(lot.size)}\t0\t${id}\treceipt\t${id}\t\\N\t\\N\t${iso(lot.receivedAt)}\n`,
        );
      },
      reserved: (order, line) => {
        const { id, number, placed, placedTime, placedAt } = head(order);
        say(
          `${where(order, line)}\t${idAt(placedTime, 'movement', number, line)}\treserve\t0\t${quantity(order.lines[line]!.quantity)}\t\\N\torder\t${placed}\t${id}\t\\N\t${placedAt}\n`,
        );
      },
      released: (order, line) => {
        const { id, number, later, laterTime, laterAt } = head(order);
        say(
          `${where(order, line)}\t${idAt(laterTime, 'movement', number, 64 + line)}\trelease\t0\t${-quantity(order.lines[line]!.quantity)}\t\\N\torder\t${later}\t${id}\t\\N\t${laterAt}\n`,
        );
      },
      picked: (order, line, lot, taken) => {
        const { id, number, later, laterTime, laterAt } = head(order);
        // A line can take from several lots.
        nth = order.index === lastPick.order && line === lastPick.line ? nth + 1 : 0;
        lastPick = { order: order.index, line };
        const moved = idAt(laterTime, 'movement', number, 128 + line * 16 + nth);
        say(
          `${where(order, line)}\t${moved}\tpick\t${-quantity(taken)}\t${-quantity(taken)}\t${lot.id}\torder\t${later}\t${id}\t\\N\t${laterAt}\n`,
        );
      },
      written: (lot, kind, taken, at) => {
        adjustments += 1;
        const cause = idOf('adjustment', at, adjustments);
        const moved = idOf('movement', at, adjustments, 1025);
        const note = kind === 'waste' ? 'Close to its date' : 'Counted';
        say(
          `${locations[lot.location]!.id}\t${subProducts[lot.subProduct]!.id}\t${moved}\t${kind}\t${-quantity(taken)}\t0\t${lot.id}\tadjustment\t${cause}\t\\N\t${note}\t${iso(at)}\n`,
        );
      },
    };
  }
}
