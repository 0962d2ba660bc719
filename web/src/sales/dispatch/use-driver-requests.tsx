import {
  type BoardCollection,
  type BoardDriver,
  type BoardOrder,
  dispatchRoutes,
  type TripLink,
} from '@aisle/contract/sales/dispatch/dispatch';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { endUndo, notifySuccess, withoutToast } from '../../core/notice.tsx';
import { TripLinkDialog } from './dialogs/trip-link-dialog.tsx';

/** The stops of a request: orders to deliver and returns to pick up. */
export interface Stops {
  orders: readonly BoardOrder[];
  collections: readonly BoardCollection[];
}
interface DriverRequest extends Stops {
  driver: BoardDriver;
  /** Adds the stops to the driver's current trip. */
  join?: boolean;
  accepted?: boolean;
}
/** Returns true if the request was sent, or another user was faster; false to let the user choose another driver. */
export type RequestDriver = (request: DriverRequest) => Promise<boolean>;

/**
 * Sends requests to drivers, in the same way from cards and from the dialog. The driver gets the link by email; without an
 * email address, a dialog shows the link so that the dispatcher can send it.
 */
export function useDriverRequests(): { request: RequestDriver; linkDialog: ReactNode } {
  const asking = useWrite(dispatchRoutes.offer);
  const [toSend, setToSend] = useState<{ link: TripLink; driver: BoardDriver; timeZone: string } | null>(
    null,
  );

  async function request({ driver, orders, collections, join = false, accepted = false }: DriverRequest) {
    const stops = [...orders, ...collections];
    const body = {
      driverId: driver._id,
      orderIds: orders.map(({ _id }) => _id),
      returnIds: collections.map(({ _id }) => _id),
      join,
      accepted,
    };
    try {
      const { emailed, ...link } = await withoutToast(() => asking.mutateAsync({ body }));
      for (const { _id } of stops) endUndo(_id);
      const what = stops.length === 1 ? stops[0]!.number : `${stops.length} stops`;
      notifySuccess(`${what}: ${accepted ? 'Assigned' : 'Request sent'} to ${driver.name}`);
      if (!emailed) setToSend({ link, driver, timeZone: stops[0]!.timeZone });
      return true;
    } catch (error) {
      // A toast shows the message.
      return isApiError(error) && error.code === 'orders.step-not-possible';
    }
  }

  return {
    request,
    linkDialog: toSend && (
      <TripLinkDialog
        tripId={toSend.link.tripId}
        made={toSend.link}
        driver={toSend.driver}
        driverName={toSend.driver.name}
        timeZone={toSend.timeZone}
        onClose={() => setToSend(null)}
      />
    ),
  };
}
