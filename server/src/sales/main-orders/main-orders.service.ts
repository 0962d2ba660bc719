import { fullName } from '@aisle/contract/core/full-name';
import { formatMoney } from '@aisle/contract/core/money';
import { formatNumber } from '@aisle/contract/core/numbers';
import type {
  MainOrderInput,
  PlacedMainOrder,
  Quote,
  QuoteInput,
} from '@aisle/contract/sales/main-orders/main-orders';
import { mainOrderStatus } from '@aisle/contract/sales/main-orders/main-orders';
import { headlineOf } from '@aisle/contract/sales/orders/order-flow';
import { whyOf } from '@aisle/contract/sales/orders/pricing';
import { paymentLabel } from '@aisle/contract/system/payment-types';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { missingAt, problem, wrongField } from '../../core/problem.ts';
import { insertCredit } from '../../customers/credits/credits.queries.ts';
import { findOrAddCustomer } from '../../customers/customers/customers.service.ts';
import { spendGiftCards } from '../../customers/gift-cards/gift-card-spending.ts';
import { insertCoins } from '../../ledgers/money/journal.queries.ts';
import { reserve } from '../../ledgers/stock/stock.ts';
import { refusal } from '../orders/lines/selling-rule.ts';
import { startUses } from '../promotions/promotion-uses.queries.ts';
import { type Buyer, findBuyer, findByPhone, lockCoins } from './basket.queries.ts';
import { type Basket, type BasketLine, type BasketOrder, fillBasket } from './basket.ts';
import {
  earlierByExternalId,
  insertMainOrder,
  nextNumbers,
  type OrderedBy,
  type PlacedOrder,
} from './placing/placing.queries.ts';
import type { Trial } from './promotions/price-basket.ts';

/** Prices a basket, and lists every reason why it can't be placed, with the same checks as placing it. */
export async function quote(call: Context, input: QuoteInput, trial?: Trial): Promise<Quote> {
  const { tx, actor } = call;
  const buyer = await quotedBuyer(tx, actor, input);
  mustHaveAddress(input, buyer);
  const basket = toQuote(await fillBasket(call, { input, buyer, trial }), input);
  const earlier = await findExistingCheckout(tx, actor, input);
  if (!earlier) return basket;
  const duplicate = refusal('duplicate', `This is already order ${formatNumber('checkout', earlier.number)}`);
  return { ...basket, possible: false, problems: [...basket.problems, duplicate] };
}

/** The customer of the quote, or null if not chosen yet. New customers aren't saved. */
async function quotedBuyer(
  tx: Tx,
  actor: Actor,
  { customerId, customer, addressId }: QuoteInput,
): Promise<Buyer | null> {
  if (customer) {
    const known = await findByPhone(tx, customer.phone);
    return (known && (await findBuyer(tx, known, addressId))) || newBuyer(actor, customer);
  }
  if (!customerId) return null;
  const buyer = await findBuyer(tx, customerId, addressId);
  if (!buyer) throw missingAt('customerId', 'Customer');
  return buyer;
}

/** Store users don't get the coin balance, because a customer who is new to them may exist elsewhere. */
const newBuyer = (
  { locations }: Actor,
  { firstName, lastName, phone }: NonNullable<QuoteInput['customer']>,
): Buyer => ({
  id: '',
  name: fullName({ firstName, lastName }),
  phone,
  email: null,
  status: 'active',
  coinBalance: locations ? null : 0,
  creditBalance: locations ? null : 0,
  plan: null,
  address: null,
});

/** An address given by its ID must belong to the customer. */
function mustHaveAddress({ addressId, address }: QuoteInput, buyer: Buyer | null): void {
  if (addressId && !address && !buyer?.address) throw missingAt('addressId', 'Address');
}

function toQuote(
  {
    address: _address,
    settings: _settings,
    coinParts: _coinParts,
    creditParts: _creditParts,
    cardParts: _cardParts,
    ...basket
  }: Basket,
  { explain = false }: Pick<QuoteInput, 'explain'> = {},
): Quote {
  return {
    ...basket,
    orders: basket.orders.map(({ location: _location, defaultFee: _fee, pricing, ...order }) => ({
      ...order,
      lines: order.lines.map((line) => {
        const { soldByWeight: _, commissionRate: __, priceSource: ___, taxSource: ____, ...rest } = line;
        return explain
          ? {
              ...rest,
              why: whyOf(
                line,
                order.benefits && {
                  ...order.benefits,
                  discountPercent: pricing?.planPercent ?? order.benefits.discountPercent,
                },
              ),
            }
          : rest;
      }),
    })),
  };
}

/** Places an order, split into one part per location. Either all parts are placed or none. */
export async function placeMainOrder(call: Context, input: MainOrderInput): Promise<PlacedMainOrder> {
  const { tx, actor } = call;
  await mustBeNew(tx, actor, input);
  const buyer = await buyerOf(tx, actor, input);
  const basket = await fillBasket(call, { input, buyer, isPlacing: true });
  mustBePossible(basket, input);
  rejectCodes(basket, input);
  rejectOtherTotal(basket, input);

  const numbers = await nextNumbers(tx, basket.orders.length);
  const dispatchStatus = input.fulfilment === 'delivery' ? ('awaiting' as const) : null;
  const orders = basket.orders.map((order, index) => {
    const coins = basket.coinParts[index]!;
    const credit = { paymentId: newId(), amount: basket.creditParts[index]! };
    const cards = basket.cardParts[index]!.map((part) => ({ ...part, paymentId: newId() }));
    const covered = cards.reduce((sum, { amount }) => sum + amount, coins.amount + credit.amount);
    const isCovered = input.paymentType === 'coins' || (covered > 0 && covered === order.total);
    const isPlaced = input.paymentType === 'cashOnDelivery' || isCovered;
    const status = isPlaced ? ('orderPlaced' as const) : ('pending' as const);
    return {
      order,
      id: newId(),
      number: numbers.orders[index]!,
      eventId: newId(),
      coins,
      credit,
      cards,
      status,
      accepted: isCovered
        ? coveredText({ coins, credit, cards })
        : paymentLabel('cashOnDelivery', input.fulfilment),
      headline: headlineOf({ status, dispatchStatus, fulfilment: input.fulfilment }),
      lines: order.lines.map((line) => ({ ...line, id: newId() })),
    };
  });
  const orderedBy = orderedByOf(input, buyer);
  const placing = { id: newId(), number: numbers.main, input, buyer, orderedBy, basket, orders, actor };
  await insertMainOrder(tx, { ...placing, dispatchStatus });
  if (basket.discounts.some(({ source }) => source === 'promotion')) await startUses(tx, placing.id);
  if (basket.coinsUsed > 0) await spendCoins(tx, actor, buyer, orders);
  if (basket.storeCreditUsed > 0) await spendCredit(tx, actor, buyer, orders);
  await spendGiftCards(
    tx,
    orders.flatMap(({ id, order: { locationId }, cards }) =>
      cards.map(({ paymentId, giftCardId, amount }) => ({
        giftCardId,
        amount,
        causeId: paymentId,
        order: { locationId, id, customerId: buyer.id },
      })),
    ),
    actor,
  );
  for (const { id, eventId, order, lines } of orders) {
    await reserve(tx, {
      locationId: order.locationId,
      orderId: id,
      eventId,
      actor,
      lines: lines.map((line) => ({
        lineId: line.id,
        subProductId: line.subProductId!,
        quantity: line.quantity,
      })),
    });
  }
  return {
    _id: placing.id,
    number: formatNumber('checkout', numbers.main),
    status: mainOrderStatus(orders.map(({ status }) => status)),
    total: basket.total,
    discounts: basket.discounts,
    notApplied: basket.notApplied,
    due: basket.due,
    customerId: buyer.id,
    orders: orders.map(({ id, number, order, status, headline }) => ({
      _id: id,
      number: formatNumber('order', number),
      locationId: order.locationId,
      status,
      headlineStatus: headline,
      version: 1,
      total: order.total,
    })),
  };
}

function coveredText({ coins, credit, cards }: Pick<PlacedOrder, 'coins' | 'credit' | 'cards'>): string {
  const ways = [
    coins.amount > 0 && 'coins',
    credit.amount > 0 && 'store credit',
    cards.length > 0 && (cards.length === 1 ? 'a gift card' : 'gift cards'),
  ].filter((way) => way !== false);
  return `Paid with ${new Intl.ListFormat('en-US').format(ways.length > 0 ? ways : ['coins'])}`;
}

/** Holds the store credit of the orders. The customer is locked, so the credit is there. */
async function spendCredit(
  tx: Tx,
  actor: Actor,
  buyer: Buyer,
  orders: readonly Pick<PlacedOrder, 'id' | 'order' | 'credit'>[],
): Promise<void> {
  for (const { id, order, credit } of orders) {
    if (credit.amount === 0) continue;
    await insertCredit(tx, {
      customerId: buyer.id,
      kind: 'spent',
      amount: -credit.amount,
      causeId: credit.paymentId,
      order: { locationId: order.locationId, id },
      userId: actor.userId,
    });
  }
}

/** Takes the coins from the customer's balance. Rejects a concurrent checkout with the same coins. */
async function spendCoins(
  tx: Tx,
  actor: Actor,
  buyer: Buyer,
  orders: readonly Pick<PlacedOrder, 'id' | 'order' | 'coins'>[],
): Promise<void> {
  const all = orders.reduce((sum, { coins }) => sum + coins.coins, 0);
  if (!(await lockCoins(tx, buyer.id, all))) {
    throw problem('orders.coins-short', { reason: `${buyer.name} doesn't have that many coins` });
  }
  for (const { id, order, coins } of orders) {
    if (coins.coins === 0) continue;
    await insertCoins(tx, {
      customerId: buyer.id,
      kind: 'redeemed',
      coins: -coins.coins,
      causeId: id,
      orderId: id,
      locationId: order.locationId,
      userId: actor.userId,
    });
  }
}

/** The checkout that this API key has placed with the same `externalId`. */
const findExistingCheckout = (tx: Tx, { apiKeyId }: Actor, { externalId }: QuoteInput) =>
  apiKeyId && externalId ? earlierByExternalId(tx, apiKeyId, externalId) : undefined;

async function mustBeNew(tx: Tx, actor: Actor, input: MainOrderInput): Promise<void> {
  const earlier = await findExistingCheckout(tx, actor, input);
  if (!earlier) return;
  const { externalId } = input;
  const number = formatNumber('checkout', earlier.number);
  throw problem(
    'duplicate',
    { what: `externalId '${externalId}' (${number})`, number },
    {
      data: { _id: earlier._id, number },
      fields: [{ path: 'externalId', message: `This is already order ${number}` }],
    },
  );
}

async function buyerOf(tx: Tx, actor: Actor, input: MainOrderInput): Promise<Buyer> {
  let id = input.customerId;
  if (input.customer) {
    id = (await findOrAddCustomer(tx, actor, input.customer))._id;
  }
  const buyer = await findBuyer(tx, id!, input.addressId);
  if (!buyer) throw missingAt('customerId', 'Customer');
  mustHaveAddress(input, buyer);
  return buyer;
}

/**
 * Returns the person who ordered. The phone can match another person's account, so the order keeps the name and email that it
 * came with if they differ. Without an email, messages go to the account's email only if the names are the same.
 */
function orderedByOf({ customer }: MainOrderInput, buyer: Buyer): OrderedBy {
  if (!customer) return { name: buyer.name, phone: buyer.phone, contact: null };
  const { firstName, lastName, phone, email } = customer;
  const name = fullName({ firstName, lastName });
  const hasSameName = name.toLowerCase() === buyer.name.toLowerCase();
  const isSameEmail = !email || email.toLowerCase() === buyer.email?.toLowerCase();
  if (hasSameName) return { name, phone, contact: isSameEmail ? null : { email } };
  return { name, phone, contact: { firstName, lastName, email: email || null } };
}

/** Throws the first reason why a basket can't be placed. A problem with lines names all of them. */
function mustBePossible(basket: Basket, input: MainOrderInput): void {
  const { orders } = basket;
  if (input.fulfilment === 'delivery' && !basket.address) {
    throw wrongField('address', 'Delivery orders need an address');
  }
  const noLocation = orders.find((order) => !order.location);
  if (noLocation) throw missingAt(`lines.${noLocation.lines[0]!.index}.locationId`, 'Location');
  const lines = orders.flatMap((order) => order.lines.filter((line) => line.problem));
  rejectFields(lines, input);

  const [whole] = basket.problems;
  if (whole?.code === 'customer-blocked') throw problem('orders.customer-blocked');
  if (whole?.code === 'coins-off') throw problem('orders.coins-off');
  if (whole?.code === 'coins-short') throw problem('orders.coins-short', { reason: whole.message });
  if (whole?.code === 'giftCards.not-usable') {
    throw problem('giftCards.not-usable', {}, { message: whole.message });
  }
  if (whole?.code === 'orders.tender-off') throw problem('orders.tender-off', { reason: whole.message });
  if (whole?.code === 'payment-type-off') throw problem('orders.payment-type-off');
  if (whole) throw problem('orders.not-deliverable', { reason: whole.message });
  const [inOrder] = orders.flatMap((order) => order.problems.map((found) => ({ ...found, order })));
  if (inOrder) throw orderProblem(inOrder.code, inOrder.message, inOrder.order);
  rejectLines(lines, 'stock.not-enough', ['stock.not-enough']);
  rejectLines(lines, 'orders.not-sellable', ['not-assigned', 'switched-off']);
}

/** Without `requireCodes`, a code that doesn't apply doesn't prevent the order. */
function rejectCodes({ notApplied }: Basket, { requireCodes = false }: MainOrderInput): void {
  const codes = notApplied.filter(({ code }) => code !== undefined);
  const [first] = codes;
  if (!requireCodes || !first) return;
  throw problem('promotions.code-not-applied', {
    reason: first.message,
    notApplied: codes.map(({ code, reason, message }) => ({ code, reason, message })),
  });
}

/** Customers only pay the amounts that they agreed to. If one differs, the response has the new quote. */
function rejectOtherTotal(basket: Basket, { quotedTotal, quotedDue }: MainOrderInput): void {
  const rejectOther = (what: string, is: number, agreed: number | undefined) => {
    if (agreed === undefined || agreed === is) return;
    const [total, quoted] = [formatMoney(is), formatMoney(agreed)];
    const message = `The ${what} is now ${total} instead of ${quoted}`;
    throw problem('mainOrders.price-changed', { total, quoted }, { data: toQuote(basket), message });
  };
  rejectOther('total', basket.total, quotedTotal);
  rejectOther('amount due', basket.due, quotedDue);
}

/** Throws invalid input as field errors. An unknown item is an error of the field that named it, `sku` or `subProductId`. */
function rejectFields(lines: readonly BasketLine[], input: MainOrderInput): void {
  const fields = lines.flatMap(({ index, problem: found }) => {
    if (found?.code === 'not-found') {
      const name = input.lines[index]?.sku === undefined ? 'subProductId' : 'sku';
      return [{ path: `lines.${index}.${name}`, message: found.message }];
    }
    if (found?.code === 'quantity') return [{ path: `lines.${index}.quantity`, message: found.message }];
    return [];
  });
  if (fields.length > 0) {
    throw problem('validation-failed', {}, { fields, message: fields[0]!.message });
  }
}

function orderProblem(code: string, message: string, order: BasketOrder) {
  if (code === 'location-closed') return problem('orders.not-sellable', { lines: message });
  if (code === 'minimum-not-met') {
    return problem('orders.minimum-not-met', { minimum: order.minimumOrder }, { message });
  }
  return problem('orders.not-deliverable', { reason: message });
}

function rejectLines(
  lines: readonly BasketLine[],
  code: 'stock.not-enough' | 'orders.not-sellable',
  kinds: readonly string[],
): void {
  const found = lines.filter((line) => kinds.includes(line.problem!.code));
  if (found.length === 0) return;
  throw problem(
    code,
    {
      lines: found.map((line) => line.problem!.message).join('; '),
      short: found.map(({ index, subProductId, sku, name, quantity, available }) => ({
        index,
        subProductId,
        sku,
        name,
        asked: quantity,
        available,
      })),
    },
    {
      fields: found.map((line) => ({ path: `lines.${line.index}.quantity`, message: line.problem!.message })),
    },
  );
}
