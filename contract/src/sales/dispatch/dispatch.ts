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
import { itemNames } from '../../core/item-name.ts';
import { Cents } from '../../core/money.ts';
import { Unit } from '../../core/quantity.ts';
import { routes } from '../../core/route.ts';
import { DeliveryArea } from '../../locations/delivery-area.ts';
import { GeocodedPoint } from '../../system/geocoding.ts';
import { PushDeviceInput, PushState } from '../../system/push.ts';
import { availabilities, CurrentDelivery, deliveryStatuses, vehicleTypes } from '../drivers.ts';
import { dispatchStatuses, orderStatuses, returnKinds } from '../orders/order-flow.ts';
import { Slot } from '../orders/order-labels.ts';
import { ReturnStatusField } from '../returns/returns.ts';

/** A driver who could deliver an order, with their current work. */
export const BoardDriver = z.object({
  _id: Id,
  name: z.string(),
  phone: z.string(),
  photo: Picture.nullable(),
  vehicleType: z.enum(vehicleTypes),
  availability: z.enum(availabilities),
  locationIds: z.array(Id),
  /** The driver's unfinished deliveries at locations that the user has access to. */
  open: z.int(),
  /** Orders delivered since midnight UTC. */
  deliveredToday: z.int(),
  /** Failed deliveries whose items the driver still has. */
  comingBack: z.int(),
  /**
   * The place of the last stop that the driver confirmed in the last 12 hours; null without one, or if its address has no
   * coordinates.
   */
  lastStop: GeocodedPoint.nullable(),
  lastStopAt: Instant.nullable(),
  /** The cash in hand, by location. */
  cash: z.array(z.object({ locationId: Id, locationName: z.string(), held: Cents })),
});
export type BoardDriver = z.infer<typeof BoardDriver>;

/** Why a driver is suggested, in the order of the criteria: the first one that sets the driver apart from the others. */
const suggestionReasons = [
  'sameDriver',
  'notDeclined',
  'fewestOpen',
  'fewestToday',
  'nearest',
  'onlyFree',
  'free',
] as const;
export type SuggestionReason = (typeof suggestionReasons)[number];

/** Outcome of a failed attempt to deliver an order. */
export const FailedAttempts = z.object({
  count: z.int(),
  /** The driver of the last failed attempt; reason and time are also those of this attempt. */
  driverId: Id,
  driverName: z.string(),
  reason: z.string().nullable(),
  at: Instant,
});

/** A delivery order that is ready, out for delivery, or returning to the store. */
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
  /** The position on the map; null if neither the address nor its postal code has coordinates. */
  point: GeocodedPoint.nullable(),
  distanceKm: z.number().nullable(),
  unitCount: z.int(),
  lineCount: z.int(),
  slot: Slot.nullable(),
  promisedAt: Instant,
  handOverCode: z.string().nullable(),
  /** The customer's note for the delivery. */
  note: z.string().nullable(),
  /** The cash to collect at the door. */
  cashDue: Cents,
  failed: FailedAttempts.nullable(),
  /** The driver who still has the items after a failed attempt. */
  comingBackFrom: z.string().nullable(),
  delivery: CurrentDelivery.nullable(),
  /**
   * The available driver of this location with the fewest deliveries, and the nearest of those. After a failed attempt it is the
   * same driver; drivers who declined come last.
   */
  suggestedDriverId: Id.nullable(),
  suggestionReason: z.enum(suggestionReasons).nullable(),
});
export type BoardOrder = z.infer<typeof BoardOrder>;

/** Items of a return that a driver can pick up, has a request for, or is picking up. */
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
  /** True if a link to the trip is open. */
  hasLink: z.boolean(),
  createdAt: Instant,
});
export type BoardTrip = z.infer<typeof BoardTrip>;

/** A location that orders are delivered from. */
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
  /** The selected location, or those of the orders and collections. */
  locations: z.array(BoardLocation),
  drivers: z.array(BoardDriver),
  orders: z.array(BoardOrder),
  collections: z.array(BoardCollection),
  trips: z.array(BoardTrip),
  /** True if the board can't show everything; select a location then. */
  isCut: z.boolean(),
  at: Instant,
});
export type Board = z.infer<typeof Board>;

/** The link of a trip, which the dispatcher sends to the driver. */
export const TripLink = z.object({ tripId: Id, link: z.string(), expiresAt: Instant });
export type TripLink = z.infer<typeof TripLink>;
/** `emailed` is false if the driver has no email address, so the dispatcher has to send the link. */
const SentTripLink = TripLink.extend({ emailed: z.boolean() });
export type SentTripLink = z.infer<typeof SentTripLink>;

export const OfferInput = z
  .strictObject({
    driverId: Id,
    /** Orders of one location, which form one trip. */
    orderIds: z.array(Id).max(20).default([]),
    /** Returns to pick up on this trip. Unanswered requests for them are withdrawn. */
    returnIds: z.array(Id).max(20).default([]),
    /** Adds the orders to the driver's current trip, if nothing has been picked up for it yet. */
    join: z.boolean().optional(),
    /** The driver already accepted, so no request is sent. */
    accepted: z.boolean().optional(),
  })
  .refine(({ orderIds, returnIds }) => orderIds.length + returnIds.length > 0, {
    path: ['orderIds'],
    error: 'Choose at least one order',
  });
export type OfferInput = z.infer<typeof OfferInput>;

/** One attempt to deliver an order. */
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
  /** True if the delivery failed and the driver still has the items. */
  isComingBack: z.boolean(),
  /** The code that the customer gives at the door. Staff see it in case the customer calls. */
  dropCode: z.string(),
  proof: z.enum(['code', 'photo', 'staff']).nullable(),
  photo: Picture.nullable(),
  /** The number of wrong codes that the driver entered at the door: a reason to question the proof. */
  wrongCodes: z.int(),
  /** The number of wrong codes that the driver entered when picking up at the store. */
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
    data: SentTripLink,
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

/** At a door, the driver delivers items, collects items, or exchanges them. */
const errands = ['bring', 'collect', 'swap'] as const;
export type Errand = (typeof errands)[number];

/** One errand on a driver's page, with only the data needed for it. */
export const Stop = z.object({
  _id: Id,
  errand: z.enum(errands),
  /** The number of the return, if items are collected. */
  returnNumber: z.string().nullable(),
  orderNumber: z.string(),
  status: z.enum(deliveryStatuses),
  offerExpiresAt: Instant,
  /** Null for collections, which have no promised time. */
  promisedAt: Instant.nullable(),
  customerName: z.string(),
  customerPhone: z.string(),
  address: z.object(Address.shape).nullable(),
  note: z.string().nullable(),
  items: z.array(
    z.object({ name: z.string(), ...itemNames, quantity: z.number(), unit: Unit, soldByWeight: z.boolean() }),
  ),
  /** The cash to collect at the door. */
  cashDue: Cents,
  pay: Cents,
});
export type Stop = z.infer<typeof Stop>;

/** The page of a trip link. Before the driver accepts, it shows distance and pay, but neither customer nor address. */
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
      /** The cash to collect at the door. */
      cashDue: Cents,
      pay: Cents,
    }),
  ),
  stops: z.array(Stop),
  /** Finished stops, oldest first. */
  done: z.array(
    z.object({
      _id: Id,
      errand: z.enum(errands),
      returnNumber: z.string().nullable(),
      orderNumber: z.string(),
      status: z.enum(['delivered', 'failed']),
      endedAt: Instant,
    }),
  ),
  failureReasons: z.array(z.string()),
  /** Reasons for failed collections. */
  missReasons: z.array(z.string()),
  /** The numbers of deliveries, collections and failures on this trip. */
  delivered: z.int(),
  collected: z.int(),
  failed: z.int(),
  /** The location that the driver returns failed deliveries and cash to. */
  locationName: z.string(),
  /** Failed deliveries whose items the location hasn't received from the driver yet. */
  comingBack: z.array(z.object({ _id: Id, orderNumber: z.string(), reason: z.string().nullable() })),
  /** The cash that the driver has collected for this location and not handed in yet. */
  cashHeld: Cents,
  /** Changes whenever the page does. */
  stamp: z.string(),
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

/** The driver's page. The token in the path is the only proof of identity; it opens one trip. */
export const tripRoutes = routes('trips', {
  show: {
    method: 'GET',
    path: '/d/{token}',
    permission: 'public',
    summary: "Shows the trip of a driver's link",
    data: TripPage,
    reads: true,
  },
  stamp: {
    method: 'GET',
    path: '/d/{token}/stamp',
    permission: 'public',
    summary: 'Returns a value that changes with the trip, for frequent checks over a slow network',
    data: z.object({ stamp: z.string() }),
    reads: true,
  },
  notify: {
    method: 'POST',
    path: '/d/{token}/notify',
    permission: 'public',
    summary: "Sends push notifications about the driver's next offers to this browser",
    body: PushDeviceInput,
    data: PushState,
  },
  stopNotifying: {
    method: 'POST',
    path: '/d/{token}/stop-notifying',
    permission: 'public',
    summary: "Stops push notifications about the driver's offers to this browser",
    body: PushDeviceInput.pick({ endpoint: true }),
    data: PushState,
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
