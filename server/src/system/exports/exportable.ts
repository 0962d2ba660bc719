import { type Brand, brandRoutes } from '@aisle/contract/catalog/brands';
import { type BulkRow, type BulkValue, bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { type Category, categoryRoutes } from '@aisle/contract/catalog/categories';
import { joinList } from '@aisle/contract/catalog/listed-values';
import {
  type ProductImportField,
  productImportFieldNames,
  productImportFields,
} from '@aisle/contract/catalog/product-import-fields';
import { productRoutes } from '@aisle/contract/catalog/products';
import { type SubProduct, subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { type Tax, taxRoutes } from '@aisle/contract/catalog/taxes';
import { type Vendor, vendorRoutes } from '@aisle/contract/catalog/vendors';
import type { Address } from '@aisle/contract/core/fields';
import type { Route } from '@aisle/contract/core/route';
import { type Customer, customerRoutes } from '@aisle/contract/customers/customers';
import {
  benefitTexts,
  type SubscriptionPlan,
  subscriptionPlanRoutes,
} from '@aisle/contract/customers/subscription-plans';
import { type Subscription, subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { ledgerAccountWords } from '@aisle/contract/finance/account-words';
import {
  type BookEntry,
  bookRoutes,
  entryPartLabels,
  journalKindLabels,
} from '@aisle/contract/finance/books';
import { type PayoutRun, payoutRoutes } from '@aisle/contract/finance/payouts';
import { payoutMethodLabels, statementPartLabels } from '@aisle/contract/finance/statement-words';
import {
  type DueRow,
  type Statement,
  statementParts,
  statementRoutes,
} from '@aisle/contract/finance/statements';
import { type AssortmentDifference, assortmentRoutes } from '@aisle/contract/locations/assortments';
import { areaText } from '@aisle/contract/locations/delivery-area';
import { type Location, locationRoutes } from '@aisle/contract/locations/locations';
import { type Figure, productFigures, storeFigures } from '@aisle/contract/overview/figures';
import { type ProductReportRow, reportRoutes, type StoreReportRow } from '@aisle/contract/overview/reports';
import { type DriverRow, driverRoutes, vehicleLabels } from '@aisle/contract/sales/drivers';
import { type HandIn, handInRoutes } from '@aisle/contract/sales/hand-ins';
import { type MainOrderRow, mainOrderRoutes } from '@aisle/contract/sales/main-orders';
import { type OrderBulkRow, orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import type { OrderRow } from '@aisle/contract/sales/order-list';
import { orderRoutes } from '@aisle/contract/sales/orders';
import { type PaymentRow, paymentRoutes } from '@aisle/contract/sales/payments';
import { type RecallListed, type RecallRow, recallRoutes } from '@aisle/contract/sales/recalls';
import { type RefundRow, refundRoutes } from '@aisle/contract/sales/refunds';
import { type ReturnRow, returnRoutes } from '@aisle/contract/sales/returns';
import {
  type BulkMessage,
  type BulkMessageResult,
  messageChannelLabels,
  messageRoutes,
  sendOutcomeLabels,
} from '@aisle/contract/service/messages';
import { supportRoutes, type Ticket } from '@aisle/contract/service/support';
import { ticketStatusLabels } from '@aisle/contract/service/support-flow';
import { type AuditListed, auditRoutes } from '@aisle/contract/system/audit';
import type { ExportName } from '@aisle/contract/system/exports';
import { addressImportFields } from '@aisle/contract/system/import-address';
import type { ImportField } from '@aisle/contract/system/import-fields';
import { type User, userRoutes } from '@aisle/contract/system/users';
import { type AppliedMarkDown, type ExpiryLot, expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import type { Lot, Movement } from '@aisle/contract/warehouse/lots';
import { type PriceCell, type PriceRow, priceRoutes } from '@aisle/contract/warehouse/prices';
import { type CountItem, type StockCountRow, stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import type { LevelThen, StockLevel } from '@aisle/contract/warehouse/stock-levels';
import { type TransferRow, transferRoutes } from '@aisle/contract/warehouse/transfers';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Services } from '../../core/services.ts';
import { type CellValue, type Column, instant, money, number, text, yesNo } from './columns.ts';

/** A list that can be taken home. */
export interface Exportable {
  /** What the file is called. */
  title: string;
  route: Route;
  columns: readonly Column<never>[];
}
/** Where a record of a list makes several lines of the file, or other ones. */
export type LinesOf = (
  tx: Tx,
  actor: Actor,
  records: readonly object[],
  services: Pick<Services, 'settings' | 'storage'>,
) => Promise<object[]>;

/** A picture that leaves with an export: how its line names it, and where its bytes are. */
export interface NamedPicture {
  name: string;
  fileId: string;
}
/** Lines that name pictures as files beside them. */
export type LinesWithPictures = (
  tx: Tx,
  actor: Actor,
  records: readonly object[],
) => Promise<LineWithPictures[]>;
export interface LineWithPictures {
  line: object;
  pictures: readonly NamedPicture[];
}

const list = <Row>(title: string, route: Route, columns: readonly Column<Row>[]): Exportable => ({
  title,
  route,
  columns: columns as readonly Column<never>[],
});

const oneLine = (address: Address | null): string =>
  address
    ? [address.line1, address.line2, address.city, `${address.state} ${address.postalCode}`]
        .filter(Boolean)
        .join(', ')
    : '';

/** The parts of an address, each in the column that an import takes. */
const addressColumns = <Row>(addressOf: (row: Row) => Partial<Address> | null): Column<Row>[] => [
  text(addressImportFields.line1.label, (row) => addressOf(row)?.line1),
  text(addressImportFields.line2.label, (row) => addressOf(row)?.line2),
  text(addressImportFields.city.label, (row) => addressOf(row)?.city),
  text(addressImportFields.state.label, (row) => addressOf(row)?.state),
  text(addressImportFields.postalCode.label, (row) => addressOf(row)?.postalCode),
];
/** A customer with the default address. */
export type CustomerLine = Customer & { address: Partial<Address> | null };
/** What a location makes of a sub-product. */
export type PriceLine = Pick<PriceRow, 'sku' | 'name' | 'price' | 'salePrice'> &
  Pick<PriceCell, 'assigned' | 'threshold' | 'maxPerOrder' | 'onHand'> & {
    locationName: string;
    priceHere: number | null;
  };

/** As a person types it: dollars, a quantity, yes or no. */
function asTyped({ field }: BulkRow, value: BulkValue): string | number | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value !== 'number' || field === 'threshold' ? value : (value / 100).toFixed(2);
}

/** A cell of a workbook holds 32,767 characters. */
const asJson = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value).slice(0, 32_000);

/** What tells one line from the next stands first, what is long last. */
const leading: readonly ProductImportField[] = [
  'sku',
  'name',
  'product',
  'category',
  'brand',
  'barcode',
  'unit',
  'unitSize',
  'soldByWeight',
];
const trailing: readonly ProductImportField[] = [
  'badge',
  'addToHomePage',
  'tags',
  'options',
  'specifications',
  'taxes',
  'pictures',
  'description',
];
function placeOf(field: ProductImportField): number {
  const [first, last] = [leading.indexOf(field), trailing.indexOf(field)];
  if (first >= 0) return first - leading.length;
  return last >= 0 ? productImportFieldNames.length + last : productImportFieldNames.indexOf(field);
}

/** A line of the file has the cells of an import, by their names. */
type ProductLine = Partial<Record<ProductImportField, CellValue | string[]>>;
const productLineColumns = productImportFieldNames
  .filter((field) => field !== 'subCategory')
  .toSorted((a, b) => placeOf(a) - placeOf(b))
  .map((field): Column<ProductLine> => {
    const known: ImportField = productImportFields[field];
    const kinds = { text, money, number, quantity: number, yesNo };
    return kinds[known.shown ?? 'text'](known.label, (line: ProductLine) => {
      const value = line[field];
      if (!Array.isArray(value)) return value;
      return field === 'tags' ? value.join(', ') : joinList(value);
    });
  });

/** A figure of a report: money in dollars, shares as a percentage. */
function figure<Key extends string>({ key, label, unit }: Figure<Key>): Column<Record<Key, number | null>> {
  if (unit === 'cents') return money(label, (row) => row[key]);
  if (unit !== 'share') return number(label, (row) => row[key]);
  return number(`${label} %`, (row) => {
    const value: number | null = row[key];
    return value === null ? null : Math.round(value * 1000) / 10;
  });
}

export const exportable: Record<ExportName, Exportable> = {
  brands: list<Brand>('Brands', brandRoutes.list, [
    text('Name', (brand) => brand.name),
    number('Products', (brand) => brand.productCount),
    yesNo('Active', (brand) => brand.status),
    instant('Changed', (brand) => brand.updatedAt),
  ]),
  taxes: list<Tax>('Taxes', taxRoutes.list, [
    text('Name', (tax) => tax.name),
    number('Rate %', (tax) => tax.rate),
    text('Description', (tax) => tax.description),
    number('Categories', (tax) => tax.categoryCount),
    number('Products', (tax) => tax.productCount),
    yesNo('Active', (tax) => tax.status),
  ]),
  categories: list<Category>('Categories', categoryRoutes.list, [
    text('Name', (category) => category.name),
    text('Parent', (category) => category.path.map(({ name }) => name).join(' > ')),
    number('Level', (category) => category.level),
    text('Description', (category) => category.description),
    number('Subcategories', (category) => category.childCount),
    number('Products', (category) => category.productCount),
    yesNo('Active', (category) => category.status),
  ]),
  // One line for each sub-product: what an import takes, so that a list can be changed and brought back.
  products: list<ProductLine>('Products', productRoutes.list, productLineColumns),
  subProducts: list<SubProduct>('Sub-products', subProductRoutes.list, [
    text('SKU', (sub) => sub.sku),
    text('Name', (sub) => sub.name),
    text('Product', (sub) => sub.productData.name),
    text('Barcode', (sub) => sub.barcode),
    text('Unit', (sub) => sub.unit),
    number('Size', (sub) => sub.unitSize),
    yesNo('Sold by weight', (sub) => sub.soldByWeight),
    money('Price', (sub) => sub.price),
    money('Sale price', (sub) => sub.salePrice),
    money('Cost price', (sub) => sub.costPrice),
    number('Available', (sub) => sub.available),
    yesNo('Active', (sub) => sub.status),
  ]),
  bulkEditRows: list<BulkRow>('Bulk edit', bulkEditRoutes.rows, [
    text('SKU', (row) => row.sku),
    text('Name', (row) => row.name),
    text('Location', (row) => row.locationName),
    text('Result', (row) => row.outcome),
    text('Before', (row) => asTyped(row, row.before)),
    text('After', (row) => asTyped(row, row.after)),
    text('Why', (row) => row.reason),
  ]),
  subscriptionPlans: list<SubscriptionPlan>('Subscription plans', subscriptionPlanRoutes.list, [
    text('Name', (row) => row.name),
    text('Description', (row) => row.description),
    money('Price', (row) => row.price),
    text('Period', (row) => row.period),
    text('Benefits', (row) => benefitTexts(row.benefits).join(', ')),
    number('Subscribers', (row) => row.subscribers),
    money('Income a month', (row) => row.monthlyIncome),
    number('Churn %', (row) => row.churnShare),
    yesNo('Active', (row) => row.status),
  ]),
  subscriptions: list<Subscription>('Subscriptions', subscriptionRoutes.list, [
    text('Invoice', (row) => row.invoiceNumber),
    text('Customer', (row) => row.customerName),
    text('Plan', (row) => row.edition.name),
    instant('Starts', (row) => row.startsAt),
    instant('Ends', (row) => row.endsAt),
    text('Status', (row) => (row.isExpired ? 'expired' : row.status)),
    yesNo('Renews automatically', (row) => row.autoRenew),
    money('Price', (row) => row.edition.price),
    money('Paid', (row) => row.pricePaid),
    money('Refunded', (row) => row.refunded),
    instant('Cancelled', (row) => row.cancelledAt),
    text('Reason', (row) => row.reason),
  ]),
  customers: list<CustomerLine>('Customers', customerRoutes.list, [
    text('First name', (customer) => customer.firstName),
    text('Last name', (customer) => customer.lastName),
    text('Email', (customer) => customer.email),
    text('Phone', (customer) => customer.phone),
    ...addressColumns<CustomerLine>((customer) => customer.address),
    text('Notes', (customer) => customer.notes),
    yesNo('Marketing consent', (customer) => customer.marketingConsent),
    text('Status', (customer) => customer.status),
    number('Orders', (customer) => customer.orderCount),
    instant('Last order', (customer) => customer.lastOrderAt),
    number('Coins', (customer) => customer.coinBalance),
    instant('Since', (customer) => customer.createdAt),
  ]),
  orders: list<OrderRow>('Orders', orderRoutes.list, [
    text('Number', (order) => order.number),
    text('Location', (order) => order.locationName),
    text('Customer', (order) => order.customerName),
    text('Status', (order) => order.headlineStatus),
    text('Fulfillment', (order) => order.fulfilment),
    text('Payment', (order) => order.paymentType),
    number('Items', (order) => order.unitCount),
    number('Lines', (order) => order.lineCount),
    money('Total', (order) => order.total),
    text('Owner', (order) => order.owner?.name ?? null),
    text('Tags', (order) => order.tags.join(', ')),
    instant('Placed', (order) => order.createdAt),
  ]),
  orderBulkRows: list<OrderBulkRow>('Bulk step', orderBulkRoutes.rows, [
    text('Number', (row) => row.number),
    text('Customer', (row) => row.customerName),
    text('Location', (row) => row.locationName),
    text('Result', (row) => row.outcome),
    text('Before', (row) => row.before),
    text('After', (row) => row.after),
    text('Assigned', (row) => row.assigned),
    text('Why', (row) => row.reason),
  ]),
  messages: list<BulkMessage>('Messages', messageRoutes.list, [
    text('Name', (message) => message.name),
    text('Channel', (message) => messageChannelLabels[message.channel]),
    text('Subject', (message) => message.subject),
    text('Status', (message) => message.state),
    number('Recipients', (message) => message.recipients),
    number('Sent', (message) => message.counts.sent),
    number('Failed', (message) => message.counts.failed),
    number('Unsubscribed', (message) => message.unsubscribed),
    text('Created by', (message) => message.createdBy),
    instant('Created', (message) => message.createdAt),
    instant('Started', (message) => message.startedAt),
    instant('Finished', (message) => message.finishedAt),
  ]),
  messageResults: list<BulkMessageResult>('Message results', messageRoutes.results, [
    text('Customer', (row) => row.customerName),
    text('Customer ID', (row) => row.customerId),
    text('Result', (row) => sendOutcomeLabels[row.outcome]),
    text('Why', (row) => row.reason),
    instant('At', (row) => row.at),
  ]),
  mainOrders: list<MainOrderRow>('Checkouts', mainOrderRoutes.list, [
    text('Number', (main) => main.number),
    text('Customer', (main) => main.customerName),
    text('Status', (main) => main.status),
    number('Orders', (main) => main.orderCount),
    text('Fulfillment', (main) => main.fulfilment),
    text('Payment', (main) => main.paymentType),
    text('Source', (main) => main.source),
    text('External ID', (main) => main.externalId),
    money('Total', (main) => main.total),
    instant('Placed', (main) => main.createdAt),
  ]),
  returns: list<ReturnRow>('Returns', returnRoutes.list, [
    text('Number', (request) => request.number),
    text('Kind', (request) => request.kind),
    yesNo('No return needed', (request) => request.noReturn),
    text('Status', (request) => request.status),
    text('Order', (request) => request.orderNumber),
    text('Location', (request) => request.locationName),
    text('Customer', (request) => request.customerName),
    text('Reason', (request) => request.reason),
    text('Collected by', (request) => request.driverName),
    number('Items', (request) => request.lineCount),
    instant('Requested', (request) => request.createdAt),
  ]),
  payments: list<PaymentRow>('Payments', paymentRoutes.list, [
    text('Order', (payment) => payment.orderNumber),
    text('Location', (payment) => payment.locationName),
    text('Customer', (payment) => payment.customerName),
    text('Paid by', (payment) => payment.kind),
    text('Taken by', (payment) => payment.provider),
    text('Status', (payment) => payment.status),
    money('Amount', (payment) => payment.amount),
    text('Reference', (payment) => payment.reference),
    text('Problem', (payment) => payment.problem),
    instant('Date', (payment) => payment.createdAt),
    instant('Changed', (payment) => payment.updatedAt),
  ]),
  refunds: list<RefundRow>('Refunds', refundRoutes.list, [
    text('Order', (refund) => refund.orderNumber),
    text('Location', (refund) => refund.locationName),
    text('Customer', (refund) => refund.customerName),
    text('Status', (refund) => refund.status),
    money('Amount', (refund) => refund.amount),
    money('Delivery fee', (refund) => refund.deliveryFee),
    money('In coins', (refund) => refund.inCoins),
    yesNo('By hand', (refund) => refund.byHand),
    text('Reason', (refund) => refund.reason),
    text('Reference', (refund) => refund.reference),
    text('Problem', (refund) => refund.problem),
    instant('Date', (refund) => refund.createdAt),
    instant('Refunded at', (refund) => refund.refundedAt),
  ]),
  inventory: list<Lot>('Inventory', inventoryRoutes.list, [
    text('Number', (lot) => lot.number),
    text('Location', (lot) => lot.locationName),
    text('SKU', (lot) => lot.subProductData.sku),
    text('Name', (lot) => lot.subProductData.name),
    text('Vendor', (lot) => lot.vendorData?.name),
    text('Lot', (lot) => lot.lotNumber),
    number('Received', (lot) => lot.receivedQuantity),
    number('On hand', (lot) => lot.onHand),
    money('Cost price', (lot) => lot.costPrice),
    text('Expires', (lot) => lot.expiresOn),
    text('Promised for', (lot) => lot.expectedOn),
    text('Status', (lot) => lot.status),
    instant('Received at', (lot) => lot.receivedAt),
  ]),
  levels: list<StockLevel>('Stock levels', inventoryRoutes.levels, [
    text('Location', (level) => level.locationName),
    text('SKU', (level) => level.subProductData.sku),
    text('Name', (level) => level.subProductData.name),
    number('On hand', (level) => level.onHand),
    number('Reserved', (level) => level.reserved),
    number('Expired', (level) => level.expired),
    number('Available', (level) => level.available),
    text('Shelf', (level) => level.shelf),
    number('Threshold', (level) => level.threshold),
    text('Status', (level) => level.status),
  ]),
  prices: list<PriceLine>('Prices', priceRoutes.grid, [
    text('SKU', (line) => line.sku),
    text('Name', (line) => line.name),
    text('Location', (line) => line.locationName),
    yesNo('Sold', (line) => line.assigned),
    money('Price', (line) => line.price),
    money('Sale price', (line) => line.salePrice),
    money('Custom price', (line) => line.priceHere),
    number('Low at', (line) => line.threshold),
    number('Max per order', (line) => line.maxPerOrder),
    number('On hand', (line) => line.onHand),
  ]),
  levelsThen: list<LevelThen>('Stock as of a date', inventoryRoutes.asOf, [
    text('Location', (level) => level.locationName),
    text('SKU', (level) => level.subProductData.sku),
    text('Name', (level) => level.subProductData.name),
    number('On hand then', (level) => level.onHand),
    number('Reserved then', (level) => level.reserved),
    number('On hand now', (level) => level.onHandNow),
  ]),
  movements: list<Movement>('Stock movements', inventoryRoutes.movements, [
    instant('At', (movement) => movement.createdAt),
    text('Location', (movement) => movement.locationName),
    text('SKU', (movement) => movement.subProductData.sku),
    text('Name', (movement) => movement.subProductData.name),
    text('Kind', (movement) => movement.kind),
    number('On hand', (movement) => movement.onHand),
    number('Reserved', (movement) => movement.reserved),
    text('Lot', (movement) => movement.lot),
    text('Cause', (movement) => movement.orderNumber ?? movement.cause?.number ?? null),
    text('By', (movement) => movement.userName),
    text('Note', (movement) => movement.note),
  ]),
  users: list<User>('Users', userRoutes.list, [
    text('First name', (user) => user.firstName),
    text('Last name', (user) => user.lastName),
    text('Email', (user) => user.email),
    text('Phone', (user) => user.phone),
    text('Type', (user) => user.userType),
    text('Locations', (user) => user.locations.map(({ name }) => name).join(', ')),
    yesNo('Active', (user) => user.status),
    instant('Last sign-in', (user) => user.lastLoginAt),
  ]),
  assortmentDifferences: list<AssortmentDifference>('Assortment comparison', assortmentRoutes.differences, [
    text('SKU', (row) => row.sku),
    text('Name', (row) => row.name),
    text('Product', (row) => row.productData.name),
    yesNo('Sold here', (row) => row.here.assigned),
    yesNo('Sold there', (row) => row.there.assigned),
    money('Price here', (row) => row.here.price),
    money('Price there', (row) => row.there.price),
    number('Low at here', (row) => row.here.threshold),
    number('Low at there', (row) => row.there.threshold),
    number('Max per order here', (row) => row.here.maxPerOrder),
    number('Max per order there', (row) => row.there.maxPerOrder),
  ]),
  locations: list<Location>('Locations', locationRoutes.list, [
    text('Name', (location) => location.name),
    text('Code', (location) => location.code),
    text('Phone', (location) => location.phone),
    text('Email', (location) => location.email),
    text('Address', (location) => oneLine(location.address)),
    text('Time zone', (location) => location.timeZone),
    number('Delivery radius km', (location) => (location.deliveryArea ? null : location.deliveryRadiusKm)),
    text('Delivery area', ({ deliveryArea: area }) =>
      area?.kind === 'postalCodes' ? area.codes.join(', ') : area && areaText(area),
    ),
    money('Minimum order', (location) => location.minimumOrder),
    number('Commission %', (location) => location.commissionRate),
    yesNo('Pickup', (location) => location.acceptsPickup),
    yesNo('Active', (location) => location.status),
  ]),
  vendors: list<Vendor>('Vendors', vendorRoutes.list, [
    text('Name', (vendor) => vendor.name),
    text('Contact', (vendor) => vendor.contact),
    text('Email', (vendor) => vendor.email),
    text('Phone', (vendor) => vendor.phone),
    ...addressColumns<Vendor>((vendor) => vendor.address),
    text('Tax number', (vendor) => vendor.taxNumber),
    text('Payment terms', (vendor) => vendor.paymentTerms),
    yesNo('Active', (vendor) => vendor.status),
  ]),
  drivers: list<DriverRow>('Drivers', driverRoutes.list, [
    text('Name', (driver) => driver.name),
    text('Phone', (driver) => driver.phone),
    text('Email', (driver) => driver.email),
    text('Vehicle', (driver) => vehicleLabels[driver.vehicle.type]),
    text('Plate', (driver) => driver.vehicle.plate),
    text('Drives for', (driver) => driver.locations.map(({ name }) => name).join(', ')),
    text('Availability', (driver) => driver.availability),
    yesNo('Active', (driver) => driver.status),
  ]),
  handIns: list<HandIn>('Cash hand-ins', handInRoutes.list, [
    instant('Received', (handIn) => handIn.createdAt),
    text('Driver', (handIn) => handIn.driverName),
    text('Location', (handIn) => handIn.locationName),
    money('Expected', (handIn) => handIn.expected),
    money('Counted', (handIn) => handIn.counted),
    money('Difference', (handIn) => handIn.difference),
    text('Note', (handIn) => handIn.note),
    text('Received by', (handIn) => handIn.receivedBy),
  ]),
  statements: list<Statement>('Statements', statementRoutes.list, [
    text('Number', (statement) => statement.number),
    text('Status', (statement) => statement.status),
    text('Location', (statement) => statement.locationName),
    text('From', (statement) => statement.from),
    text('To', (statement) => statement.to),
    number('Orders', (statement) => statement.orders),
    ...statementParts.map((part) =>
      money<Statement>(statementPartLabels[part], (statement) => statement[part]),
    ),
    money('Carried in', (statement) => statement.carriedIn),
    money('Total', (statement) => statement.total),
    money('Tax remitted by the marketplace', (statement) => statement.taxRemitted),
    text('Carried into', (statement) => statement.carriedInto?.number ?? null),
    text('Method', ({ payout }) => payout && payoutMethodLabels[payout.method]),
    text('Reference', ({ payout }) => payout?.reference ?? null),
    text('Paid on', ({ payout }) => payout?.paidOn ?? null),
    instant('Created', (statement) => statement.createdAt),
  ]),
  statementsDue: list<DueRow>('Money due', statementRoutes.due, [
    text('Location', (due) => due.locationName),
    text('Since', (due) => due.since),
    money('Not on a statement yet', (due) => due.amount),
    money('Estimate', (due) => due.estimate),
    text('By', (due) => due.periodEnd),
    money('Balance', (due) => due.balance.total),
  ]),
  payoutRuns: list<PayoutRun>('Payout runs', payoutRoutes.runs, [
    instant('Started', (run) => run.createdAt),
    text('Started by', (run) => run.createdBy),
    text('Status', (run) => run.status),
    text('Method', (run) => payoutMethodLabels[run.method]),
    text('Paid on', (run) => run.paidOn),
    number('Statements', (run) => run.statements),
    number('Paid', (run) => run.paid),
    number('Failed', (run) => run.failed),
    money('Total', (run) => run.total),
  ]),
  storeReport: list<StoreReportRow>('Location report', reportRoutes.store, [
    text('Location', (row) => row.locationName),
    text('From', (row) => row.from),
    text('To', (row) => row.to),
    ...storeFigures.map((one) => figure(one)),
  ]),
  productReport: list<ProductReportRow>('Product report', reportRoutes.product, [
    text('Name', (row) => [...row.path, row].map(({ name }) => name).join(' > ')),
    text('SKU', (row) => row.sku),
    text('Unit', (row) => row.unit),
    ...productFigures.map((one) => figure(one)),
  ]),
  bookEntries: list<BookEntry>('Ledger entries', bookRoutes.entries, [
    text('Date', (entry) => entry.day),
    text('Journal', (entry) => entry.journalId),
    text('Type', (entry) => journalKindLabels[entry.kind]),
    text('Account', (entry) => ledgerAccountWords[entry.account].label),
    text('Account code', (entry) => entry.code),
    text('Part', (entry) => entryPartLabels[entry.part] ?? entry.part),
    money('Debit', (entry) => (entry.amount > 0 ? entry.amount : null)),
    money('Credit', (entry) => (entry.amount < 0 ? -entry.amount : null)),
    text('Location', (entry) => entry.location.name),
    text('Order', (entry) => entry.order?.number),
    text('Statement', (entry) => entry.statement?.number),
  ]),
  tickets: list<Ticket>('Tickets', supportRoutes.list, [
    text('Number', (ticket) => ticket.number),
    text('Subject', (ticket) => ticket.subject),
    text('Status', (ticket) => ticketStatusLabels[ticket.status]),
    text('Priority', (ticket) => ticket.priority),
    text('Category', (ticket) => ticket.category),
    text('Assignee', (ticket) => ticket.assignee?.name),
    text('Customer', (ticket) => ticket.customer?.name),
    text('Sender', (ticket) => ticket.sender?.email),
    text('Location', (ticket) => ticket.location?.name),
    text('Order', (ticket) => ticket.order?.number),
    text('Tags', (ticket) => ticket.tags.join(', ')),
    number('Messages', (ticket) => ticket.messageCount),
    instant('Created', (ticket) => ticket.createdAt),
    instant('First response', (ticket) => ticket.firstResponseAt),
    instant('Resolved', (ticket) => ticket.resolvedAt),
    instant('Due', (ticket) => ticket.dueAt),
    yesNo('Overdue', (ticket) => ticket.isOverdue),
    text('Merged into', (ticket) => ticket.mergedInto?.number),
  ]),
  audit: list<AuditListed>('Audit log', auditRoutes.list, [
    instant('Time', (entry) => entry.at),
    text('User', (entry) => entry.actorName),
    text('Action', (entry) => entry.action),
    text('Resource', (entry) => entry.resource),
    text('Record', (entry) => entry.recordName),
    text('Before', (entry) => asJson(entry.before)),
    text('After', (entry) => asJson(entry.after)),
  ]),
  transfers: list<TransferRow>('Transfers', transferRoutes.list, [
    text('Number', (transfer) => transfer.number),
    text('Status', (transfer) => transfer.status),
    text('From', (transfer) => transfer.from.name),
    text('To', (transfer) => transfer.to.name),
    number('Lines', (transfer) => transfer.lineCount),
    yesNo('Differences', (transfer) => transfer.hasDifferences),
    text('Note', (transfer) => transfer.note),
    instant('Created', (transfer) => transfer.createdAt),
    instant('Sent', (transfer) => transfer.sentAt),
    instant('Closed', (transfer) => transfer.closedAt),
  ]),
  stockCounts: list<StockCountRow>('Stock counts', stockCountRoutes.list, [
    text('Number', (count) => count.number),
    text('Name', (count) => count.name),
    text('Status', (count) => count.status),
    text('Location', (count) => count.locationName),
    text('Categories', (count) => count.categories.map(({ name }) => name).join(', ')),
    text('Shelves', (count) => count.shelves.join(', ')),
    yesNo('Blind', (count) => count.blind),
    number('Items', (count) => count.items),
    number('Counted', (count) => count.counted),
    text('Started by', (count) => count.createdBy),
    instant('Started', (count) => count.createdAt),
    text('Closed by', (count) => count.closedBy),
    instant('Closed', (count) => count.closedAt),
  ]),
  stockCountItems: list<CountItem>('Count items', stockCountRoutes.items, [
    text('Item', (item) => item.subProductData.name),
    text('SKU', (item) => item.subProductData.sku),
    text('Barcode', (item) => item.barcode),
    text('Category', (item) => item.categoryName),
    text('Shelf', (item) => item.shelf),
    text('State', (item) => item.state),
    number('Counted', (item) => item.quantity),
    number('Expected', (item) => item.expected),
    number('Difference', (item) => item.difference),
    money('At cost', (item) => item.differenceMoney),
  ]),
  expiringLots: list<ExpiryLot>('Expiring lots', expiryRoutes.lots, [
    text('Item', (lot) => lot.subProductData.name),
    text('SKU', (lot) => lot.subProductData.sku),
    text('Lot', (lot) => lot.number),
    text('Location', (lot) => lot.locationName),
    text('Vendor', (lot) => lot.vendorName),
    text('Expires', (lot) => lot.expiresOn),
    number('Days left', (lot) => lot.daysLeft),
    yesNo('Recalled', (lot) => lot.isRecalled),
    number('On hand', (lot) => lot.onHand),
    number('Sold per day', (lot) => lot.perDay),
    money('At cost', (lot) => lot.cost),
    money('At retail', (lot) => lot.retail),
    money('Price', (lot) => lot.price),
    money('Suggested price', (lot) => lot.suggestion?.price),
    money('Marked down to', (lot) => lot.markDown?.price),
  ]),
  markDowns: list<AppliedMarkDown>('Mark-downs', expiryRoutes.markDowns, [
    text('Item', (row) => row.subProductData.name),
    text('SKU', (row) => row.subProductData.sku),
    text('Location', (row) => row.locationName),
    text('Status', (row) => row.status),
    money('Price', (row) => row.price),
    money('Previous custom price', (row) => row.priceBefore),
    text('Until', (row) => row.until),
    text('Created by', (row) => row.createdBy),
    instant('Created', (row) => row.createdAt),
    instant('Ended', (row) => row.endedAt),
  ]),
  recalls: list<RecallListed>('Recalls', recallRoutes.list, [
    text('Number', (recall) => recall.number),
    text('Recall', (recall) => recall.title),
    text('Status', (recall) => recall.status),
    text('Reason', (recall) => recall.reason),
    number('Lots', (recall) => recall.lots),
    text('Created by', (recall) => recall.createdBy),
    instant('Created', (recall) => recall.createdAt),
  ]),
  recallRows: list<RecallRow>('Recall rows', recallRoutes.rows, [
    text('Type', (row) => row.kind),
    text('Record', (row) => row.label),
    text('About', (row) => row.about),
    text('Location', (row) => row.locationName),
    number('Units', (row) => row.units),
    money('Amount', (row) => row.amount),
    text('Result', (row) => row.outcome),
    text('Why', (row) => row.reason),
  ]),
};

/** The titles of lists that name no customer: an erasure deletes the files of all others. */
export const exportsWithoutCustomers: readonly string[] = (
  [
    'brands',
    'taxes',
    'categories',
    'products',
    'subProducts',
    'bulkEditRows',
    'inventory',
    'levels',
    'prices',
    'levelsThen',
    'users',
    'locations',
    'assortmentDifferences',
    'vendors',
    'drivers',
    'statementsDue',
    'payoutRuns',
    'messages',
    'storeReport',
    'productReport',
    'transfers',
    'stockCounts',
    'stockCountItems',
    'expiringLots',
    'markDowns',
  ] as const satisfies readonly ExportName[]
).map((name) => exportable[name].title);

/** The columns of a list's file: a report that compares also has each figure of the other period beside it. */
export function exportColumns(name: ExportName, body: object): readonly Column<object>[] {
  const columns = exportable[name].columns as readonly Column<object>[];
  const figures = name === 'storeReport' ? storeFigures : name === 'productReport' ? productFigures : [];
  const { compare = 'none' } = body as { compare?: string };
  if (compare === 'none' || figures.length === 0) return columns;
  const first = columns.length - figures.length;
  return columns.flatMap((column, index) =>
    index < first
      ? [column]
      : [column, { ...column, header: `${column.header} before`, read: before(column) }],
  );
}
const before =
  ({ read }: Column<object>) =>
  (row: object): CellValue => {
    const values = (row as { before?: object | null }).before;
    return values ? read(values) : null;
  };
