import { z } from 'zod';
import {
  Address,
  BooleanLike,
  Choice,
  Deleted,
  Email,
  Id,
  Instant,
  optionalCode,
  Phone,
  Picture,
  Ref,
  requiredText,
  SearchText,
  StatusBody,
  Version,
} from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes } from '../core/route.ts';

export const vehicleTypes = ['car', 'van', 'scooter', 'bicycle', 'onFoot'] as const;
export type VehicleType = (typeof vehicleTypes)[number];
export const vehicleLabels: Record<VehicleType, string> = {
  car: 'Car',
  van: 'Van',
  scooter: 'Scooter',
  bicycle: 'Bicycle',
  onFoot: 'On foot',
};
/** Users set a driver offline. Deliveries switch between busy and available automatically. */
export const availabilities = ['offline', 'available', 'busy'] as const;
export type Availability = (typeof availabilities)[number];

export const Vehicle = z.strictObject({ type: z.enum(vehicleTypes), plate: optionalCode('Plate', 20) });
const StoredVehicle = z.object({ type: z.enum(vehicleTypes), plate: z.string().nullable() });

/** A driver in lists. */
export const DriverRow = z.object({
  _id: Id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string(),
  vehicle: StoredVehicle,
  photo: Picture.nullable(),
  /** The driver's locations, limited to those that the user has access to. */
  locations: z.array(Ref),
  status: z.boolean(),
  availability: z.enum(availabilities),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type DriverRow = z.infer<typeof DriverRow>;

/** A license or insurance, with a signed URL that expires. */
export const DriverDocument = z.object({ _id: Id, name: z.string(), url: z.string(), addedAt: Instant });
export type DriverDocument = z.infer<typeof DriverDocument>;

export const Driver = DriverRow.extend({
  address: Address.nullable(),
  licenceNumber: z.string().nullable(),
  documents: z.array(DriverDocument),
});
export type Driver = z.infer<typeof Driver>;

export const deliveryStatuses = [
  'offered',
  'accepted',
  'pickedUp',
  'onTheWay',
  'delivered',
  'failed',
  'declined',
  'timedOut',
  'gaveUp',
  'withdrawn',
] as const;
/** The status of one delivery: an order assigned to one driver, from the offer to its end. */
export type DeliveryStatus = (typeof deliveryStatuses)[number];
/** The driver has the items. */
export const collectedStatuses = ['pickedUp', 'onTheWay'] as const satisfies readonly DeliveryStatus[];
/** The driver got a request, accepted it, or has the items. A trip ends with its last open delivery. */
const openDeliveryStatuses: readonly DeliveryStatus[] = ['offered', 'accepted', ...collectedStatuses];
export const isOpenDelivery = (status: DeliveryStatus): boolean => openDeliveryStatuses.includes(status);

/** The driver has accepted and hasn't left the store, so they can still return the order. */
export const canGiveUp = (status: DeliveryStatus): boolean => status === 'accepted' || status === 'pickedUp';
export const isCollected = (status: DeliveryStatus): boolean =>
  collectedStatuses.some((collected) => collected === status);

/** A delivery that a driver has accepted or was offered. */
export const CurrentDelivery = z.object({
  _id: Id,
  tripId: Id,
  driverId: Id,
  driverName: z.string(),
  status: z.enum(deliveryStatuses),
  offerExpiresAt: Instant,
});
export type CurrentDelivery = z.infer<typeof CurrentDelivery>;

export const DriverDelivery = z.object({
  _id: Id,
  orderId: Id,
  orderNumber: z.string(),
  /** The return whose items were to be collected; null for deliveries. */
  returned: z.object({ _id: Id, number: z.string() }).nullable(),
  locationId: Id,
  locationName: z.string(),
  timeZone: z.string(),
  tripNumber: z.string(),
  status: z.enum(deliveryStatuses),
  offeredAt: Instant,
  /** Null for collections, which have no promised time. */
  promisedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** Whether a delivered order arrived by the promised time. */
  onTime: z.boolean().nullable(),
  reason: z.string().nullable(),
  /** True if the delivery failed and the driver still has the items. */
  isComingBack: z.boolean(),
  pay: Cents,
});
export type DriverDelivery = z.infer<typeof DriverDelivery>;

/** A driver with totals of deliveries for the locations that the user has access to. */
export const DriverView = Driver.extend({
  deliveredCount: z.int(),
  failedCount: z.int(),
  /** On-time deliveries in percent of the delivered orders; null before the first one. */
  onTimeShare: z.number().nullable(),
  earnings: Cents,
  /** Earnings of the last 30 days. */
  recentEarnings: Cents,
  /** Cash in hand, for locations that the user has access to. */
  cash: z.array(z.object({ locationId: Id, locationName: z.string(), held: Cents })),
  /** Open deliveries, including failed ones that are returning to the store. */
  current: z.array(DriverDelivery),
  /** The last 25 deliveries that have ended. */
  past: z.array(DriverDelivery),
});
export type DriverView = z.infer<typeof DriverView>;

export const DriverInput = z.strictObject({
  name: requiredText('Name', 120),
  email: z
    .union([Email, z.literal('').transform(() => null), z.null()], { error: 'Enter a valid email' })
    .optional(),
  phone: Phone,
  address: Address.nullable().optional(),
  licenceNumber: optionalCode('License number', 40),
  vehicle: Vehicle.optional(),
  locationIds: z
    .array(Id, { error: 'Choose at least one store' })
    .min(1, 'Choose at least one store')
    .max(200),
  availability: z.enum(availabilities).optional(),
  status: BooleanLike.optional(),
});
export type DriverInput = z.infer<typeof DriverInput>;
export const DriverEdit = DriverInput.partial().extend({
  version: Version,
  /** Removes the photo. */
  removePhoto: BooleanLike.optional(),
  /** The IDs of documents to remove. */
  removeDocuments: z.array(Id).max(50).optional(),
});
export type DriverEdit = z.infer<typeof DriverEdit>;
export const DriverPage = pageRequest(['name', 'updatedAt'], {
  status: z.boolean(),
  availability: z.enum(availabilities),
  locationId: Id,
  /** Drivers with or without cash that they haven't handed in, at the location of the filter or anywhere. */
  holdsCash: z.boolean(),
});
export type DriverPage = z.infer<typeof DriverPage>;

const files = { photo: { kind: 'image' }, documents: { kind: 'document', many: true } } as const;

export const driverRoutes = routes('drivers', {
  list: {
    method: 'POST',
    path: '/driver/list',
    permission: 'driver_list',
    summary: 'Lists drivers',
    body: DriverPage,
    data: pageOf(DriverRow),
    reads: true,
    list: { screen: '/driver', exportAs: 'drivers' },
  },
  create: {
    method: 'POST',
    path: '/driver/create',
    permission: 'driver_add',
    summary: 'Adds a driver',
    body: DriverInput,
    files,
    data: Driver,
    message: 'Driver added',
    changes: ['drivers', 'dispatch'],
  },
  edit: {
    method: 'PUT',
    path: '/driver/edit/{id}',
    permission: 'driver_edit',
    summary: 'Changes a driver',
    body: DriverEdit,
    files,
    data: Driver,
    message: 'Driver saved',
    problems: ['version-stale', 'drivers.under-way'],
    changes: ['drivers', 'dispatch'],
  },
  remove: {
    method: 'DELETE',
    path: '/driver/delete/{id}',
    permission: 'driver_delete',
    summary: 'Deletes a driver who never had a delivery',
    data: Deleted,
    message: 'Driver deleted',
    problems: ['in-use', 'drivers.under-way'],
    changes: ['drivers', 'dispatch'],
  },
  view: {
    method: 'GET',
    path: '/driver/view/{id}',
    permission: 'driver_view',
    summary: 'Shows a driver with deliveries, on-time share and earnings',
    data: DriverView,
    reads: true,
  },
  dropdown: {
    method: 'GET',
    path: '/driver/dropdown',
    permission: 'driver_list',
    summary: 'Lists up to 50 active drivers by name',
    query: z.strictObject({ search: SearchText.optional(), locationId: Id.optional() }),
    data: z.array(Choice),
    reads: true,
  },
  updateStatus: {
    method: 'PUT',
    path: '/driver/update-status/{id}',
    permission: 'driver_edit',
    summary: 'Activates or deactivates a driver',
    body: StatusBody,
    data: Driver,
    message: 'Driver saved',
    changes: ['drivers', 'dispatch'],
  },
});
