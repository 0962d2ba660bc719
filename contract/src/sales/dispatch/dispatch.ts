import { z } from 'zod';
import {
  Address,
  Id,
  Instant,
  optionalCode,
  optionalLongText,
  Picture,
  requiredCode,
  requiredLongText,
  Version,
} from '../../core/fields.ts';
import { Cents } from '../../core/money.ts';
import { Unit } from '../../core/quantity.ts';
import { routes } from '../../core/route.ts';
import { DeliveryArea } from '../../locations/delivery-area.ts';
import { GeocodedPoint } from '../../system/geocoding.ts';
import { availabilities, CurrentDelivery, deliveryStatuses, vehicleTypes } from '../drivers.ts';
import { dispatchStatuses, orderStatuses, returnKinds } from '../orders/order-flow.ts';
import { Slot } from '../orders/order-labels.ts';
import { ReturnStatusField } from '../returns/returns.ts';

/** A driver who could deliver an order, with what they already have to do. */
export const BoardDriver = z.object({
  _id: Id,
  name: z.string(),
  phone: z.string(),
  photo: Picture.nullable(),
  vehicleType: z.enum(vehicleTypes),
  availability: z.enum(availabilities),
  locationIds: z.array(Id),
  /** Unfinished deliveries of a driver, at the locations that the actor has access to. */
  open: z.int(),
  /** Delivered since midnight UTC. */
  deliveredToday: z.int(),
  /** Failed deliveries whose goods the driver still has. */
  comingBack: z.int(),
  /** Where their latest delivery of the last 12 hours was; null without one, or if its address has no position. */
  lastStop: GeocodedPoint.nullable(),
  /** The cash in hand, by location. */
  cash: z.array(z.object({ locationId: Id, locationName: z.string(), held: Cents })),
});
export type BoardDriver = z.infer<typeof BoardDriver>;

/** Outcome of a failed attempt to deliver an order. */
export const FailedAttempts = z.object({
  count: z.int(),
  /** Of the last one. */
  driverId: Id,
  driverName: z.string(),
  reason: z.string().nullable(),
  at: Instant,
});

/** A delivery order that is ready to leave, or on its way, or coming back. */
export const BoardOrder = z.object({
  _id: Id,
  number: z.string(),
  version: Version,
  locationId: Id,
  locationName: z.string(),
  timeZone: z.string(),
  status: z.enum(orderStatuses),
  dispatchStatus: z.enum(dispatchStatuses).nullable(),
  customerName: z.string(),
  line1: z.string().nullable(),
  postalCode: z.string().nullable(),
  /** On the map; null if neither the address nor its postal code is known there. */
  point: GeocodedPoint.nullable(),
  distanceKm: z.number().nullable(),
  unitCount: z.int(),
  lineCount: z.int(),
  slot: Slot.nullable(),
  promisedAt: Instant,
  handOverCode: z.string().nullable(),
  /** The customer's note for the delivery. */
  note: z.string().nullable(),
  /** To be collected in cash at the door. */
  cashDue: Cents,
  failed: FailedAttempts.nullable(),
  /** The driver who still has the goods after a failed attempt. */
  comingBackFrom: z.string().nullable(),
  delivery: CurrentDelivery.nullable(),
  /** Available, of this location, and least loaded: after a failed attempt the same driver, drivers who declined last. */
  suggestedDriverId: Id.nullable(),
});
export type BoardOrder = z.infer<typeof BoardOrder>;

/** Goods of a return that a driver may fetch, is asked to, or fetches. */
export const BoardCollection = z.object({
  _id: Id,
  number: z.string(),
  version: Version,
  kind: z.enum(returnKinds),
  status: ReturnStatusField,
  orderId: Id,
  locationId: Id,
  locationName: z.string(),
  timeZone: z.string(),
  customerName: z.string(),
  line1: z.string().nullable(),
  postalCode: z.string().nullable(),
  point: GeocodedPoint.nullable(),
  distanceKm: z.number().nullable(),
  lineCount: z.int(),
  createdAt: Instant,
  delivery: CurrentDelivery.nullable(),
});
export type BoardCollection = z.infer<typeof BoardCollection>;

export const BoardTrip = z.object({
  _id: Id,
  number: z.string(),
  locationId: Id,
  driverId: Id,
  driverName: z.string(),
  /** A link to it is open. */
  hasLink: z.boolean(),
  createdAt: Instant,
});
export type BoardTrip = z.infer<typeof BoardTrip>;

/** A store that orders leave from. */
export const BoardLocation = z.object({
  _id: Id,
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  deliveryRadiusKm: z.number(),
  deliveryArea: DeliveryArea.nullable(),
});
export type BoardLocation = z.infer<typeof BoardLocation>;

export const Board = z.object({
  /** The chosen one, or those of the orders and collections. */
  locations: z.array(BoardLocation),
  drivers: z.array(BoardDriver),
  orders: z.array(BoardOrder),
  collections: z.array(BoardCollection),
  trips: z.array(BoardTrip),
  /** There are more than fit on a board: choose a location. */
  isCut: z.boolean(),
  at: Instant,
});
export type Board = z.infer<typeof Board>;

/** The link of a trip, which the dispatcher sends to the driver. */
export const TripLink = z.object({ tripId: Id, link: z.string(), expiresAt: Instant });
export type TripLink = z.infer<typeof TripLink>;

export const OfferInput = z
  .strictObject({
    driverId: Id,
    /** All of one location; they make one trip. */
    orderIds: z.array(Id).max(20).default([]),
    /** Returns whose goods are to be fetched on it. Who was asked for one and has not answered is asked no more. */
    returnIds: z.array(Id).max(20).default([]),
    /** Takes them along on the trip that the driver is on already, as long as nothing was collected for it. */
    join: z.boolean().optional(),
    /** The driver already accepted, so no request is sent. */
    accepted: z.boolean().optional(),
  })
  .refine(({ orderIds, returnIds }) => orderIds.length + returnIds.length > 0, {
    path: ['orderIds'],
    error: 'Choose at least one order',
  });
export type OfferInput = z.infer<typeof OfferInput>;

/** One attempt to bring an order. */
export const OrderDelivery = z.object({
  _id: Id,
  tripId: Id,
  tripNumber: z.string(),
  driverId: Id,
  driverName: z.string(),
  driverPhone: z.string().nullable(),
  status: z.enum(deliveryStatuses),
  offeredAt: Instant,
  offerExpiresAt: Instant,
  endedAt: Instant.nullable(),
  reason: z.string().nullable(),
  /** It failed, and the driver still has the goods. */
  isComingBack: z.boolean(),
  /** The shopper says it at the door; shown to staff, for those who call. */
  dropCode: z.string(),
  proof: z.enum(['code', 'photo', 'staff']).nullable(),
  photo: Picture.nullable(),
  /** Wrong codes that the driver entered at the door: a reason to question the proof. */
  wrongCodes: z.int(),
  /** Wrong codes that the driver entered when picking up at the store. */
  wrongPickupCodes: z.int(),
});
export type OrderDelivery = z.infer<typeof OrderDelivery>;

export const dispatchRoutes = routes('dispatch', {
  board: {
    method: 'GET',
    path: '/dispatch/board',
    permission: 'order_list',
    summary: 'Shows available drivers, waiting orders and deliveries in progress',
    query: z.strictObject({ locationId: Id.optional() }),
    data: Board,
    reads: true,
  },
  offer: {
    method: 'POST',
    path: '/dispatch/offer',
    permission: 'order_edit',
    summary: 'Offers orders and return pickups to a driver as one trip',
    body: OfferInput,
    data: TripLink,
    message: 'Request sent to driver',
    problems: ['drivers.not-free', 'orders.step-not-possible', 'dispatch.one-location'],
    changes: ['dispatch', 'orders', 'drivers'],
  },
  link: {
    method: 'POST',
    path: '/dispatch/link/{id}',
    permission: 'order_edit',
    summary: 'Creates a new link to a trip and ends the previous one',
    data: TripLink,
    problems: ['dispatch.trip-over'],
    changes: ['dispatch'],
  },
  revokeLinks: {
    method: 'DELETE',
    path: '/dispatch/link/{id}',
    permission: 'order_edit',
    summary: 'Revokes every link to a trip',
    data: z.object({ revoked: z.int() }),
    message: 'Links revoked',
    changes: ['dispatch'],
  },
  receiveBack: {
    method: 'POST',
    path: '/dispatch/receive-back/{id}',
    permission: 'order_edit',
    summary: 'Marks a failed delivery as received back at the store',
    data: z.object({ _id: Id }),
    message: 'Marked as returned',
    problems: ['dispatch.not-coming-back'],
    changes: ['dispatch', 'orders', 'drivers'],
  },
  ofOrder: {
    method: 'GET',
    path: '/dispatch/order/{id}',
    permission: 'order_view',
    summary: 'Lists every delivery attempt of an order, newest first',
    data: z.array(OrderDelivery),
    reads: true,
  },
});

/** At a door goods are brought, fetched, or one for the other. */
const errands = ['bring', 'collect', 'swap'] as const;
export type Errand = (typeof errands)[number];

/** One errand on a driver's page: what it takes to do it, and nothing else. */
export const Stop = z.object({
  _id: Id,
  errand: z.enum(errands),
  /** Of the return, where goods are fetched. */
  returnNumber: z.string().nullable(),
  orderNumber: z.string(),
  status: z.enum(deliveryStatuses),
  offerExpiresAt: Instant,
  /** Pickups have no promised time. */
  promisedAt: Instant.nullable(),
  customerName: z.string(),
  customerPhone: z.string(),
  address: z.object(Address.shape).nullable(),
  note: z.string().nullable(),
  items: z.array(z.object({ name: z.string(), quantity: z.number(), unit: Unit, soldByWeight: z.boolean() })),
  /** To be taken in cash at the door. */
  cashDue: Cents,
  pay: Cents,
});
export type Stop = z.infer<typeof Stop>;

/** The page behind a driver's link. Before the driver accepts, it shows distance and pay, but neither customer nor address. */
export const TripPage = z.object({
  number: z.string(),
  brandName: z.string(),
  driverName: z.string(),
  isOver: z.boolean(),
  location: z
    .object({
      name: z.string(),
      phone: z.string().nullable(),
      address: z.object(Address.shape),
      latitude: z.number(),
      longitude: z.number(),
      timeZone: z.string(),
    })
    .nullable(),
  offers: z.array(
    z.object({
      _id: Id,
      errand: z.enum(errands),
      distanceKm: z.number().nullable(),
      area: z.string().nullable(),
      /** Items to deliver, in units and in lines. */
      unitCount: z.int(),
      lineCount: z.int(),
      promisedAt: Instant.nullable(),
      offerExpiresAt: Instant,
      pay: Cents,
    }),
  ),
  stops: z.array(Stop),
  failureReasons: z.array(z.string()),
  /** The same, where goods were to be fetched. */
  missReasons: z.array(z.string()),
  /** How many were delivered, fetched, and could not be, on this trip. */
  delivered: z.int(),
  collected: z.int(),
  failed: z.int(),
  /** Where the goods that failed and the cash go. */
  locationName: z.string(),
  /** Failed deliveries whose goods the location has not received back. */
  comingBack: z.array(z.object({ _id: Id, orderNumber: z.string(), reason: z.string().nullable() })),
  /** The cash that the driver has collected for this location and not handed in. */
  cashHeld: Cents,
});
export type TripPage = z.infer<typeof TripPage>;

export const failureReasons = [
  'No one home',
  'Address not found',
  'Customer refused the order',
  "Customer couldn't pay",
  'Items damaged in transit',
] as const;

export const missReasons = [
  'No one home',
  'Address not found',
  "Customer didn't hand over the items",
] as const;

const stepOf = {
  data: TripPage,
  problems: ['dispatch.trip-changed', 'drivers.not-free'],
  changes: ['trips'],
} as const;
const Answer = z.strictObject({ reason: optionalLongText('Reason', 300) });

/** A driver's page. The token in the path is all there is to say who asks; it opens one trip. */
export const tripRoutes = routes('trips', {
  show: {
    method: 'GET',
    path: '/d/{token}',
    permission: 'public',
    summary: "Shows the trip of a driver's link",
    data: TripPage,
    reads: true,
  },
  accept: {
    method: 'POST',
    path: '/d/{token}/accept',
    permission: 'public',
    summary: 'The driver accepts the offer',
    ...stepOf,
  },
  decline: {
    method: 'POST',
    path: '/d/{token}/decline',
    permission: 'public',
    summary: 'The driver declines the offer',
    body: Answer.prefault({}),
    ...stepOf,
  },
  giveUp: {
    method: 'POST',
    path: '/d/{token}/give-up',
    permission: 'public',
    summary: "The driver can't pick up an order after accepting it",
    body: Answer.extend({ deliveryId: Id }),
    ...stepOf,
  },
  pickUp: {
    method: 'POST',
    path: '/d/{token}/pick-up',
    permission: 'public',
    summary: 'Confirms the pickup of an order with the code from the store',
    body: z.strictObject({ deliveryId: Id, code: requiredCode('Code', 20) }),
    ...stepOf,
    problems: ['dispatch.trip-changed', 'orders.hand-over-code', 'dispatch.too-many-tries'],
  },
  start: {
    method: 'POST',
    path: '/d/{token}/start',
    permission: 'public',
    summary: 'The driver leaves the store with everything picked up',
    ...stepOf,
  },
  collect: {
    method: 'POST',
    path: '/d/{token}/collect',
    permission: 'public',
    summary: 'The driver picked up the items of a return',
    body: z.strictObject({ deliveryId: Id, note: optionalLongText('Note', 300) }),
    ...stepOf,
  },
  deliver: {
    method: 'POST',
    path: '/d/{token}/deliver',
    permission: 'public',
    summary: "Confirms a delivery with the customer's code or a photo",
    body: z.strictObject({ deliveryId: Id, code: optionalCode('Code', 20) }),
    files: { photo: { kind: 'image' } },
    ...stepOf,
    problems: ['dispatch.trip-changed', 'dispatch.drop-code', 'dispatch.too-many-door-codes'],
  },
  fail: {
    method: 'POST',
    path: '/d/{token}/fail',
    permission: 'public',
    summary: 'Reports a failed delivery or a failed return pickup',
    body: z.strictObject({ deliveryId: Id, reason: requiredLongText('Reason', 300) }),
    ...stepOf,
  },
});
